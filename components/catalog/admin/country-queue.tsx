import { useTranslations } from 'next-intl'
import { CountryForm, WordingForm } from '#components/catalog/admin/destination-form.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { ListTable } from '#components/ui/admin/list-table.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import type { AdminDestination, MappedCountry, UnmappedCountry } from '#lib/catalog/queries/admin-destinations.ts'

const SHOWN = 5

export function CountryQueue({ countries, mayMap }: { countries: UnmappedCountry[]; mayMap: boolean }) {
  const t = useTranslations('admin.countries')
  const tLabel = useTranslations('admin.label')
  const form = ({ name, proposal }: UnmappedCountry) => <CountryForm name={name} proposal={proposal} />

  return (
    <Panel id="countries" title={t('title')} hint={t('hint')}>
      <ListTable
        label={t('title')}
        rows={countries}
        keyOf={({ name }) => name}
        empty={t('empty')}
        first={[
          {
            ...{ head: tLabel('name'), isName: true },
            cell: ({ name, isCode }) => (
              <>
                <bdi>{name}</bdi>
                {isCode ? <span className="a-sub">{t('isCode')}</span> : null}
              </>
            ),
          },
          {
            ...{ head: t('usedBy'), className: 'whitespace-normal phone:min-w-32' },
            cell: ({ destinations }) => (
              <>
                <bdi>{destinations.slice(0, SHOWN).join(', ')}</bdi>
                {destinations.length > SHOWN ? (
                  <details>
                    <summary>{tLabel('andMore', { count: destinations.length - SHOWN })}</summary>
                    <bdi>{destinations.slice(SHOWN).join(', ')}</bdi>
                  </details>
                ) : null}
              </>
            ),
          },
        ]}
        last={mayMap ? [{ head: t('means'), cell: form }] : []}
      />
    </Panel>
  )
}

/** What was mapped by hand: each can be put right. */
export function MappedCountries({ countries, mayMap }: { countries: MappedCountry[]; mayMap: boolean }) {
  const t = useTranslations('admin.countries')
  const tLabel = useTranslations('admin.label')
  if (countries.length === 0) return null

  return (
    <Panel id="mapped" title={t('mapped')} hint={t('mappedHint')}>
      <ListTable
        label={t('mapped')}
        rows={countries}
        keyOf={({ name }) => name}
        first={[
          { head: tLabel('name'), isName: true, cell: ({ name }) => <bdi>{name}</bdi> },
          {
            head: t('means'),
            cell: ({ name, iso2 }) =>
              mayMap ? <CountryForm key={iso2} name={name} proposal={iso2} /> : <bdi>{iso2}</bdi>,
          },
          {
            ...{ head: t('by'), className: 'a-soft' },
            cell: ({ by, at }) => (
              <>
                {by ? <bdi>{by}</bdi> : null} <LocalTime at={at} show="moment" />
              </>
            ),
          },
        ]}
      />
    </Panel>
  )
}

/** The plans' own words, and what a person has read out of them about giving an eSIM back. */
export function WordingsPanel({ wordings, mayChange }: { wordings: AdminDestination['wordings']; mayChange: boolean }) {
  const t = useTranslations('admin-catalogue.words')

  return (
    <Panel id="words" title={t('title')} hint={t('hint')}>
      {wordings.length === 0 ? <p className="a-emptyline">{t('none')}</p> : null}
      <ul>
        {wordings.map(({ planIds, shared, own, answer, tooLong }) => (
          <li
            key={shared.join()}
            className="border-hair px-3.5 py-3 not-last:border-b [&>form]:mt-2 [&>form]:items-end"
          >
            <p className="wrap-anywhere whitespace-pre-line" dir="auto">
              {shared.join('\n')}
            </p>
            <span className="a-sub">{t('plans', { count: planIds.length + tooLong })}</span>
            {own.length > 0 ? (
              <details>
                <summary className="min-h-6 cursor-pointer">{t('own', { count: own.length })}</summary>
                <p className="wrap-anywhere whitespace-pre-line" dir="auto">
                  {own.join('\n')}
                </p>
              </details>
            ) : null}
            {tooLong > 0 ? <span className="a-sub">{t('tooLong', { count: tooLong })}</span> : null}
            {planIds.length > 0 && mayChange ? <WordingForm planIds={planIds} answer={answer} /> : null}
            {planIds.length > 0 && !mayChange ? <b>{t(`answer.${answer ?? 'MIXED'}`)}</b> : null}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

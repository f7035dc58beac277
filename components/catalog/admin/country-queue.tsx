import { useTranslations } from 'next-intl'
import { CountryForm } from '#components/catalog/admin/country-form.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { DataTable } from '#components/ui/admin/list-table.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import type { MappedCountry, UnmappedCountry } from '#lib/catalog/rules/admin-catalog.ts'

const SHOWN = 5

type CountryQueueProps = { countries: UnmappedCountry[]; mayMap: boolean }

export function CountryQueue({ countries, mayMap }: CountryQueueProps) {
  const t = useTranslations('admin.countries')

  return (
    <Panel id="countries" title={t('title')} hint={t('hint')}>
      {countries.length === 0 ? (
        <p className="a-emptyline">{t('empty')}</p>
      ) : (
        <DataTable label={t('title')} heads={[t('name'), t('usedBy'), ...(mayMap ? [t('means')] : [])]}>
          {countries.map((country) => (
            <tr key={country.name}>
              <th scope="row">
                <bdi>{country.name}</bdi>
                {country.isCode ? <span className="a-sub">{t('isCode')}</span> : null}
              </th>
              <td className="a-wrap">
                <bdi>{country.destinations.slice(0, SHOWN).join(', ')}</bdi>
                {country.destinations.length > SHOWN ? (
                  <details>
                    <summary>{t('more', { count: country.destinations.length - SHOWN })}</summary>
                    <bdi>{country.destinations.slice(SHOWN).join(', ')}</bdi>
                  </details>
                ) : null}
              </td>
              {mayMap ? (
                <td>
                  <CountryForm name={country.name} proposal={country.proposal} />
                </td>
              ) : null}
            </tr>
          ))}
        </DataTable>
      )}
    </Panel>
  )
}

/** What was mapped by hand: each can be put right. */
export function MappedCountries({ countries, mayMap }: { countries: MappedCountry[]; mayMap: boolean }) {
  const t = useTranslations('admin.countries')
  if (countries.length === 0) return null

  return (
    <Panel id="mapped" title={t('mapped')} hint={t('mappedHint')}>
      <DataTable label={t('mapped')} heads={[t('name'), t('means'), t('by')]}>
        {countries.map(({ name, iso2, by, at }) => (
          <tr key={name}>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            <td>{mayMap ? <CountryForm key={iso2} name={name} proposal={iso2} /> : <bdi>{iso2}</bdi>}</td>
            <td className="a-soft">
              {by ? <bdi>{by}</bdi> : null} <LocalTime at={at} show="moment" />
            </td>
          </tr>
        ))}
      </DataTable>
    </Panel>
  )
}

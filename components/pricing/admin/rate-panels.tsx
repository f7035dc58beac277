import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { RateForm } from '#components/pricing/admin/rate-form.tsx'
import { DataTable } from '#components/ui/admin/data-table.tsx'
import { Pager } from '#components/ui/admin/pager.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { Notice } from '#components/ui/notice.tsx'

type Rate = { id: string; rate: string; source: string; asOf: string | null; by: string | null; at: Date }
type RatePanelsProps = {
  from: string
  to: string
  /** The one that counts. */
  now: string | null
  rates: Rate[]
  isFirst: boolean
  /** The id behind which the next page begins. */
  older: string | null
  today: string
  mayChange: boolean
}

/** The exchange rate: the one that counts, another one, and those before. */
export function RatePanels({ from, to, now, rates, isFirst, older, today, mayChange }: RatePanelsProps) {
  const t = useTranslations('admin-pricing')
  if (from === to) return <Notice>{t('rate.notNeeded', { currency: from })}</Notice>

  return (
    <div className="a-cols a-cols-side">
      <Panel id="rate-now" title={now ? t('rate.now', { from, rate: now, to }) : t('rate.missing', { from, to })}>
        {now === null ? <p className="a-emptyline">{t('rate.missingWhy')}</p> : null}
        <DataTable label={t('rate.title')} heads={[t('rate.title'), t('rate.asOf'), t('rate.source'), t('rate.since')]}>
          {rates.map((rate) => (
            <tr key={rate.id}>
              <th scope="row">
                <bdi>{`1 ${from} = ${rate.rate} ${to}`}</bdi>
              </th>
              <td>
                <bdi>{rate.asOf ?? t('none')}</bdi>
              </td>
              <td>{t(`rate.sources.${rate.source === 'file' || rate.source === 'undo' ? rate.source : 'hand'}`)}</td>
              <td className="a-soft">
                <LocalTime at={rate.at} show="date_time" />
                {rate.by ? (
                  <>
                    , <bdi>{rate.by}</bdi>
                  </>
                ) : null}
              </td>
            </tr>
          ))}
        </DataTable>
        <Pager
          label={t('rate.pages')}
          before={isFirst ? null : { href: '/admin/pricing?view=rate', words: t('history.newest') }}
          next={older ? { href: `/admin/pricing?view=rate&after=${older}`, words: t('history.older') } : null}
        />
      </Panel>
      {mayChange ? (
        <Panel id="rate-new" title={t('rate.another')}>
          <RateForm from={from} to={to} today={today} />
        </Panel>
      ) : null}
    </div>
  )
}

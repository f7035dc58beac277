import { useTranslations } from 'next-intl'
import { DataTable } from '#components/admin/data-table.tsx'
import { ExactSum } from '#components/admin/exact-sum.tsx'
import { GoLink } from '#components/admin/go-link.tsx'
import { Panel } from '#components/admin/panel.tsx'
import { Place } from '#components/admin/place.tsx'
import { PlanName } from '#components/admin/plan-name.tsx'
import type { NotOnSale as View } from '#lib/domain/admin-catalog.ts'
import type { NotOnSaleReason } from '#lib/domain/on-sale.ts'

type NotOnSaleProps = { view: View; reason: NotOnSaleReason | null }

/** Why plans are not on sale: each plan has one answer, the one that shop and quote act upon. */
export function NotOnSale({ view, reason }: NotOnSaleProps) {
  const t = useTranslations('admin')

  return (
    <div className="a-stack">
      <Panel
        id="unsold"
        title={t('unsold.title')}
        hint={t('unsold.counts', { onSale: view.onSale, total: view.total })}
      >
        {view.reasons.length === 0 ? <p className="a-emptyline">{t('unsold.empty')}</p> : null}
        <table className="a-tbl" aria-labelledby="unsold">
          <tbody>
            {view.reasons.map(({ reason: one, count }) => (
              <tr key={one} data-row data-cursor={one === reason ? '' : undefined}>
                <th scope="row">
                  <GoLink className="a-link" href={`/admin/catalogue?view=unsold&reason=${one}`}>
                    {t(`unsoldReason.${one}`)}
                  </GoLink>
                </th>
                <td className="a-wrap a-soft a-hide-s">{t(`unsoldWhy.${one}`)}</td>
                <td className="a-num">{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
      {reason ? (
        <Panel
          id="plans"
          title={t(`unsoldReason.${reason}`)}
          beside={
            view.hasMore ? <span className="a-meta">{t('unsold.first', { count: view.plans.length })}</span> : null
          }
        >
          <p className="a-pb">{t(`unsoldWhy.${reason}`)}</p>
          <DataTable
            label={t(`unsoldReason.${reason}`)}
            heads={[t('changes.destination'), t('changes.plan'), { head: t('planFact.cost'), className: 'a-num' }]}
          >
            {view.plans.map((plan) => (
              <tr key={plan.id}>
                <th scope="row">
                  <Place iso2={plan.iso2}>
                    <GoLink className="a-link" href={`/admin/catalogue/${plan.skuId}`}>
                      <bdi>{plan.destination}</bdi>
                    </GoLink>
                  </Place>
                </th>
                <td>
                  <PlanName plan={plan.plan} />
                </td>
                <td className="a-num">
                  {plan.cost === null ? (
                    <span className="a-soft">{t('unsold.hidden')}</span>
                  ) : (
                    <ExactSum amount={plan.cost} currency={plan.costCurrency} />
                  )}
                </td>
              </tr>
            ))}
          </DataTable>
        </Panel>
      ) : null}
    </div>
  )
}

import { useTranslations } from 'next-intl'
import { Age } from '#components/admin/age.tsx'
import { GoLink } from '#components/admin/go-link.tsx'
import { OrderMark } from '#components/admin/order-state.tsx'
import { Place } from '#components/admin/place.tsx'
import { usePlanText } from '#components/admin/plan-name.tsx'
import { ScrollArea } from '#components/admin/scroll-area.tsx'
import { Sum } from '#components/admin/sum.tsx'
import type { OrderRow } from '#lib/domain/admin-orders.ts'

type OrderTableProps = {
  rows: OrderRow[]
  now: Date
  /** Each row has a tick, for acts on several. */
  canTick?: boolean
}

/** Orders as rows; on a tablet each becomes two lines, on a phone three. */
export function OrderTable({ rows, now, canTick = false }: OrderTableProps) {
  const t = useTranslations('admin')

  return (
    <ScrollArea label={t('area.orders')}>
      {/* biome-ignore lint/a11y/noRedundantRoles: rows become grids on a phone, and must stay rows for readers. */}
      <table className="a-tbl a-orders" role="table">
        <thead>
          <tr>
            {canTick ? (
              <th scope="col" className="a-c-tick">
                <input type="checkbox" data-tick-all aria-label={t('orders.tickAll')} />
              </th>
            ) : null}
            <th scope="col">{t('orders.number')}</th>
            <th scope="col" className="a-hide-m">
              {t('orders.network')}
            </th>
            <th scope="col">{t('orders.customer')}</th>
            <th scope="col">{t('orders.lines')}</th>
            <th scope="col">{t('orders.state')}</th>
            <th scope="col" className="a-num">
              {t('orders.sum')}
            </th>
            <th scope="col">{t('orders.money')}</th>
            <th scope="col" className="a-num">
              {t('orders.age')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} now={now} canTick={canTick} />
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

function Row({ row, now, canTick }: { row: OrderRow; now: Date; canTick: boolean }) {
  const t = useTranslations('admin')
  const [network, ...others] = row.networkNumbers
  const planText = usePlanText()
  const plan = row.plan ? planText(row.plan) : ''

  return (
    <tr data-row>
      {canTick ? (
        <td className="a-c-tick">
          <input
            type="checkbox"
            value={row.id}
            data-tick={row.number}
            aria-label={t('orders.tick', { number: row.number })}
            autoComplete="off"
          />
        </td>
      ) : null}
      <th scope="row" className="a-c-number">
        <GoLink className="a-id a-link" href={`/admin/orders/${row.id}`}>
          {row.number}
        </GoLink>
      </th>
      <td className="a-hide-m">
        {network ? <span className="a-id">{network}</span> : <span className="a-soft">{t('orders.noNumber')}</span>}
        {others.length > 0 ? <span className="a-soft"> +{others.length}</span> : null}
      </td>
      <td className="a-c-customer">
        <span className="a-cut" dir="ltr" title={row.email}>
          <bdi>{row.email}</bdi>
        </span>
      </td>
      <td className="a-c-plan">
        <Place iso2={row.iso2} title={plan}>
          {plan}
          {row.moreLines > 0 ? ` ${t('orders.more', { count: row.moreLines })}` : null}
        </Place>
      </td>
      <td className="a-c-state a-wrap">
        <OrderMark standing={row.standing} states={row.states} reason={row.reason} />
      </td>
      <td className="a-num a-c-sum">
        <Sum minor={row.totalMinor} currency={row.currency} />
      </td>
      <td className="a-soft a-c-money">{t(`moneyState.${row.money}`)}</td>
      <td className="a-num a-soft a-c-age">
        <Age since={row.createdAt} now={now} />
      </td>
    </tr>
  )
}

'use client'

import { useTranslations } from 'next-intl'
import { OrderMark } from '#components/orders/admin/order-state.tsx'
import { usePlanText } from '#components/orders/admin/plan-name.tsx'
import { Link } from '#components/ui/admin/link.tsx'
import {
  type Column,
  ColumnChoice,
  HeadCells,
  RowCells,
  ScrollArea,
  shownColumns,
} from '#components/ui/admin/list-table.tsx'
import { MoneyAmount } from '#components/ui/admin/money-amount.tsx'
import { DestinationCell, RelativeTime } from '#components/ui/admin/relative-time.tsx'
import type { ListColumn } from '#lib/core/rules/lists.ts'
import type { OrderRow } from '#lib/orders/rules/admin-orders.ts'

type OrderTableProps = {
  rows: OrderRow[]
  now: Date
  hidden: readonly ListColumn<'orders'>[]
  /** Each row has a tick, for acts on several. */
  canSelect?: boolean
}

/** Orders as rows; on a tablet each becomes two lines, on a phone three. */
export function OrderTable({ rows, now, hidden, canSelect = false }: OrderTableProps) {
  const t = useTranslations('admin')
  const columns = shownColumns(useColumns(now), hidden)

  return (
    <ScrollArea label={t('area.orders')}>
      {/* biome-ignore lint/a11y/noRedundantRoles: rows become grids on a phone, and must stay rows for readers. */}
      <table className="a-tbl a-orders" role="table">
        <thead>
          <tr>
            {canSelect ? (
              <th scope="col" className="a-c-tick">
                <input type="checkbox" data-tick-all aria-label={t('orders.tickAll')} />
              </th>
            ) : null}
            <th scope="col">{t('label.order')}</th>
            <HeadCells columns={columns} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-row>
              {canSelect ? <SelectCell row={row} /> : null}
              <th scope="row" className="a-c-number">
                <Link className="a-id a-link" href={`/admin/orders/${row.id}`}>
                  {row.number}
                </Link>
              </th>
              <RowCells columns={columns} row={row} />
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

export function OrderColumns({ hidden }: { hidden: readonly ListColumn<'orders'>[] }) {
  return <ColumnChoice list="orders" columns={useColumns()} hidden={hidden} />
}

function SelectCell({ row: { id, number } }: { row: OrderRow }) {
  const t = useTranslations('admin.orders')

  return (
    <td className="a-c-tick">
      <input type="checkbox" value={id} data-tick={number} aria-label={t('tick', { number })} autoComplete="off" />
    </td>
  )
}

function useColumns(now = new Date()): Column<OrderRow, ListColumn<'orders'>>[] {
  const t = useTranslations('admin')

  return [
    {
      name: 'network',
      head: t('orders.network'),
      className: 'a-hide-m',
      cell: ({ networkNumbers }) => <NetworkNumbers numbers={networkNumbers} />,
    },
    {
      name: 'customer',
      head: t('label.customer'),
      className: 'a-c-customer',
      cell: ({ email }) => (
        <span className="a-cut" dir="ltr" title={email}>
          <bdi>{email}</bdi>
        </span>
      ),
    },
    { name: 'lines', head: t('label.items'), className: 'a-c-plan', cell: (row) => <Items row={row} /> },
    {
      name: 'state',
      head: t('label.state'),
      className: 'a-c-state a-wrap',
      cell: ({ status, states, reason }) => <OrderMark status={status} states={states} reason={reason} />,
    },
    {
      name: 'sum',
      head: t('label.sum'),
      className: 'a-num a-c-sum',
      cell: ({ totalMinor, currency }) => <MoneyAmount minor={totalMinor} currency={currency} />,
    },
    {
      name: 'money',
      head: t('label.money'),
      className: 'a-soft a-c-money',
      cell: ({ money }) => t(`moneyState.${money}`),
    },
    {
      name: 'age',
      head: t('label.age'),
      className: 'a-num a-soft a-c-age',
      cell: ({ createdAt }) => <RelativeTime since={createdAt} now={now} />,
    },
  ]
}

function NetworkNumbers({ numbers: [network, ...others] }: { numbers: string[] }) {
  const t = useTranslations('admin.label')

  return (
    <>
      {network ? <span className="a-id">{network}</span> : <span className="a-soft">{t('noneYet')}</span>}
      {others.length > 0 ? <span className="a-soft"> +{others.length}</span> : null}
    </>
  )
}

function Items({ row: { plan, iso2, moreLines } }: { row: OrderRow }) {
  const t = useTranslations('admin.orders')
  const planText = usePlanText()
  const text = plan ? planText(plan) : ''

  return (
    <DestinationCell iso2={iso2} title={text}>
      {text}
      {moreLines > 0 ? ` ${t('more', { count: moreLines })}` : null}
    </DestinationCell>
  )
}

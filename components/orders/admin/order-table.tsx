'use client'

import { useTranslations } from 'next-intl'
import { OrderMark } from '#components/orders/admin/order-state.tsx'
import { usePlanText } from '#components/orders/admin/plan-name.tsx'
import {
  type Column,
  ColumnChoice,
  HeadCells,
  RowCells,
  ScrollArea,
  shownColumns,
} from '#components/ui/admin/list-table.tsx'
import { MoneyAmount } from '#components/ui/admin/money-amount.tsx'
import { OrderLink } from '#components/ui/admin/record-links.tsx'
import { DestinationCell, RelativeTime } from '#components/ui/admin/relative-time.tsx'
import type { ListColumn } from '#lib/core/rules/lists.ts'
import type { OrderRow } from '#lib/orders/queries/admin-orders.ts'

const TICK = 'size-4.5 align-middle accent-ink pointer-coarse:size-6'
/**
 * On a tablet: number, plan, sum and age, and below them customer, state and money. On a phone: number and age, plan and
 * sum, state. The state is what is looked for: between both it gets the room that long addresses and plans would take.
 */
const ROW =
  'has-checked:*:bg-[color-mix(in_oklab,var(--ink)_5%,var(--card))] lined:grid lined:items-center lined:border-b lined:border-hair lined:py-2 lined:*:hidden lined:*:h-auto lined:*:min-w-0 lined:*:border-0 lined:*:px-3.5 lined:*:py-0.5 tablet:grid-cols-[auto_minmax(8rem,13rem)_minmax(0,1fr)_auto_6.25rem] tablet:*:not-[.a-wide]:block phone:grid-cols-[minmax(0,1fr)_auto] phone:has-[[data-tick]]:grid-cols-[auto_minmax(0,1fr)_auto] phone:*:not-[.a-wide,.a-tablet]:block'

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
      <table className="a-tbl" role="table">
        <thead className="lined:sr-only">
          <tr>
            {canSelect ? (
              <th scope="col" className="w-4">
                <input
                  type="checkbox"
                  className={`${TICK} lined:invisible`}
                  data-tick-all
                  aria-label={t('orders.tickAll')}
                />
              </th>
            ) : null}
            <th scope="col">{t('label.order')}</th>
            <HeadCells columns={columns} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className={ROW} data-row>
              {canSelect ? <SelectCell row={row} /> : null}
              <th scope="row" className="lined:row-start-1 tablet:col-start-2 phone:-col-start-3">
                <OrderLink {...row} />
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
    <td className="w-4 lined:col-start-1 lined:row-start-1 tablet:row-span-2 phone:row-span-3 phone:w-11 phone:pe-0">
      <input
        type="checkbox"
        className={TICK}
        value={id}
        data-tick={number}
        aria-label={t('tick', { number })}
        autoComplete="off"
      />
    </td>
  )
}

function useColumns(now = new Date()): Column<OrderRow, ListColumn<'orders'>>[] {
  const t = useTranslations('admin')

  return [
    {
      name: 'network',
      head: t('orders.network'),
      className: 'a-wide max-[1400px]:hidden',
      cell: ({ networkNumbers }) => <NetworkNumbers numbers={networkNumbers} />,
    },
    {
      name: 'customer',
      head: t('label.customer'),
      className: 'a-tablet tablet:col-start-2 tablet:row-start-2 min-[1101px]:max-[1600px]:[&_.a-cut]:max-w-36',
      cell: ({ email }) => (
        <span className="a-cut block max-w-60 truncate [text-align:match-parent]" dir="ltr" title={email}>
          <bdi>{email}</bdi>
        </span>
      ),
    },
    {
      name: 'lines',
      head: t('label.items'),
      className:
        'tablet:col-start-3 tablet:row-start-1 phone:-col-start-3 phone:row-start-2 min-[1101px]:max-[1600px]:[&_.a-cut]:max-w-42',
      cell: (row) => <Items row={row} />,
    },
    {
      name: 'state',
      head: t('label.state'),
      className:
        'whitespace-normal tablet:col-start-3 tablet:row-start-2 phone:row-start-3 phone:min-w-32 phone:[grid-column:-3/-1] min-[1101px]:max-[1600px]:min-w-44',
      cell: ({ status, states, reason }) => <OrderMark status={status} states={states} reason={reason} />,
    },
    {
      name: 'sum',
      head: t('label.sum'),
      className: 'a-num tablet:col-start-4 tablet:row-start-1 phone:-col-start-2 phone:row-start-2',
      cell: ({ totalMinor, currency }) => <MoneyAmount minor={totalMinor} currency={currency} />,
    },
    {
      name: 'money',
      head: t('label.money'),
      className: 'a-soft a-tablet tablet:col-span-2 tablet:col-start-4 tablet:row-start-2 tablet:text-end',
      cell: ({ money }) => t(`moneyState.${money}`),
    },
    {
      name: 'age',
      head: t('label.age'),
      className: 'a-num a-soft lined:row-start-1 tablet:col-start-5 phone:-col-start-2',
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

'use client'

import { useTranslations } from 'next-intl'
import { type HiddenMetrics, useMetrics } from '#components/finance/admin/metric-cells.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { ListTable } from '#components/ui/admin/list-table.tsx'
import { OrderLink } from '#components/ui/admin/record-links.tsx'
import { DestinationCell } from '#components/ui/admin/relative-time.tsx'
import type { BookedLine, FinanceLine } from '#lib/finance/rules/admin-finance.ts'

type LinesTableProps = { rows: (FinanceLine | BookedLine)[]; label: string; empty: string; hidden: HiddenMetrics }

/** Sold lines as they stand, or as a month has booked them; each leads to its order. */
export function LinesTable({ rows, label, empty, hidden }: LinesTableProps) {
  const t = useTranslations('admin-finance')
  const admin = useTranslations('admin')
  // A booking names no goods: what they are called now is not what was booked.
  const hasGoods = rows.some((row) => 'state' in row)
  const goods = (row: FinanceLine | BookedLine) =>
    'state' in row ? (
      <DestinationCell iso2={row.iso2}>
        <bdi>{row.destination}</bdi> <bdi>{row.plan}</bdi> {t('count', { count: row.count })}
      </DestinationCell>
    ) : null

  return (
    <ListTable
      {...{ label, rows, empty }}
      keyOf={({ itemId }) => itemId}
      first={[
        {
          ...{ head: admin('label.order'), isName: true },
          cell: (row) => (
            <>
              <OrderLink id={row.orderId} number={row.orderNumber} />
              {'state' in row ? <span className="a-sub">{knownLabel(admin, 'line', row.state)}</span> : null}
            </>
          ),
        },
        {
          ...{ head: admin('label.when'), className: 'a-soft' },
          cell: ({ at }) => <LocalTime at={at} show="date_time" />,
        },
        ...(hasGoods ? [{ head: t('what'), cell: goods }] : []),
        { head: t('by.method'), className: 'a-soft', cell: ({ method }) => knownLabel(admin, 'provider', method) },
      ]}
      columns={useMetrics(hidden)}
    />
  )
}

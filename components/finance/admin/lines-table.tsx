'use client'

import { useTranslations } from 'next-intl'
import { type HiddenMetrics, useMetrics } from '#components/finance/admin/metric-cells.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { DataTable, RowCells } from '#components/ui/admin/list-table.tsx'
import { OrderLink } from '#components/ui/admin/record-links.tsx'
import { DestinationCell } from '#components/ui/admin/relative-time.tsx'
import type { BookedLine, FinanceLine } from '#lib/finance/rules/admin-finance.ts'

type LinesTableProps = { rows: (FinanceLine | BookedLine)[]; label: string; hidden: HiddenMetrics }

/** Sold lines as they stand, or as a month has booked them; each leads to its order. */
export function LinesTable({ rows, label, hidden }: LinesTableProps) {
  const t = useTranslations('admin-finance')
  const admin = useTranslations('admin')
  const metrics = useMetrics(hidden)
  // A booking names no goods: what they are called now is not what was booked.
  const hasGoods = rows.some((row) => 'state' in row)

  return (
    <DataTable
      label={label}
      heads={[admin('label.order'), admin('label.when'), ...(hasGoods ? [t('what')] : []), t('by.method'), ...metrics]}
    >
      {rows.map((row) => (
        <tr key={row.itemId} data-row>
          <th scope="row">
            <OrderLink id={row.orderId} number={row.orderNumber} />
            {'state' in row ? <span className="a-sub">{knownLabel(admin, 'line', row.state)}</span> : null}
          </th>
          <td className="a-soft">
            <LocalTime at={row.at} show="date_time" />
          </td>
          {'state' in row ? (
            <td>
              <DestinationCell iso2={row.iso2}>
                <bdi>{row.destination}</bdi> <bdi>{row.plan}</bdi> {t('count', { count: row.count })}
              </DestinationCell>
            </td>
          ) : null}
          <td className="a-soft">{knownLabel(admin, 'provider', row.method)}</td>
          <RowCells columns={metrics} row={row} />
        </tr>
      ))}
    </DataTable>
  )
}

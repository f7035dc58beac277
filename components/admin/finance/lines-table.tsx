'use client'

import { useTranslations } from 'next-intl'
import { DataTable } from '#components/admin/data-table.tsx'
import { type HiddenFigures, useFigures } from '#components/admin/finance/figure-cells.tsx'
import { GoLink } from '#components/admin/go-link.tsx'
import { knownWords } from '#components/admin/known-words.ts'
import { RowCells } from '#components/admin/list-table.tsx'
import { Place } from '#components/admin/place.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import type { BookedLine, FinanceLine } from '#lib/domain/admin-finance.ts'

type LinesTableProps = { rows: (FinanceLine | BookedLine)[]; label: string; hidden: HiddenFigures }

/** Sold lines as they stand, or as a month has booked them; each leads to its order. */
export function LinesTable({ rows, label, hidden }: LinesTableProps) {
  const t = useTranslations('admin-finance')
  const admin = useTranslations('admin')
  const figures = useFigures(hidden)
  // A booking names no goods: what they are called now is not what was booked.
  const hasGoods = rows.some((row) => 'state' in row)

  return (
    <DataTable
      label={label}
      heads={[t('order'), t('when'), ...(hasGoods ? [t('what')] : []), t('by.method'), ...figures]}
    >
      {rows.map((row) => (
        <tr key={row.lineId} data-row>
          <th scope="row">
            <GoLink className="a-id a-link" href={`/admin/orders/${row.orderId}`}>
              {row.orderNumber}
            </GoLink>
            {'state' in row ? <span className="a-sub">{knownWords(admin, 'line', row.state)}</span> : null}
          </th>
          <td className="a-soft">
            <LocalTime at={row.at} show="date_time" />
          </td>
          {'state' in row ? (
            <td>
              <Place iso2={row.iso2}>
                <bdi>{row.destination}</bdi> <bdi>{row.plan}</bdi> {t('count', { count: row.count })}
              </Place>
            </td>
          ) : null}
          <td className="a-soft">{knownWords(t, 'method', row.method)}</td>
          <RowCells columns={figures} row={row} />
        </tr>
      ))}
    </DataTable>
  )
}

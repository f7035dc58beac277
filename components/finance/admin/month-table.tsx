import { useTranslations } from 'next-intl'
import { type HiddenFigures, LinesLink, useLinkedFigures } from '#components/finance/admin/figure-cells.tsx'
import { DataTable } from '#components/ui/admin/data-table.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { RowCells } from '#components/ui/admin/list-table.tsx'
import type { ClosedMonth, MonthLinesFilter, MonthSum } from '#lib/finance/rules/month-close.ts'

type MonthTableProps = { months: ClosedMonth[]; label: string; hidden: HiddenFigures }

/** Closed months, newest first: their own lines, and what happened in them to lines of months before. */
export function MonthTable({ months, label, hidden }: MonthTableProps) {
  const t = useTranslations('admin-finance.months')
  const figures = useLinkedFigures(hidden, monthLines)

  return (
    <DataTable label={label} heads={[t('month'), t('part'), { head: t('lines'), className: 'a-num' }, ...figures]}>
      {months.flatMap((month) =>
        month.sums.length === 0 ? (
          <tr key={month.id} data-row>
            <MonthName month={month} />
            <td className="a-soft" colSpan={figures.length + 2}>
              {t('nothing')}
            </td>
          </tr>
        ) : (
          month.sums.map((sum) => (
            <tr key={`${month.id} ${sum.currency} ${sum.costCurrency} ${sum.isCorrection}`} data-row>
              <MonthName month={month} />
              <PartCells sum={{ ...sum, monthId: month.id }} />
              <RowCells columns={figures} row={{ ...sum, monthId: month.id }} />
            </tr>
          ))
        ),
      )}
    </DataTable>
  )
}

function MonthName({ month: { id, month } }: { month: ClosedMonth }) {
  return (
    <th scope="row">
      <GoLink className="a-link" href={`/admin/finance/months/${id}`}>
        <bdi>{month}</bdi>
      </GoLink>
    </th>
  )
}

type PartSum = MonthSum & { monthId: string }

function PartCells({ sum }: { sum: PartSum }) {
  const t = useTranslations('admin-finance.months')
  const href = monthLines(sum, 'all')

  return (
    <>
      <td>
        <GoLink className="a-link" href={href}>
          {t(sum.isCorrection ? 'corrections' : 'own')}
        </GoLink>
      </td>
      <td className="a-num">
        <LinesLink href={href} isBeside>
          {sum.lines}
        </LinesLink>
      </td>
    </>
  )
}

/** The bookings behind a sum of a closed month. A correction is one, whatever is known about its cost. */
function monthLines({ monthId, isCorrection }: PartSum, lines: 'all' | 'unknown_cost'): string {
  return monthAddress(monthId, isCorrection ? 'corrections' : lines === 'all' ? 'own' : 'unknown_cost')
}

/** Returns the address of a part of the bookings of a closed month. */
export function monthAddress(id: string, part: MonthLinesFilter['part'] = 'own', after: string | null = null): string {
  return filterAddress(`/admin/finance/months/${id}`, { part: part === 'own' ? null : part, after })
}

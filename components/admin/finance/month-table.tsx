import { useTranslations } from 'next-intl'
import { DataTable } from '#components/admin/data-table.tsx'
import { type HiddenFigures, useFigures } from '#components/admin/finance/figure-cells.tsx'
import { GoLink } from '#components/admin/go-link.tsx'
import { RowCells } from '#components/admin/list-table.tsx'
import type { ClosedMonth, MonthSum } from '#lib/domain/month-close.ts'

type MonthTableProps = { months: ClosedMonth[]; label: string; hidden: HiddenFigures }

/** Closed months, newest first: their own lines, and what happened in them to lines of months before. */
export function MonthTable({ months, label, hidden }: MonthTableProps) {
  const t = useTranslations('admin-finance.months')
  const figures = useFigures(hidden)

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
              <PartCells id={month.id} sum={sum} />
              <RowCells columns={figures} row={sum} />
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

function PartCells({ id, sum }: { id: string; sum: MonthSum }) {
  const t = useTranslations('admin-finance.months')

  return (
    <>
      <td>
        <GoLink className="a-link" href={`/admin/finance/months/${id}${sum.isCorrection ? '?part=corrections' : ''}`}>
          {t(sum.isCorrection ? 'corrections' : 'own')}
        </GoLink>
      </td>
      <td className="a-num">{sum.lines}</td>
    </>
  )
}

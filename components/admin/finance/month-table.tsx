import { useTranslations } from 'next-intl'
import { FigureCells, FigureHeads } from '#components/admin/finance/figure-cells.tsx'
import { GoLink } from '#components/admin/go-link.tsx'
import { ScrollArea } from '#components/admin/scroll-area.tsx'
import type { ClosedMonth, MonthSum } from '#lib/domain/month-close.ts'

/** Closed months, newest first: their own lines, and what happened in them to lines of months before. */
export function MonthTable({ months, label }: { months: ClosedMonth[]; label: string }) {
  const t = useTranslations('admin-finance.months')

  return (
    <ScrollArea label={label}>
      <table className="a-tbl">
        <thead>
          <tr>
            <th scope="col">{t('month')}</th>
            <th scope="col">{t('part')}</th>
            <th scope="col" className="a-num">
              {t('lines')}
            </th>
            <FigureHeads />
          </tr>
        </thead>
        <tbody>
          {months.flatMap((month) =>
            month.sums.length === 0 ? (
              <tr key={month.id} data-row>
                <MonthName month={month} />
                <td className="a-soft" colSpan={12}>
                  {t('nothing')}
                </td>
              </tr>
            ) : (
              month.sums.map((sum) => (
                <tr key={`${month.id} ${sum.currency} ${sum.costCurrency} ${sum.isCorrection}`} data-row>
                  <MonthName month={month} />
                  <PartCells id={month.id} sum={sum} />
                </tr>
              ))
            ),
          )}
        </tbody>
      </table>
    </ScrollArea>
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
      <FigureCells figures={sum} isDifference={sum.isCorrection} />
    </>
  )
}

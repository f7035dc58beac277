import { useTranslations } from 'next-intl'
import { FigureCells, FigureHeads } from '#components/admin/finance/figure-cells.tsx'
import { GoLink } from '#components/admin/go-link.tsx'
import { knownWords } from '#components/admin/known-words.ts'
import { ScrollArea } from '#components/admin/scroll-area.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import type { FinanceFigures } from '#lib/domain/admin-finance.ts'

type Row = FinanceFigures & {
  lineId: string
  orderId: string
  orderNumber: string
  at: Date
  method: string
  isCorrection: boolean
}

/** The lines behind a closed month, as they were booked. */
export function MonthEntries({ rows, label }: { rows: Row[]; label: string }) {
  const t = useTranslations('admin-finance')

  return (
    <ScrollArea label={label}>
      <table className="a-tbl">
        <thead>
          <tr>
            <th scope="col">{t('order')}</th>
            <th scope="col">{t('months.ordered')}</th>
            <th scope="col">{t('by.method')}</th>
            <FigureHeads />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.lineId} data-row>
              <th scope="row">
                <GoLink className="a-id a-link" href={`/admin/orders/${row.orderId}`}>
                  {row.orderNumber}
                </GoLink>
              </th>
              <td className="a-soft">
                <LocalTime at={row.at} show="date_time" />
              </td>
              <td className="a-soft">{knownWords(t, 'method', row.method)}</td>
              <FigureCells figures={row} isDifference={row.isCorrection} />
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

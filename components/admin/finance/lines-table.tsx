import { useTranslations } from 'next-intl'
import { FigureCells, FigureHeads } from '#components/admin/finance/figure-cells.tsx'
import { GoLink } from '#components/admin/go-link.tsx'
import { knownWords } from '#components/admin/known-words.ts'
import { Place } from '#components/admin/place.tsx'
import { ScrollArea } from '#components/admin/scroll-area.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import type { BookedLine, FinanceLine } from '#lib/domain/admin-finance.ts'

/** Sold lines as they stand, or as a month has booked them; each leads to its order. */
export function LinesTable({ rows, label }: { rows: (FinanceLine | BookedLine)[]; label: string }) {
  const t = useTranslations('admin-finance')
  const admin = useTranslations('admin')
  // A booking names no goods: what they are called now is not what was booked.
  const hasGoods = rows.some((row) => 'state' in row)

  return (
    <ScrollArea label={label}>
      <table className="a-tbl">
        <thead>
          <tr>
            <th scope="col">{t('order')}</th>
            <th scope="col">{t('when')}</th>
            {hasGoods ? <th scope="col">{t('what')}</th> : null}
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
              <FigureCells figures={row} isDifference={'isCorrection' in row && row.isCorrection} />
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

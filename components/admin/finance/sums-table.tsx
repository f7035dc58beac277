import { useTranslations } from 'next-intl'
import { FigureCells, FigureHeads } from '#components/admin/finance/figure-cells.tsx'
import { financeAddress } from '#components/admin/finance/finance-filters.tsx'
import { GoLink } from '#components/admin/go-link.tsx'
import { knownWords } from '#components/admin/known-words.ts'
import { Place } from '#components/admin/place.tsx'
import { ScrollArea } from '#components/admin/scroll-area.tsx'
import type { FinanceFilter, FinanceRow, FinanceSums } from '#lib/domain/admin-finance.ts'

type SumsTableProps = { sums: FinanceSums; filter: FinanceFilter }

/** Figures as rows, the totals last. Each leads to the lines behind it. */
export function SumsTable({ sums: { rows, totals, hasMore }, filter }: SumsTableProps) {
  const t = useTranslations('admin-finance')
  const by = t(`by.${filter.by}`)

  return (
    <ScrollArea label={t('sums', { by })}>
      <table className="a-tbl">
        <thead>
          <tr>
            <th scope="col">{by}</th>
            <th scope="col" className="a-num">
              {t('figure.lines')}
            </th>
            <FigureHeads />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.key} ${row.currency} ${row.costCurrency}`} data-row>
              <th scope="row">
                <GoLink className="a-link" href={behind(row, filter)}>
                  <RowName row={row} filter={filter} />
                </GoLink>
              </th>
              <td className="a-num">{row.lines}</td>
              <FigureCells figures={row} />
            </tr>
          ))}
          {totals.map((figures) => (
            <tr key={`${figures.currency} ${figures.costCurrency}`}>
              <th scope="row">
                {t('total')} {figures.currency}
                {hasMore ? <span className="a-sub">{t('most')}</span> : null}
              </th>
              <td className="a-num">{figures.lines}</td>
              <FigureCells figures={figures} />
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

function RowName({ row: { key, label, iso2 }, filter }: { row: FinanceRow; filter: FinanceFilter }) {
  const t = useTranslations('admin-finance')
  if (label !== null) return <Place iso2={iso2}>{label}</Place>

  return <bdi>{filter.by === 'method' ? knownWords(t, 'method', key) : key}</bdi>
}

function behind({ key, currency }: FinanceRow, filter: FinanceFilter): string {
  return financeAddress({ ...filter, key, currency, after: null })
}

import { useTranslations } from 'next-intl'
import { DataTable } from '#components/admin/data-table.tsx'
import { FigureCells, useFigureHeads } from '#components/admin/finance/figure-cells.tsx'
import { financeAddress } from '#components/admin/finance/finance-filters.tsx'
import { GoLink } from '#components/admin/go-link.tsx'
import { knownWords } from '#components/admin/known-words.ts'
import { Place } from '#components/admin/place.tsx'
import type { FinanceFilter, FinanceRow, FinanceSums } from '#lib/domain/admin-finance.ts'

type SumsTableProps = { sums: FinanceSums; filter: FinanceFilter }

/** Figures as rows, the totals last. Each leads to the lines behind it. */
export function SumsTable({ sums: { rows, totals, hasMore }, filter }: SumsTableProps) {
  const t = useTranslations('admin-finance')
  const by = t(`by.${filter.by}`)

  return (
    <DataTable
      label={t('sums', { by })}
      heads={[by, { head: t('figure.lines'), className: 'a-num' }, ...useFigureHeads()]}
    >
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
    </DataTable>
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

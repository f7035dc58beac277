import { useTranslations } from 'next-intl'
import { type HiddenFigures, LinesLink, useLinkedFigures } from '#components/finance/admin/figure-cells.tsx'
import { financeAddress } from '#components/finance/admin/finance-filters.tsx'
import { DataTable } from '#components/ui/admin/data-table.tsx'
import { DestinationCell } from '#components/ui/admin/destination-cell.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { RowCells } from '#components/ui/admin/list-table.tsx'
import type { FinanceFigures, FinanceFilter, FinanceRow, FinanceSums } from '#lib/finance/rules/admin-finance.ts'

type SumsTableProps = { sums: FinanceSums; filter: FinanceFilter; hidden: HiddenFigures }

/** Figures as rows, the totals last. Each leads to the lines behind it. */
export function SumsTable({ sums: { rows, totals, hasMore }, filter, hidden }: SumsTableProps) {
  const t = useTranslations('admin-finance')
  const by = t(`by.${filter.by}`)
  const behind = (row: FinanceFigures & { key?: string }, lines: FinanceFilter['lines']) => {
    const key = row.key ?? null

    return financeAddress({
      ...filter,
      key,
      currency: row.currency,
      after: null,
      lines: key && lines === 'all' ? null : lines,
    })
  }
  const figures = useLinkedFigures(hidden, behind)

  return (
    <DataTable label={t('sums', { by })} heads={[by, { head: t('figure.lines'), className: 'a-num' }, ...figures]}>
      {rows.map((row) => (
        <tr key={`${row.key} ${row.currency} ${row.costCurrency}`} data-row>
          <th scope="row">
            <GoLink className="a-link" href={behind(row, 'all')}>
              <RowName row={row} filter={filter} />
            </GoLink>
          </th>
          <td className="a-num">
            <LinesLink href={behind(row, 'all')}>{row.lines}</LinesLink>
          </td>
          <RowCells columns={figures} row={row} />
        </tr>
      ))}
      {totals.map((total) => (
        <tr key={`${total.currency} ${total.costCurrency}`}>
          <th scope="row">
            {t('total')} {total.currency}
            {hasMore ? <span className="a-sub">{t('most')}</span> : null}
          </th>
          <td className="a-num">
            <LinesLink href={behind(total, 'all')}>{total.lines}</LinesLink>
          </td>
          <RowCells columns={figures} row={total} />
        </tr>
      ))}
    </DataTable>
  )
}

function RowName({ row: { key, label, iso2 }, filter }: { row: FinanceRow; filter: FinanceFilter }) {
  const t = useTranslations('admin-finance')
  if (label !== null) return <DestinationCell iso2={iso2}>{label}</DestinationCell>

  return <bdi>{filter.by === 'method' ? knownWords(t, 'method', key) : key}</bdi>
}

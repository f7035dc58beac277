import { useLocale, useTranslations } from 'next-intl'
import { ChartRoom } from '#components/finance/admin/chart-room.tsx'
import { financeAddress } from '#components/finance/admin/finance-filters.tsx'
import { type HiddenMetrics, LinesLink, useLinkedMetrics } from '#components/finance/admin/metric-cells.tsx'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { DataTable, RowCells } from '#components/ui/admin/list-table.tsx'
import { Separator, sumText } from '#components/ui/admin/money-amount.tsx'
import { DestinationCell } from '#components/ui/admin/relative-time.tsx'
import { directionOf, toLocale } from '#lib/core/i18n/config.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'
import type { FinanceFilter, FinanceMetrics, FinanceRow, FinanceSums } from '#lib/finance/rules/admin-finance.ts'

const MAX_DAYS = 92
const MAX_NAMES = 12

/**
 * The revenue of each row as a bar that opens the items behind it, a drawing per currency. The table below says the same
 * in figures: nobody needs the drawing to read them.
 */
export function SumsChart({ rows, filter }: { rows: FinanceRow[]; filter: FinanceFilter }) {
  const t = useTranslations('admin-finance')
  const admin = useTranslations('admin')
  const locale = toLocale(useLocale())
  const tag = intlTag(locale)
  const isTime = filter.by === 'day' || filter.by === 'month'
  const currencies = [...new Set(rows.map(({ currency }) => currency))]

  return currencies.map((currency) => {
    const sums = addUp(rows.filter((row) => row.currency === currency))
    const shown = isTime ? sums.slice(0, MAX_DAYS).reverse() : sums.slice(0, MAX_NAMES)
    const bars = shown.map(({ key, label, minor }) => {
      const name = label ?? (filter.by === 'method' ? knownLabel(admin, 'provider', key) : key)
      const sum = `${sumText(minor, currency, tag)} ${currency}`

      return {
        key,
        name,
        minor,
        label: t('chart.label', { name, sum }),
        href: financeAddress({ ...filter, key, currency, after: null }),
      }
    })

    return (
      <figure key={currency} className="border-b border-line p-3.5">
        <figcaption className="mb-2 text-small text-ink-soft">
          {t('chart.title', { by: t(`by.${filter.by}`) })}
          <Separator />
          {currency}. <span>{t('chart.days')}</span> <span className="sr-only">{t('chart.table')}</span>
        </figcaption>
        <ChartRoom
          bars={bars}
          isTime={isTime}
          isReversed={directionOf(locale) === 'rtl'}
          currency={currency}
          tag={tag}
        />
      </figure>
    )
  })
}

type Added = { key: string; label: string | null; minor: number }

// Costs may come in several currencies; what was taken for one key is still one bar.
function addUp(rows: FinanceRow[]): Added[] {
  const sums = new Map<string, Added>()
  for (const { key, label, revenueMinor } of rows) {
    sums.set(key, { key, label, minor: (sums.get(key)?.minor ?? 0) + revenueMinor })
  }

  return [...sums.values()]
}

type SumsTableProps = { sums: FinanceSums; filter: FinanceFilter; hidden: HiddenMetrics }

/** Figures as rows, the totals last. Each leads to the items behind it. */
export function SumsTable({ sums: { rows, totals, hasMore }, filter, hidden }: SumsTableProps) {
  const t = useTranslations('admin-finance')
  const tLabel = useTranslations('admin.label')
  const by = t(`by.${filter.by}`)
  const behind = (row: FinanceMetrics & { key?: string }, lines: FinanceFilter['lines']) => {
    const key = row.key ?? null

    return financeAddress({
      ...filter,
      key,
      currency: row.currency,
      after: null,
      lines: key && lines === 'all' ? null : lines,
    })
  }
  const metrics = useLinkedMetrics(hidden, behind)

  return (
    <DataTable label={t('sums', { by })} heads={[by, { head: tLabel('items'), className: 'a-num' }, ...metrics]}>
      {rows.map((row) => (
        <tr key={`${row.key} ${row.currency} ${row.costCurrency}`} data-row>
          <th scope="row">
            <Link className="a-link" href={behind(row, 'all')}>
              <RowName row={row} filter={filter} />
            </Link>
          </th>
          <td className="a-num">
            <LinesLink href={behind(row, 'all')}>{row.lines}</LinesLink>
          </td>
          <RowCells columns={metrics} row={row} />
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
          <RowCells columns={metrics} row={total} />
        </tr>
      ))}
    </DataTable>
  )
}

function RowName({ row: { key, label, iso2 }, filter }: { row: FinanceRow; filter: FinanceFilter }) {
  const admin = useTranslations('admin')
  if (label !== null) return <DestinationCell iso2={iso2}>{label}</DestinationCell>

  return <bdi>{filter.by === 'method' ? knownLabel(admin, 'provider', key) : key}</bdi>
}

import { useLocale, useTranslations } from 'next-intl'
import { ChartRoom } from '#components/finance/admin/chart-room.tsx'
import { financeAddress } from '#components/finance/admin/finance-filters.tsx'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { Separator } from '#components/ui/admin/separator.tsx'
import { sumText } from '#components/ui/admin/sum.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import { directionOf } from '#lib/core/i18n/direction.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'
import type { FinanceFilter, FinanceRow } from '#lib/finance/rules/admin-finance.ts'

const MOST_DAYS = 92
const MOST_NAMES = 12

type SumsChartProps = { rows: FinanceRow[]; filter: FinanceFilter }

/**
 * The revenue of each row as a bar that opens the lines behind it, a drawing per currency. The table below says the same
 * in figures: nobody needs the drawing to read them.
 */
export function SumsChart({ rows, filter }: SumsChartProps) {
  const t = useTranslations('admin-finance')
  const locale = toLocale(useLocale())
  const tag = intlTag(locale)
  const isTime = filter.by === 'day' || filter.by === 'month'
  const currencies = [...new Set(rows.map(({ currency }) => currency))]

  return currencies.map((currency) => {
    const sums = addUp(rows.filter((row) => row.currency === currency))
    const shown = isTime ? sums.slice(0, MOST_DAYS).reverse() : sums.slice(0, MOST_NAMES)
    const bars = shown.map(({ key, label, minor }) => {
      const name = label ?? (filter.by === 'method' ? knownWords(t, 'method', key) : key)
      const sum = `${sumText(minor, currency, tag)} ${currency}`

      return {
        key,
        name,
        minor,
        words: t('chart.label', { name, sum }),
        href: financeAddress({ ...filter, key, currency, after: null }),
      }
    })

    return (
      <figure key={currency} className="a-chart">
        <figcaption>
          {t('chart.title', { by: t(`by.${filter.by}`) })}
          <Separator />
          {currency}. <span>{t('chart.days')}</span> <span className="a-vh">{t('chart.table')}</span>
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

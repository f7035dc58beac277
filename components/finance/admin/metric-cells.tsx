import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Link } from '#components/ui/admin/link.tsx'
import { type Column, ColumnChoice, shownColumns } from '#components/ui/admin/list-table.tsx'
import { ExactSum, MoneyAmount } from '#components/ui/admin/money-amount.tsx'
import type { ListColumn } from '#lib/core/rules/lists.ts'
import type { FinanceMetrics } from '#lib/finance/rules/admin-finance.ts'

/** A row of figures. In a correction, nothing means that nothing has changed against what was booked before. */
type Metrics = FinanceMetrics & { isCorrection?: boolean }
type MetricColumn = Column<Metrics, ListColumn<'figures'>>
/** Returns the address of the items behind figures: all of them, or those whose cost nobody has told. */
type Behind<Row> = (row: Row, lines: 'all' | 'unknown_cost') => string

/** The figures that somebody does not want to see, wherever they stand. */
export type HiddenMetrics = readonly ListColumn<'figures'>[]

/** Lets a person choose the figures of sums, lines and closed months. */
export function MetricChoice({ hidden }: { hidden: HiddenMetrics }) {
  return <ColumnChoice list="figures" columns={useAllMetrics()} hidden={hidden} />
}

/**
 * The money of sold lines, each amount with its currency. What nobody has told is no zero: so are the fees of payment
 * providers, which none of them reports with a payment.
 */
export function useMetrics(hidden: HiddenMetrics): MetricColumn[] {
  return shownColumns(useAllMetrics(), hidden)
}

/** The same of many lines together: each amount opens them, and what is not told opens the items that miss it. */
export function useLinkedMetrics<Row extends Metrics>(hidden: HiddenMetrics, behind: Behind<Row>): Column<Row>[] {
  const t = useTranslations('admin-finance')

  return useMetrics(hidden).map(({ cell, ...column }) => ({
    ...column,
    cell: (row) => {
      if (column.name === 'fees') return cell(row)
      const isUnknown = COSTS.includes(column.name) && !isTold(row)
      const isInPart = column.name === 'margin' && isTold(row) && !row.isCorrection && row.knownLines < row.lines

      return (
        <>
          <LinesLink href={behind(row, isUnknown ? 'unknown_cost' : 'all')} isBeside>
            {cell(row)}
          </LinesLink>
          {isInPart ? (
            <Link className="a-link a-sub" href={behind(row, 'unknown_cost')}>
              {t('known', { known: row.knownLines, lines: row.lines })}
            </Link>
          ) : null}
        </>
      )
    },
  }))
}

/** Opens the items behind a figure. One `isBeside` another with the same address is no stop of its own for the keyboard. */
export function LinesLink({
  href,
  isBeside = false,
  children,
}: {
  href: string
  isBeside?: boolean
  children: ReactNode
}) {
  return (
    <Link
      className={isBeside ? 'a-link decoration-transparent hover:decoration-current' : 'a-link'}
      href={href}
      {...(isBeside ? { tabIndex: -1 } : {})}
    >
      {children}
    </Link>
  )
}

const COSTS: readonly string[] = ['charged', 'credited', 'spent', 'margin']

function isTold({ isCorrection = false, knownLines }: Metrics): boolean {
  return isCorrection || knownLines > 0
}

function useAllMetrics(): MetricColumn[] {
  const t = useTranslations('admin-finance')
  const tLabel = useTranslations('admin.label')
  const metricColumn = (name: MetricColumn['name'], cell: MetricColumn['cell'], className = 'a-num a-soft') => ({
    ...{ name, head: t(`figure.${name}`), className, cell },
  })
  const sum = (of: (metrics: Metrics) => number) => (metrics: Metrics) => (
    <MoneyAmount minor={of(metrics)} currency={metrics.currency} />
  )
  const cost = (text: string, { costCurrency }: Metrics) => <ExactSum amount={text} currency={costCurrency} />
  const known = (cell: MetricColumn['cell']) => (metrics: Metrics) => (isTold(metrics) ? cell(metrics) : t('unknown'))

  return [
    metricColumn(
      'revenue',
      sum(({ revenueMinor }) => revenueMinor),
      'a-num',
    ),
    metricColumn(
      'tax',
      sum(({ taxMinor }) => taxMinor),
    ),
    metricColumn(
      'discount',
      sum(({ discountMinor }) => discountMinor),
    ),
    metricColumn(
      'refunded',
      sum(({ refundedMinor }) => refundedMinor),
    ),
    metricColumn('fees', () => tLabel('notReported')),
    metricColumn('quoted', (metrics) => cost(metrics.quoted, metrics)),
    metricColumn(
      'charged',
      known((metrics) => cost(metrics.charged, metrics)),
    ),
    metricColumn(
      'credited',
      known((metrics) => cost(metrics.credited, metrics)),
    ),
    metricColumn('spent', known(sum(({ spentMinor }) => spentMinor))),
    metricColumn('margin', known(sum(({ marginMinor }) => marginMinor)), 'a-num'),
  ]
}

import type { FinanceMetrics } from '#lib/finance/rules/admin-finance.ts'

const ADDED = ['lines', 'knownLines', 'revenueMinor', 'taxMinor', 'refundedMinor', 'spentMinor', 'marginMinor'] as const

/** The sums of rows, figure by figure. */
export function addUp(rows: FinanceMetrics[]) {
  return ADDED.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)])
}

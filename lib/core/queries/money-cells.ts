import type { CsvCell } from '#lib/core/rules/csv.ts'
import { parseCurrency } from '#lib/core/rules/currency.ts'
import { money, toDecimalText } from '#lib/core/rules/money.ts'
import type { FinanceFigures } from '#lib/finance/rules/admin-finance.ts'

/** The heads above `moneyCells`. */
export const MONEY_HEAD = [
  ...['lines', 'lines_with_cost', 'currency', 'revenue', 'tax', 'discount', 'refunded', 'provider_fees'],
  ...['cost_currency', 'cost_quoted', 'cost_charged', 'supplier_credits', 'cost_net', 'margin'],
]

/** Figures as cells of a CSV file: exact text in main units, nothing where nobody has told. Fees are never told. */
export function moneyCells(figures: FinanceFigures, isKnown = figures.knownLines > 0): CsvCell[] {
  const { lines, knownLines, currency, costCurrency, quoted, charged, credited } = figures
  const text = (minor: number) => mainUnits(minor, currency)
  // A cost that nobody has told is no zero.
  const known = (value: string) => (isKnown ? value : null)
  const { revenueMinor, taxMinor, discountMinor, refundedMinor, spentMinor, marginMinor } = figures

  return [
    ...[lines, knownLines, currency, ...[revenueMinor, taxMinor, discountMinor, refundedMinor].map(text), null],
    ...[costCurrency, quoted, known(charged), known(credited), known(text(spentMinor)), known(text(marginMinor))],
  ]
}

/** An amount in main units as exact text. */
export function mainUnits(minor: number, currency: string): string {
  const code = parseCurrency(currency)

  return code ? toDecimalText(money(minor, code)) : String(minor)
}

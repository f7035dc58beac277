import { type CurrencyCode, currencyExponent } from '#lib/core/rules/currency.ts'
import { parseDecimal } from '#lib/core/rules/decimal.ts'
import { type Money, parseMoney } from '#lib/core/rules/money.ts'

/**
 * Returns the amount above zero that a person typed in, with a point or a comma before its decimals; `null` when it is
 * none, or could be read in two ways.
 */
export function parseAmountInput(text: string, currency: CurrencyCode): Money | null {
  // No exponents: nobody types them into a form of money.
  if (!/^[\d.,\s]+$/.test(text)) return null
  // More decimals than the currency has are thousands: `1.500` is how German writes fifteen hundred.
  const decimals = /[.,](\d+)$/.exec(text.trim())?.[1] ?? ''
  const decimal = decimals.length > currencyExponent(currency) ? null : parseDecimal(text)
  const amount = decimal === null ? null : parseMoney(decimal, currency)

  return amount !== null && amount.minor > 0 ? amount : null
}

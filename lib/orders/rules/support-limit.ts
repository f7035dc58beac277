import { currencyExponent, parseCurrency } from '#lib/core/rules/currency.ts'
import { type OrderRate, toSaleMinor } from '#lib/pricing/rules/selling-currency.ts'

/** Where the limit is kept among the settings. */
export const SUPPORT_LIMIT_KEY = 'acts.support_limit_minor'
const DEFAULT_UNITS = 50

/** Reads a stored limit of support, in minor units of the store's currency: 50 units where none was set. */
export function toSupportLimit(stored: unknown, currency: string): number {
  if (typeof stored === 'number' && Number.isSafeInteger(stored) && stored >= 0) return stored
  const code = parseCurrency(currency)

  return DEFAULT_UNITS * 10 ** (code ? currencyExponent(code) : 2)
}

/** Returns the same sum in minor units of an order's currency, at the rate of the order. */
export function limitIn(limitMinor: number, rate: OrderRate | null): number {
  return rate ? toSaleMinor(limitMinor, rate, 'down') : limitMinor
}

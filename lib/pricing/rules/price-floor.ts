import type { CurrencyCode } from '#lib/core/rules/currency.ts'
import { currencyExponent } from '#lib/core/rules/currency.ts'
import {
  addDecimals,
  type Decimal,
  decimal,
  multiplyByInteger,
  multiplyDecimals,
  subtractDecimals,
  toScaledInteger,
} from '#lib/core/rules/decimal.ts'
import type { PriceRule } from '#lib/pricing/rules/pricing.ts'

/** What was offered: the exact cost of one piece (of one day, where days are paid), its rate, and how many of them. */
export type FloorBasis = {
  cost: Decimal
  rate: Decimal
  pieces: number
  rule: Pick<PriceRule, 'floorPercent' | 'floorMinor'>
  currency: CurrencyCode
}

/** Returns the least sum, in minor units, that so many pieces may be sold for: their cost, and the margin above it. */
export function leastPriceMinor({ cost, rate, pieces, rule, currency }: FloorBasis): number {
  const inOurs = multiplyDecimals(multiplyDecimals(cost, rate), decimal(10 ** currencyExponent(currency)))
  const costMinor = multiplyByInteger(inOurs, pieces)
  const bySum = addDecimals(costMinor, decimal((rule.floorMinor ?? 0) * pieces))
  const costShare = subtractDecimals(decimal(100), rule.floorPercent ?? decimal(0))

  return Math.max(Number(toScaledInteger(bySum, 0, 'up')), ceilOfShare(costMinor, costShare))
}

const PLACES = 12

// The least whole price of which the cost is no more than `share` percent. All of it would be asked for without one.
function ceilOfShare(costMinor: Decimal, share: Decimal): number {
  const cost = toScaledInteger(multiplyByInteger(costMinor, 100), PLACES, 'up')
  const part = toScaledInteger(share, PLACES, 'down')
  if (part <= 0n) return Number.MAX_SAFE_INTEGER

  return Number((cost + part - 1n) / part)
}

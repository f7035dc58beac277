import { type CurrencyCode, chargeStepMinor, currencyExponent } from '#lib/core/rules/currency.ts'
import { type Decimal, toScaledInteger } from '#lib/core/rules/decimal.ts'
import { type Money, money } from '#lib/core/rules/money.ts'

/** `none` is the smallest chargeable step; the others are whole units, halves, and amounts that end in 99 hundredths. */
export const PRICE_ROUNDINGS = ['none', 'whole', 'half', 'ninety_nine'] as const
export type PriceRounding = (typeof PRICE_ROUNDINGS)[number]

/** How prices of a further currency are rounded: also to amounts that end in 90 hundredths, to tens and to hundreds. */
export const CURRENCY_ROUNDINGS = [...PRICE_ROUNDINGS, 'ninety', 'ten', 'hundred'] as const
export type CurrencyRounding = (typeof CURRENCY_ROUNDINGS)[number]

const UNITS: Partial<Record<CurrencyRounding, number>> = { whole: 1, ten: 10, hundred: 100 }
const BELOW_NEXT: Partial<Record<CurrencyRounding, number>> = { ninety_nine: 100, ninety: 10 }

/** Returns the least price of a rounding that is not below an exact amount in minor units, and can be charged. */
export function roundUp(exactMinor: Decimal, rounding: CurrencyRounding, currency: CurrencyCode): Money {
  const unit = 10 ** currencyExponent(currency)
  const step = chargeStepMinor(currency)
  // Where fractions cannot be charged, half a unit and 99 hundredths do not exist.
  const isWhole = rounding !== 'none' && step * 100 > unit
  const minor = Number(toScaledInteger(exactMinor, 0, 'up'))
  const below = isWhole ? 0 : unit / (BELOW_NEXT[rounding] ?? Number.POSITIVE_INFINITY)
  const parts = unit * (UNITS[rounding] ?? (isWhole || below > 0 ? 1 : 0.5))
  const rounded = rounding === 'none' ? minor : ceilTo(minor + below, parts) - below

  return money(ceilTo(rounded, step), currency)
}

function ceilTo(value: number, step: number): number {
  const rest = ((value % step) + step) % step

  return rest === 0 ? value : value + step - rest
}

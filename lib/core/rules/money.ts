import { type CurrencyCode, chargeStepMinor, currencyExponent } from '#lib/core/rules/currency.ts'

/** An amount in whole minor units of one currency. `minor` is a safe integer and may be negative. */
export type Money = { readonly minor: number; readonly currency: CurrencyCode }

/** Returns an amount. Throws `RangeError` for a fraction or a number too large to be exact. */
export function money(minor: number, currency: CurrencyCode): Money {
  if (!Number.isSafeInteger(minor)) throw new RangeError('An amount is a whole number of minor units.')

  // Adding zero turns -0 into 0, which compares and prints like what it is.
  return { minor: minor + 0, currency }
}

/** Returns nothing, in a currency. */
export function zero(currency: CurrencyCode): Money {
  return money(0, currency)
}

/** Returns `a + b`. Throws `RangeError` when the currencies differ or the sum is no longer exact. */
export function add(a: Money, b: Money): Money {
  assertSameCurrency(a, b)

  return money(a.minor + b.minor, a.currency)
}

/** Returns `a - b`, which may be negative. Throws like `add`. */
export function subtract(a: Money, b: Money): Money {
  assertSameCurrency(a, b)

  return money(a.minor - b.minor, a.currency)
}

/** Returns the sum of all amounts, zero of `currency` for none. Throws like `add`. */
export function sum(amounts: readonly Money[], currency: CurrencyCode): Money {
  return amounts.reduce(add, zero(currency))
}

/** Returns `factor` times the amount. The factor is a whole number: rates and percentages belong to pricing. */
export function multiply(amount: Money, factor: number): Money {
  if (!Number.isSafeInteger(factor)) throw new RangeError('Money is multiplied by whole numbers only.')

  return money(amount.minor * factor, amount.currency)
}

/** Returns -1, 0 or 1, fit for sorting. Throws `RangeError` when the currencies differ. */
export function compare(a: Money, b: Money): -1 | 0 | 1 {
  assertSameCurrency(a, b)
  if (a.minor === b.minor) return 0

  return a.minor < b.minor ? -1 : 1
}

/** Tells whether amount and currency are both the same. Never throws: this is the check of a provider's answer. */
export function isSameMoney(a: Money, b: Money): boolean {
  return a.currency === b.currency && a.minor === b.minor
}

/** Tells whether the amount falls on the smallest step that eSIM processors accept for its currency. */
export function isChargeable(amount: Money): boolean {
  return amount.minor > 0 && amount.minor % chargeStepMinor(amount.currency) === 0
}

/** Returns the exact amount in major units as text: `12.40`, `-0.05`, `1200` (JPY), `1.250` (KWD). */
export function toDecimalText(amount: Money): string {
  const exponent = currencyExponent(amount.currency)
  const sign = amount.minor < 0 ? '-' : ''
  const digits = String(Math.abs(amount.minor)).padStart(exponent + 1, '0')
  if (exponent === 0) return sign + digits

  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

/**
 * Returns the amount that a person typed in major units (`12.4`, `12.40`), `null` when it is not one.
 *
 * Nothing is rounded: more decimals than the currency has are not an amount.
 */
export function parseMoney(text: string, currency: CurrencyCode): Money | null {
  const exponent = currencyExponent(currency)
  const match = /^(?<whole>-?\d{1,16})(?:\.(?<fraction>\d+))?$/.exec(text.trim())
  const { whole = '', fraction = '' } = match?.groups ?? {}
  if (whole === '' || fraction.length > exponent) return null

  const minor = Number(whole + fraction.padEnd(exponent, '0'))

  return Number.isSafeInteger(minor) ? money(minor, currency) : null
}

/**
 * Returns the amount as readers of `locale` write it, always with its currency: `US$12.40`, `12,40 €`.
 *
 * Decimals follow the charged unit, not the display data of the runtime. No float is involved.
 */
export function formatMoney(amount: Money, locale: string): string {
  const exponent = currencyExponent(amount.currency)
  // ISK and UGX are counted in hundredths but only whole units can be paid, so decimals would be noise.
  const isWholeUnits = chargeStepMinor(amount.currency) === 10 ** exponent
  const digits = isWholeUnits && amount.minor % 10 ** exponent === 0 ? 0 : exponent
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: amount.currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })

  // Decimal text keeps every digit; a template type is how the standard library spells it.
  return format.format(toDecimalText(amount) as `${number}`)
}

function assertSameCurrency(a: Money, b: Money): void {
  if (a.currency !== b.currency) throw new RangeError(`${a.currency} and ${b.currency} cannot be combined.`)
}

import {
  type CurrencyCode,
  chargeStepMinor,
  currencyCodes,
  currencyExponent,
  leastChargeMinor,
  parseCurrency,
} from '#lib/core/rules/currency.ts'
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimal,
  multiplyDecimals,
  type RoundingMode,
  toScaledInteger,
} from '#lib/core/rules/decimal.ts'
import { type Money, money } from '#lib/core/rules/money.ts'

/** Where a rate comes from: typed by somebody, out of a file, or fetched from the address of a source. */
export const RATE_SOURCES = ['hand', 'file', 'url'] as const
export type RateSource = (typeof RATE_SOURCES)[number]

/**
 * A currency besides the store's own that it sells in. `rate` is what one unit of the store's currency is worth in it, as
 * its source said for the day `asOf` (`YYYY-MM-DD`); `markup` is the percentage for the risk that it moves, 0 or more.
 */
export type SellingCurrency = {
  code: CurrencyCode
  rate: Decimal
  asOf: string
  source: RateSource
  markup: Decimal
  rounding: CurrencyRounding
}

/** What a price in another currency is made of; this much of it is told to browsers. */
export type PriceTerms = Pick<SellingCurrency, 'code' | 'rate' | 'markup' | 'rounding'>

/**
 * Returns what a price of the store is in another currency: at the rate with its markup, rounded upwards once, never less
 * than can be charged. What kept its floor in the store's currency keeps it here.
 */
export function priceIn(price: Money, { code, rate, markup, rounding }: PriceTerms): Money {
  const exact = exactIn(price, { code, rate: withMarkup(rate, markup) })
  const least = decimal(leastPayableMinor({ store: price.currency, sale: code, rate }))

  return roundUp(compareDecimals(exact, least) < 0 ? least : exact, rounding, code)
}

/** Returns what a figure that nobody pays as it stands is in another currency, such as a price per day or per GB. */
export function metricIn(price: Money, { code, rate, markup }: PriceTerms): Money {
  return roundUp(exactIn(price, { code, rate: withMarkup(rate, markup) }), 'none', code)
}

/** A pair of currencies at the rate of an order: one unit of `store` is worth `rate` units of `sale`. */
export type OrderRate = { store: CurrencyCode; sale: CurrencyCode; rate: Decimal }

type RateColumns = { currency: string; storeCurrency: string | null; storeRate: { toString(): string } | null }

/** Returns the pair of currencies that an offer was made in, `null` where it is in the store's alone. */
export function toOrderRate({ currency, storeCurrency, storeRate }: RateColumns): OrderRate | null {
  const [store, sale] = [parseCurrency(storeCurrency ?? ''), parseCurrency(currency)]

  return store && sale && storeRate && { store, sale, rate: decimal(storeRate.toString()) }
}

/** Returns an amount of the store's currency in that of an order, at the order's rate. */
export function toSaleMinor(minor: number, { store, sale, rate }: OrderRate, way: RoundingMode): number {
  return Number(toScaledInteger(exactIn(money(minor, store), { code: sale, rate }), 0, way))
}

/** Returns the least sum that a card can be charged for an order in a currency, in minor units of it. `rate`: of its offers, if any. */
export function leastOf(currency: CurrencyCode, rate: OrderRate | null): number {
  return rate ? leastPayableMinor(rate) : leastChargeMinor(currency)
}

/**
 * Returns the least sum that can be charged in the currency of an order, in minor units of it. Where processors name none,
 * and where they pay out in the store's currency, what counts is the least there, at the rate.
 */
export function leastPayableMinor({ store, sale, rate }: OrderRate): number {
  const own = exactIn(money(leastChargeMinor(store), store), { code: sale, rate })

  return Math.max(leastChargeMinor(sale), roundUp(own, 'none', sale).minor)
}

const PLACES = 10

/** Returns an amount of an order in the store's currency, at the order's rate, half away from zero. */
export function toStoreMinor(minor: number, { store, sale, rate }: OrderRate): number {
  // Division by whole numbers: both sides are scaled until nothing is behind the point.
  const over = BigInt(Math.abs(minor)) * 10n ** BigInt(currencyExponent(store) + PLACES)
  const under = toScaledInteger(rate, PLACES, 'half-up') * 10n ** BigInt(currencyExponent(sale))
  const size = Number((over * 2n + under) / (under * 2n))

  return minor < 0 ? -size : size
}

function exactIn(price: Money, { code, rate }: { code: CurrencyCode; rate: Decimal }): Decimal {
  const shift = currencyExponent(code) - currencyExponent(price.currency)
  const units = multiplyDecimals(decimal(price.minor), rate)

  return multiplyDecimals(units, decimal(shift < 0 ? `0.${'1'.padStart(-shift, '0')}` : 10 ** shift))
}

function withMarkup(rate: Decimal, markup: Decimal): Decimal {
  return multiplyDecimals(multiplyDecimals(rate, addDecimals(decimal(100), markup)), decimal('0.01'))
}

const DAY_MS = 86_400_000

/** How many days ago the day was that a rate is of. */
export function rateAge({ asOf }: Pick<SellingCurrency, 'asOf'>, now: Date): number {
  return Math.floor((now.getTime() - Date.parse(`${asOf}T00:00:00Z`)) / DAY_MS)
}

/** Returns the currencies whose rate is not older than so many days. The others are not sold in until there is a new one. */
export function usableCurrencies<One extends SellingCurrency>(
  currencies: readonly One[],
  { maxAgeDays, now }: { maxAgeDays: number; now: Date },
): One[] {
  return currencies.filter((currency) => rateAge(currency, now) <= maxAgeDays)
}

/** Returns the terms of currencies as one text for the browser: `JPY 171.5 2 whole;GBP 0.86 0 ninety_nine`. */
export function writePriceTerms(currencies: readonly PriceTerms[]): string {
  return currencies.map(({ code, rate, markup, rounding }) => [code, rate, markup, rounding].join(' ')).join(';')
}

/** Reads what `writePriceTerms` wrote. */
export function readPriceTerms(text: string): PriceTerms[] {
  return text.split(';').flatMap((part) => {
    const [name = '', rate = '', markup = '', rounding = 'none'] = part.split(' ')
    const code = currencyCodes.find((one) => one === name)

    return code ? [{ code, rate: decimal(rate), markup: decimal(markup), rounding: rounding as CurrencyRounding }] : []
  })
}

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

import { type CurrencyCode, currencyExponent } from '#lib/core/rules/currency.ts'
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimal,
  multiplyByInteger,
  multiplyDecimals,
  subtractDecimals,
  toScaledInteger,
} from '#lib/core/rules/decimal.ts'
import type { Money } from '#lib/core/rules/money.ts'
import { PRICE_SCOPES, type PriceScope, speaksAbout, specificity } from '#lib/pricing/rules/pricing-scope.ts'
import { PRICE_ROUNDINGS, type PriceRounding, roundUp } from '#lib/pricing/rules/selling-currency.ts'
import type { Shelf } from '#lib/settings/rules/shop.ts'

export { PRICE_ROUNDINGS, PRICE_SCOPES, type PriceRounding, type PriceScope }

/**
 * How cost becomes price. `scopeKey` is empty, a shelf, a SKU number, a kind (see pricing-scope.ts) or a plan id.
 *
 * `fixedMinor` is the price itself; otherwise cost plus `percent` plus `addMinor`. `floorPercent` is the least share of
 * the price, and `floorMinor` the least sum, that must remain above cost. Rounding and floor that are null are those of
 * the next wider rule.
 */
export type PriceRule = {
  scope: PriceScope
  scopeKey: string
  percent: Decimal | null
  addMinor: number | null
  fixedMinor: number | null
  rounding: PriceRounding | null
  floorPercent: Decimal | null
  floorMinor: number | null
  version: number
}

/** The plan that a rule is looked up for. `megabytes` is its allowance, 1,024 to the gigabyte. */
export type PricedSubject = {
  planId: string
  skuId: number
  shelf: Shelf
  kind: 'fixed' | 'day_pass' | 'unsold'
  megabytes: number
}

/** A price, or why there is none: `below_floor` would lose the margin that was asked for, `no_price` cannot be charged. */
export type Priced = { price: Money; problem: null } | { price: null; problem: 'below_floor' | 'no_price' }

/** What a price is made from: exact cost, and how many units of `currency` one unit of the cost's currency is worth. */
export type PriceBasis = { cost: Decimal; rate: Decimal; rule: PriceRule; currency: CurrencyCode }

/** What a rule makes of a cost: the cost in minor units, exactly, and the price that would follow. */
export type PriceDetails = { costMinor: Decimal; price: Money; isUnderFloor: boolean }

/** What remains of a price above its cost, rounded down: in minor units, and in hundredths of a percent of the price. */
export type Margin = { minor: number; basisPoints: number }

/** Returns every rule that fits a plan, the most specific one first, the newest of several equals. */
export function fittingRules(rules: readonly PriceRule[], subject: PricedSubject): PriceRule[] {
  const rank = new Map(rules.filter((rule) => speaksAbout(rule, subject)).map((rule) => [rule, specificity(rule)]))

  return [...rank.keys()].sort((a, b) => (rank.get(b) ?? 0) - (rank.get(a) ?? 0) || b.version - a.version)
}

/**
 * Returns the rule that decides for a plan: the most specific one, with the rounding and the floor that it leaves to
 * wider ones filled in. `null` when none fits.
 */
export function findRule(rules: readonly PriceRule[], subject: PricedSubject): PriceRule | null {
  const fitting = fittingRules(rules, subject)
  const [decider] = fitting
  if (!decider) return null
  const floor = fitting.find(({ floorPercent, floorMinor }) => floorPercent !== null || floorMinor !== null)

  return {
    ...decider,
    rounding: fitting.find(({ rounding }) => rounding !== null)?.rounding ?? 'none',
    floorPercent: floor?.floorPercent ?? null,
    floorMinor: floor?.floorMinor ?? null,
  }
}

/**
 * Returns the price for one plan, or for one day of a day pass.
 *
 * All arithmetic is exact; rounding happens once, and always upwards, so that it never eats margin.
 */
export function priceOf(basis: PriceBasis): Priced {
  const { price, isUnderFloor } = priceDetails(basis)
  if (price.minor <= 0) return { price: null, problem: 'no_price' }
  if (isUnderFloor) return { price: null, problem: 'below_floor' }

  return { price, problem: null }
}

/** Returns what a rule makes of a cost, also where the result may not be sold. */
export function priceDetails({ cost, rate, rule, currency }: PriceBasis): PriceDetails {
  const costMinor = multiplyDecimals(multiplyDecimals(cost, rate), decimal(10 ** currencyExponent(currency)))
  const price =
    rule.fixedMinor === null
      ? roundUp(withMargin(costMinor, rule), rule.rounding ?? 'none', currency)
      : roundUp(decimal(rule.fixedMinor), 'none', currency)

  return { costMinor, price, isUnderFloor: !keepsFloor(price, costMinor, rule) }
}

/** Returns what remains of a price above an exact cost in minor units. */
export function marginOf(price: Money, costMinor: Decimal): Margin {
  const rest = subtractDecimals(decimal(price.minor), costMinor)
  const scaled = toScaledInteger(multiplyByInteger(rest, 10_000), SCALE, 'down')
  const whole = BigInt(price.minor) * 10n ** BigInt(SCALE)
  const minor = Number(toScaledInteger(rest, 0, 'down'))

  return { minor, basisPoints: whole === 0n ? 0 : Number(floorDivide(scaled, whole)) }
}

const SCALE = 12

// Division of whole numbers drops what is behind the point, which for a loss would round it up.
function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b

  return a % b !== 0n && a < 0n ? quotient - 1n : quotient
}

function withMargin(costMinor: Decimal, rule: PriceRule): Decimal {
  return addDecimals(plusPercent(costMinor, rule.percent), decimal(rule.addMinor ?? 0))
}

function keepsFloor(price: Money, costMinor: Decimal, { floorPercent, floorMinor }: PriceRule): boolean {
  const minor = decimal(price.minor)
  const costShare = subtractDecimals(decimal(100), floorPercent ?? decimal(0))
  const keepsShare = compareDecimals(multiplyDecimals(minor, costShare), multiplyByInteger(costMinor, 100)) >= 0

  return keepsShare && compareDecimals(minor, addDecimals(costMinor, decimal(floorMinor ?? 0))) >= 0
}

function plusPercent(value: Decimal, percent: Decimal | null): Decimal {
  const hundredths = addDecimals(decimal(100), percent ?? decimal(0))

  return multiplyDecimals(multiplyDecimals(value, hundredths), decimal('0.01'))
}

/** Returns what `count` pieces of `days` days cost at the provider, exactly. `days` is 1 where the cost is for the whole. */
export function totalCost(cost: Decimal, days: number, count: number): Decimal {
  return multiplyByInteger(multiplyByInteger(cost, days), count)
}

const TOLERANCE_PERCENT = decimal('2')

/** Tells whether a cost has risen so far above an earlier one that nothing is bought at it unasked. A lower cost never has. */
export function hasDrifted(before: Decimal, now: Decimal): boolean {
  return compareDecimals(now, plusPercent(before, TOLERANCE_PERCENT)) > 0
}

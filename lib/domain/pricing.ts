import { type CurrencyCode, chargeStepMinor, currencyExponent } from '#lib/domain/currency.ts'
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimal,
  multiplyByInteger,
  multiplyDecimals,
  toScaledInteger,
} from '#lib/domain/decimal.ts'
import { type Money, money } from '#lib/domain/money.ts'
import type { Shelf } from '#lib/domain/shop.ts'

/** What a rule speaks about, from the widest to the most specific. */
export const PRICE_SCOPES = ['global', 'shelf', 'destination', 'kind', 'plan'] as const
export type PriceScope = (typeof PRICE_SCOPES)[number]

/** `none` is the smallest chargeable step; the others are whole units, halves, and amounts that end in 99 hundredths. */
export type PriceRounding = 'none' | 'whole' | 'half' | 'ninety_nine'

/**
 * How cost becomes price. `scopeKey` is empty, a shelf, a SKU number, a plan kind or a plan id.
 *
 * `fixedMinor` is the price itself; otherwise cost plus `percent` plus `addMinor`. `floorPercent` and `floorMinor` are
 * the least that must remain above cost.
 */
export type PriceRule = {
  scope: PriceScope
  scopeKey: string
  percent: Decimal | null
  addMinor: number | null
  fixedMinor: number | null
  rounding: PriceRounding
  floorPercent: Decimal | null
  floorMinor: number | null
  version: number
}

/** The plan that a rule is looked up for. */
export type PricedSubject = { planId: string; skuId: number; shelf: Shelf; kind: 'fixed' | 'day_pass' | 'unsold' }

/** A price, or why there is none: `below_floor` would lose the margin that was asked for, `no_price` cannot be charged. */
export type Priced = { price: Money; problem: null } | { price: null; problem: 'below_floor' | 'no_price' }

/** What a price is made from: exact cost, and how many units of `currency` one unit of the cost's currency is worth. */
export type PriceBasis = { cost: Decimal; rate: Decimal; rule: PriceRule; currency: CurrencyCode }

/** Returns the most specific rule for a plan, the newest of several equals; `null` when none fits. */
export function findRule(rules: readonly PriceRule[], subject: PricedSubject): PriceRule | null {
  const keys: Record<PriceScope, string> = {
    global: '',
    shelf: subject.shelf,
    destination: String(subject.skuId),
    kind: subject.kind,
    plan: subject.planId,
  }
  const fitting = rules.filter((rule) => keys[rule.scope] === rule.scopeKey)
  const rank = (rule: PriceRule) => PRICE_SCOPES.indexOf(rule.scope)

  return fitting.sort((a, b) => rank(b) - rank(a) || b.version - a.version)[0] ?? null
}

/**
 * Returns the price for one plan, or for one day of a day pass.
 *
 * All arithmetic is exact; rounding happens once, here, and always upwards, so that it never eats margin.
 */
export function priceOf({ cost, rate, rule, currency }: PriceBasis): Priced {
  const costMinor = multiplyDecimals(multiplyDecimals(cost, rate), decimal(10 ** currencyExponent(currency)))
  const minor = ceilToStep(rule.fixedMinor ?? roundUp(withMargin(costMinor, rule), rule.rounding, currency), currency)
  if (minor <= 0) return { price: null, problem: 'no_price' }
  if (minor < floorOf(costMinor, rule)) return { price: null, problem: 'below_floor' }

  return { price: money(minor, currency), problem: null }
}

function withMargin(costMinor: Decimal, rule: PriceRule): Decimal {
  return addDecimals(plusPercent(costMinor, rule.percent), decimal(rule.addMinor ?? 0))
}

function floorOf(costMinor: Decimal, rule: PriceRule): number {
  const byPercent = plusPercent(costMinor, rule.floorPercent)
  const byAmount = addDecimals(costMinor, decimal(rule.floorMinor ?? 0))

  return Math.max(ceil(byPercent), ceil(byAmount))
}

function plusPercent(value: Decimal, percent: Decimal | null): Decimal {
  const hundredths = addDecimals(decimal(100), percent ?? decimal(0))

  return multiplyDecimals(multiplyDecimals(value, hundredths), decimal('0.01'))
}

function roundUp(exactMinor: Decimal, rounding: PriceRounding, currency: CurrencyCode): number {
  const unit = 10 ** currencyExponent(currency)
  // Where fractions cannot be charged, half a unit and 99 hundredths do not exist.
  const hasFractions = chargeStepMinor(currency) * 100 <= unit
  const minor = ceil(exactMinor)
  if (rounding === 'none') return minor
  if (rounding === 'whole' || !hasFractions) return ceilTo(minor, unit)
  if (rounding === 'half') return ceilTo(minor, unit / 2)
  const belowNext = unit / 100

  return ceilTo(minor + belowNext, unit) - belowNext
}

function ceilToStep(minor: number, currency: CurrencyCode): number {
  return ceilTo(minor, chargeStepMinor(currency))
}

function ceilTo(value: number, step: number): number {
  const rest = ((value % step) + step) % step

  return rest === 0 ? value : value + step - rest
}

function ceil(value: Decimal): number {
  return Number(toScaledInteger(value, 0, 'up'))
}

/** Returns what `count` pieces of `days` days cost at the upstream, exactly. `days` is 1 where the cost is for the whole. */
export function totalCost(cost: Decimal, days: number, count: number): Decimal {
  return multiplyByInteger(multiplyByInteger(cost, days), count)
}

/** Tells whether a cost has risen above an earlier one by more than `percent`. A lower cost never has. */
export function hasDrifted(before: Decimal, now: Decimal, percent: Decimal): boolean {
  return compareDecimals(now, plusPercent(before, percent)) > 0
}

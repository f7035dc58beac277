import { type CatalogPlan, mergeNetworks, type UnsoldReason } from '#lib/catalog/rules/plan.ts'
import popular from '#lib/catalog/rules/popularity.json' with { type: 'json' }
import { refundabilityRuleLines, ruleText } from '#lib/catalog/rules/refundability.ts'
import type { CurrencyCode } from '#lib/core/rules/currency.ts'
import type { Decimal } from '#lib/core/rules/decimal.ts'
import { compare, type Money, multiply } from '#lib/core/rules/money.ts'
import { findRule, type PricedSubject, type PriceRule, priceOf } from '#lib/pricing/rules/pricing.ts'
import type { CancelRule, Shelf, ShopPlan, ShopPlanKind } from '#lib/settings/rules/shop.ts'

/** Every answer to "why is this not on sale", in the order in which they are asked: the first one that holds counts. */
export const NOT_ON_SALE_REASONS = [
  'destination_gone',
  'destination_hidden',
  'plan_gone',
  'plan_hidden',
  'days_enumerated',
  'day_bounds_invalid',
  'kind_unknown',
  'card_fee',
  'day_pass_off',
  'start_date_off',
  'no_exchange_rate',
  'no_price_rule',
  'no_price',
  'below_floor',
] as const
export type NotOnSaleReason = (typeof NOT_ON_SALE_REASONS)[number]

/** What decides about a sale besides the plan itself. `rate` is null while nobody has set one. */
export type SaleTerms = {
  rules: readonly PriceRule[]
  currency: CurrencyCode
  rate: Decimal | null
  canSendDays: boolean
  canSendStartDate: boolean
}

/** The destination of a plan, as far as selling is concerned. */
export type SaleDestination = { isHidden: boolean; vanishedAt: Date | null; shelf: Shelf }

/** A plan that may be sold, with the price of it (of one day, for a day pass) and the rule that made it; or why not. */
export type SaleAnswer =
  | { isOnSale: true; unit: Money; rule: PriceRule; rate: Decimal }
  | { isOnSale: false; reason: NotOnSaleReason }

/** The plan and its destination under the terms of today. */
export type SaleQuestion = { plan: CatalogPlan; destination: SaleDestination; terms: SaleTerms }

/** Returns the price of a plan, or the one reason why it is not on sale. Pages, quotes and the admin area all ask here. */
export function saleAnswer({ plan, destination, terms }: SaleQuestion): SaleAnswer {
  const withheld = withholding(plan, destination) ?? switchedOff(plan, terms)
  if (withheld) return { isOnSale: false, reason: withheld }
  if (terms.rate === null) return { isOnSale: false, reason: 'no_exchange_rate' }
  const rule = findRule(terms.rules, pricedSubject(plan, destination))
  if (!rule) return { isOnSale: false, reason: 'no_price_rule' }
  const { price, problem } = priceOf({ cost: plan.cost, rate: terms.rate, rule, currency: terms.currency })
  if (problem !== null) return { isOnSale: false, reason: problem }

  return { isOnSale: true, unit: price, rule, rate: terms.rate }
}

/** Returns what price rules may speak about, for one plan. */
export function pricedSubject(plan: CatalogPlan, { shelf }: Pick<SaleDestination, 'shelf'>): PricedSubject {
  const megabytes = plan.amountUnit === 'GB' ? plan.amountValue * 1024 : plan.amountValue

  return { planId: plan.id, skuId: plan.skuId, shelf, kind: plan.kind, megabytes }
}

/** Returns the one reason why a plan is not on sale, `null` when it is. */
export function whyNotOnSale(question: SaleQuestion): NotOnSaleReason | null {
  const answer = saleAnswer(question)

  return answer.isOnSale ? null : answer.reason
}

function withholding(plan: CatalogPlan, destination: SaleDestination): NotOnSaleReason | null {
  if (destination.vanishedAt !== null) return 'destination_gone'
  if (destination.isHidden) return 'destination_hidden'
  if (plan.vanishedAt !== null) return 'plan_gone'
  if (plan.isHidden) return 'plan_hidden'
  const unsold = unsoldReason(plan)
  if (unsold) return unsold

  return plan.openCardFee === null || plan.openCardFee === '0' ? null : 'card_fee'
}

function unsoldReason(plan: CatalogPlan): UnsoldReason | null {
  if (plan.kind === 'unsold') return plan.unsoldReason ?? 'kind_unknown'
  if (plan.kind === 'fixed') return null
  const { minDays, maxDays } = plan

  return minDays === null || maxDays === null || minDays < 1 || minDays > maxDays ? 'day_bounds_invalid' : null
}

function switchedOff(plan: CatalogPlan, terms: SaleTerms): NotOnSaleReason | null {
  if (plan.kind === 'day_pass' && !terms.canSendDays) return 'day_pass_off'

  return plan.needsStartDate && !terms.canSendStartDate ? 'start_date_off' : null
}

/** Returns how the days of a plan on sale are told: its own, or the bounds to choose within. */
export function toTerm(plan: Pick<CatalogPlan, 'kind' | 'minDays' | 'maxDays' | 'validityDays'>): ShopPlanKind {
  if (plan.kind === 'day_pass' && plan.minDays !== null && plan.maxDays !== null) {
    return { kind: 'day_pass', minDays: plan.minDays, maxDays: plan.maxDays }
  }

  return { kind: 'fixed', days: plan.validityDays }
}

/**
 * Returns a plan as shoppers see it, at a price that the sale rules gave. `ruleOf` tells what wordings say about
 * cancelling; lists of top-ups, which cannot be cancelled, leave it out.
 */
export function toShopPlan(
  plan: CatalogPlan,
  price: Money,
  ruleOf: (text: string | null) => CancelRule = () => 'unknown',
): ShopPlan {
  const words = refundabilityRuleLines(plan.premark)

  return {
    id: plan.id,
    amount: { value: plan.amountValue, unit: plan.amountUnit },
    term: toTerm(plan),
    price,
    canTopUp: plan.canTopUp,
    needsStartDate: plan.needsStartDate,
    startsAtOnce: plan.expireDays === null ? null : plan.expireDays === 0,
    networks: mergeNetworks([plan.networks]),
    words,
    cancelRule: ruleOf(ruleText(words)),
  }
}

/** Returns the least that a plan can be bought for: a day pass costs its shortest stay. */
export function leastPrice({ price, term }: Pick<ShopPlan, 'price' | 'term'>): Money {
  return term.kind === 'day_pass' ? multiply(price, term.minDays) : price
}

/** Orders plans from the cheapest purchase upwards, more data first among equals. */
export function byLeastPrice(a: ShopPlan, b: ShopPlan): number {
  return compare(leastPrice(a), leastPrice(b)) || toMegabytes(b) - toMegabytes(a) || a.id.localeCompare(b.id)
}

/** What decides about the plans of a destination. `ruleOf` tells what wordings say about cancelling. */
export type ShelfRules = { terms: SaleTerms; ruleOf: (text: string | null) => CancelRule }

/** Returns the plans of a destination that are on sale under the terms of today, cheapest purchase first. */
export function plansOnSale(
  destination: SaleDestination & { plans: readonly CatalogPlan[] },
  { terms, ruleOf }: ShelfRules,
): ShopPlan[] {
  const plans = destination.plans.flatMap((plan) => {
    const answer = saleAnswer({ plan, destination, terms })

    return answer.isOnSale ? [toShopPlan(plan, answer.unit, ruleOf)] : []
  })

  return plans.sort(byLeastPrice)
}

/**
 * Returns the plan most like one that is not on sale any more: of its kind where there is one, then the nearest in data
 * and days, by how many times more or less that is; among equals the first. `null` when nothing is on sale.
 */
export function nearestOnSale(gone: Pick<ShopPlan, 'amount' | 'term'>, plans: readonly ShopPlan[]): ShopPlan | null {
  const daysOf = ({ term }: Pick<ShopPlan, 'term'>) => (term.kind === 'fixed' ? term.days : 1)
  const times = (one: number, other: number) => Math.abs(Math.log2(Math.max(one, 1) / Math.max(other, 1)))
  const distance = (plan: ShopPlan) =>
    (plan.term.kind === gone.term.kind ? 0 : 1_000) +
    times(toMegabytes(plan), toMegabytes(gone)) +
    times(daysOf(plan), daysOf(gone))

  return plans.toSorted((a, b) => distance(a) - distance(b))[0] ?? null
}

/** Returns an allowance in megabytes, 1,024 to the gigabyte, for comparing. */
export function toMegabytes({ amount }: Pick<ShopPlan, 'amount'>): number {
  return amount.unit === 'GB' ? amount.value * 1024 : amount.value
}

// Where travellers go most, first things first: the order of a shelf before the operator has said otherwise.
const RANKS = new Map(popular.map((iso2, index) => [iso2, (index + 1) * 10]))

const UNLISTED = 1_000

/** Returns where a new destination stands: 10 for the most sought-after, 1000 for what the list does not name. */
export function defaultRank(iso2: string | null): number {
  return iso2 === null ? UNLISTED : (RANKS.get(iso2) ?? UNLISTED)
}

/** Tells whether a country is one of those travellers go to most. */
export function isSoughtAfter(iso2: string): boolean {
  return RANKS.has(iso2.toUpperCase())
}

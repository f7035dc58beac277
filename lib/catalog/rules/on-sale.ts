import type { CatalogPlan } from '#lib/catalog/rules/catalog-plan.ts'
import type { UnsoldReason } from '#lib/catalog/rules/plan.ts'
import type { CurrencyCode } from '#lib/core/rules/currency.ts'
import type { Decimal } from '#lib/core/rules/decimal.ts'
import type { Money } from '#lib/core/rules/money.ts'
import { findRule, type PricedSubject, type PriceRule, priceOf } from '#lib/pricing/rules/pricing.ts'
import type { Shelf } from '#lib/settings/rules/shop.ts'

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
  const held = heldBack(plan, destination) ?? switchedOff(plan, terms)
  if (held) return { isOnSale: false, reason: held }
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

function heldBack(plan: CatalogPlan, destination: SaleDestination): NotOnSaleReason | null {
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

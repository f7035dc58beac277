import type { CatalogPlan } from '#lib/catalog/rules/catalog-plan.ts'
import { mergeNetworks } from '#lib/catalog/rules/networks.ts'
import { refundabilityRuleLines, ruleText } from '#lib/catalog/rules/refundability.ts'
import { compare, type Money, multiply } from '#lib/core/rules/money.ts'
import type { CancelRule, ShopPlan, ShopPlanKind } from '#lib/settings/rules/shop.ts'

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

/**
 * Returns the cheapest fixed plan that gives at least the data of a day pass over the same days for less money.
 *
 * `null` for a plan that is no day pass, and when there is none.
 */
export function cheaperFixedPlan(plan: ShopPlan, others: readonly ShopPlan[]): ShopPlan | null {
  const { term } = plan
  if (term.kind !== 'day_pass') return null
  const cheaper = others.filter((other) => {
    if (other.term.kind !== 'fixed') return false
    const days = Math.min(Math.max(other.term.days, term.minDays), term.maxDays)
    const isLongEnough = other.term.days >= days
    const isMuchEnough = toMegabytes(other) >= toMegabytes(plan) * days

    return isLongEnough && isMuchEnough && compare(other.price, multiply(plan.price, days)) < 0
  })

  return cheaper.sort((a, b) => compare(a.price, b.price))[0] ?? null
}

import 'server-only'
import { pricedSubject } from '#lib/catalog/rules/on-sale.ts'
import { toScaledInteger } from '#lib/core/rules/decimal.ts'
import { type Names, planLabelOf } from '#lib/pricing/queries/admin-pricing-names.ts'
import type { PriceWorld } from '#lib/pricing/repository/pricing.ts'
import type { WhyView } from '#lib/pricing/rules/admin-pricing.ts'
import { findRule, fittingRules, marginOf, priceFacts } from '#lib/pricing/rules/pricing.ts'
import { planPrice } from '#lib/pricing/rules/pricing-preview.ts'
import { scopeId } from '#lib/pricing/rules/pricing-scope.ts'

/** Returns how the price of a plan comes about, rule by rule from general to specific; `null` for a plan there is not. */
export function whyPrice({ terms, plans }: PriceWorld, planId: string, names: Names): WhyView | null {
  const found = plans.find(({ plan }) => plan.id === planId)
  if (!found) return null
  const { plan, destination, sku } = found
  const subject = pricedSubject(plan, destination)
  const decider = findRule(terms.rules, subject)
  const { rate, currency } = terms
  const now = planPrice(found, terms)
  const facts = decider && rate !== null ? priceFacts({ cost: plan.cost, rate, rule: decider, currency }) : null

  return {
    planId,
    skuId: sku.id,
    destination: names.destination(sku),
    plan: planLabelOf(plan),
    cost: plan.cost,
    costMinor: facts && Number(toScaledInteger(facts.costMinor, 0, 'half-up')),
    steps: fittingRules(terms.rules, subject)
      .toReversed()
      .map((rule) => {
        // Every rule with the rounding it would have if it decided.
        const whole =
          findRule(
            terms.rules.filter((one) => isAsWide(one, rule)),
            subject,
          ) ?? rule

        return {
          rule: names.rule(rule),
          terms: rule,
          priceMinor: rate === null ? null : priceFacts({ cost: plan.cost, rate, rule: whole, currency }).price.minor,
          decides: decider !== null && scopeId(decider) === scopeId(rule),
        }
      }),
    floor: decider && { percent: decider.floorPercent, minor: decider.floorMinor },
    margin: facts && facts.price.minor > 0 ? marginOf(facts.price, facts.costMinor) : null,
    priceMinor: facts?.price.minor ?? null,
    reason: now.reason,
  }

  function isAsWide(one: (typeof terms.rules)[number], rule: typeof one): boolean {
    const order = fittingRules(terms.rules, subject)

    return order.indexOf(one) >= order.indexOf(rule)
  }
}

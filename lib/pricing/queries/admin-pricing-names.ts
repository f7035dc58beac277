import 'server-only'
import type { CatalogPlan } from '#lib/catalog/rules/plan.ts'
import { destinationName } from '#lib/core/i18n/countries.ts'
import { toScaledInteger } from '#lib/core/rules/decimal.ts'
import type { PlanLabel } from '#lib/orders/rules/admin-orders.ts'
import type { PricedDestination, WorldPlan } from '#lib/pricing/repository/pricing.ts'
import type { PriceView, RuleName } from '#lib/pricing/rules/admin-pricing.ts'
import { changeOf, changeShare, type PlanPrice } from '#lib/pricing/rules/pricing-preview.ts'
import { parseKindKey, type RuleScope } from '#lib/pricing/rules/pricing-scope.ts'

/** Gives words to what rules and plans are about, in one language. */
export type Names = {
  rule: (scope: RuleScope) => RuleName
  destination: (destination: PricedDestination) => string
}

/** Returns what names rules and plans of a world in a language. */
export function namesOf({ plans }: { plans: readonly WorldPlan[] }, locale: string): Names {
  const destinations = new Map(plans.map(({ entry }) => [entry.id, entry]))
  const byPlan = new Map(plans.map((one) => [one.plan.id, one]))
  const destination = (destination: PricedDestination) => destinationName(destination, locale)

  return {
    destination,
    rule: (scope) => {
      const kind = scope.scope === 'kind' ? parseKindKey(scope.scopeKey) : null
      const planned = scope.scope === 'plan' ? byPlan.get(scope.scopeKey) : undefined
      const skuId = scope.scope === 'destination' ? Number(scope.scopeKey) : kind?.skuId
      const entry = planned?.entry ?? (skuId ? destinations.get(skuId) : undefined)

      return {
        scope: scope.scope,
        scopeKey: scope.scopeKey,
        shelf: scope.scope === 'shelf' ? scope.scopeKey : null,
        name: entry ? destination(entry) : skuId ? String(skuId) : null,
        iso2: entry?.iso2 ?? null,
        kind: kind && 'kind' in kind ? kind.kind : null,
        minMb: kind && 'minMb' in kind ? kind.minMb : null,
        plan: planned ? planLabelOf(planned.plan) : null,
      }
    },
  }
}

/** Returns a plan in words that lists share. */
export function planLabelOf({ amountValue, amountUnit, validityDays, kind }: CatalogPlan): PlanLabel {
  return {
    destination: null,
    amount: `${amountValue} ${amountUnit}`,
    days: kind === 'day_pass' ? null : validityDays,
    count: null,
  }
}

/** Returns a price as pages show it. */
export function priceView({ price, reason, wouldBe, margin }: PlanPrice): PriceView {
  return {
    price: price && { minor: price.minor },
    reason,
    wouldBeMinor: wouldBe?.minor ?? null,
    marginMinor: margin?.minor ?? null,
    marginShare: margin?.basisPoints ?? null,
  }
}

/** Returns a price as a role sees it: what would tell the cost is left out for those that see none. */
export function saleView(answer: PlanPrice, seesCosts: boolean): PriceView {
  const sale = priceView(answer)

  return seesCosts ? sale : { ...sale, wouldBeMinor: null, marginMinor: null, marginShare: null }
}

/** Returns a plan of a preview as pages show it. */
export function previewView(row: WorldPlan & { before: PlanPrice; after: PlanPrice }, names: Names) {
  const { plan, entry, before, after } = row

  return {
    id: plan.id,
    skuId: entry.id,
    destination: names.destination(entry),
    iso2: entry.iso2,
    plan: planLabelOf(plan),
    cost: plan.cost,
    costMinor: after.costMinor && Number(toScaledInteger(after.costMinor, 0, 'half-up')),
    before: priceView(before),
    after: priceView(after),
    kind: changeOf(row),
    change: changeShare(row),
    rule: after.rule && names.rule(after.rule),
  }
}

/** A plan in a preview. `change` is in hundredths of a percent of the price before. */
export type PreviewView = ReturnType<typeof previewView>

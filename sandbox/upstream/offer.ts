import { type BuiltCatalog, buildCatalog } from '#sandbox/upstream/catalog/build.ts'
import type { Partner, Plan, Sku } from '#sandbox/upstream/catalog/model.ts'

export type PlanPatch = Partial<Plan> & { hide?: boolean }

export type SkuPatch = Partial<Pick<Sku, 'english' | 'chinese' | 'supportCountry' | 'countryCode'>> & { hide?: boolean }

export type Offered = { sku: Sku; plan: Plan }

/** What is on sale now: the built catalogue with the changes made since. */
export type Offer = { skus: Map<number, Sku>; plans: Map<number, Offered>; partners: Partner[] }

const BUILT: BuiltCatalog = buildCatalog()

export function makeOffer(planPatches: Map<number, PlanPatch>, skuPatches: Map<number, SkuPatch>): Offer {
  const skus = BUILT.skus
    .map((sku) => ({ sku, patch: skuPatches.get(sku.skuid) }))
    .filter(({ patch }) => !patch?.hide)
    .map(({ sku, patch }) => ({ ...sku, ...patch, plans: patchedPlans(sku, planPatches) }))
  const plans = skus.flatMap((sku) => sku.plans.map((plan) => ({ sku, plan })))

  return {
    skus: new Map(skus.map((sku) => [sku.skuid, sku])),
    plans: new Map(plans.map((offered) => [offered.plan.priceid, offered])),
    partners: BUILT.partners,
  }
}

/** The number a plan was built with, which its changes are filed under even after its `priceid` changed. */
export function builtPriceId(
  match: { priceId?: number; apiCode?: string },
  patches: Map<number, PlanPatch>,
): number | null {
  for (const sku of BUILT.skus) {
    for (const plan of sku.plans) {
      const now = { ...plan, ...patches.get(plan.priceid) }
      if (match.priceId !== undefined ? now.priceid === match.priceId : now.apiCode === match.apiCode)
        return plan.priceid
    }
  }

  return null
}

function patchedPlans(sku: Sku, patches: Map<number, PlanPatch>): Plan[] {
  return sku.plans.flatMap((plan) => {
    const { hide, ...patch } = patches.get(plan.priceid) ?? {}

    return hide ? [] : [{ ...plan, ...patch }]
  })
}

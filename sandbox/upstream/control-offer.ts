import { builtPriceId, makeOffer, type PlanPatch, type SkuPatch } from '#sandbox/upstream/offer.ts'
import { setStock, type World } from '#sandbox/upstream/world.ts'

/** A plan is named by its present `priceId` or by its `apiCode`; `skuId` may be given along and is not needed. */
type PlanName = { skuId?: number; priceId?: number; apiCode?: string }

export type StockChange = PlanName & { left: number }

/** Any field of a plan, `hide`, `price`, or `newPriceId` for a plan whose number changes while its code stays. */
export type PlanChange = PlanName & { newPriceId?: number } & Omit<PlanPatch, 'apiCode' | 'priceid'> & {
    newApiCode?: string | null
  }

export type SkuChange = { skuId: number } & SkuPatch

export function changeStock(world: World, { left, ...name }: StockChange): void {
  if (!Number.isInteger(left) || left < 0) throw new Error('left must be a whole number')
  const built = requirePlan(world, name)
  setStock(world, world.planPatches.get(built)?.priceid ?? built, left)
}

export function changePlan(world: World, change: PlanChange): void {
  const { skuId: _, priceId, apiCode, newPriceId, newApiCode, ...fields } = change
  const built = requirePlan(world, {
    ...(priceId !== undefined && { priceId }),
    ...(apiCode !== undefined && { apiCode }),
  })
  const patch = {
    ...world.planPatches.get(built),
    ...fields,
    ...(newPriceId !== undefined && { priceid: newPriceId }),
    ...(newApiCode !== undefined && { apiCode: newApiCode }),
  }
  world.planPatches.set(built, patch)
  world.journal.append({ kind: 'plan', priceId: built, value: patch })
  world.offer = makeOffer(world.planPatches, world.skuPatches)
}

export function changeSku(world: World, { skuId, ...fields }: SkuChange): void {
  const patch = { ...world.skuPatches.get(skuId), ...fields }
  world.skuPatches.set(skuId, patch)
  world.journal.append({ kind: 'sku', skuId, value: patch })
  world.offer = makeOffer(world.planPatches, world.skuPatches)
}

function requirePlan(world: World, name: PlanName): number {
  const built = builtPriceId(name, world.planPatches)
  if (built === null) throw new Error('no such plan')

  return built
}

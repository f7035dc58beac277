import 'server-only'
import { type CatalogSku, findPlanWithSku } from '#lib/catalog/repository/catalog.ts'
import { savePlansReading } from '#lib/catalog/repository/catalog-mirror.ts'
import { noteStock } from '#lib/catalog/repository/plan-stock.ts'
import { diffPlans } from '#lib/catalog/rules/catalog-diff.ts'
import { type CatalogPlan, toPlanFacts, unreadableCodes } from '#lib/catalog/rules/catalog-plan.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { asking } from '#lib/esims/commands/asking.ts'
import { currentProvider } from '#lib/provider/commands/current-provider.ts'
import { checkStock, listPlans } from '#lib/provider/index.ts'
import { priceIdSchema, skuIdSchema } from '#lib/provider/rules/provider-ids.ts'

/** A plan as the provider lists it at this moment, under its destination of the mirror. */
export type LivePlan = { plan: CatalogPlan; sku: CatalogSku }

/** Reads a plan of the mirror. Throws `not_found` when there never was one. */
export async function requirePlan(planId: string): Promise<LivePlan> {
  const found = await findPlanWithSku(planId)
  if (!found) throw new AppError('not_found', 'There is no such plan.')

  return found
}

/**
 * Asks the provider for a plan now. What has changed goes into the mirror, so that pages tell the same.
 *
 * Throws `not_on_sale` when the plan is no longer listed, `upstream_unavailable` when nothing can be known.
 */
export async function fetchLivePlan({ plan, sku }: LivePlan): Promise<LivePlan> {
  const list = await asking(() => currentProvider().call(listPlans, { skuId: skuIdSchema.parse(sku.id) }))
  const reading = { plans: toPlanFacts(list.plans), unreadable: unreadableCodes(list) }
  const hasNews = reading.plans.length > 0 && diffPlans(sku.plans, reading).length > 0
  if (hasNews) await savePlansReading({ skuId: sku.id, ...reading })
  // By plan code where there is one: a price id may change from one day to the next.
  const now = reading.plans.find(({ planKey }) => planKey === plan.planKey)
  if (!now && reading.unreadable.includes(plan.planKey)) {
    throw new AppError('upstream_unavailable', 'The upstream lists this plan in a form that cannot be read.')
  }
  if (!now) throw new AppError('not_on_sale', 'The upstream lists this plan no longer.', { reason: 'plan_gone' })

  return { plan: { ...plan, ...now, vanishedAt: null }, sku }
}

/** Asks whether a number of eSIMs can be had now. Throws `sold_out`, and `upstream_unavailable` when nobody says. */
export async function requireStock({ plan, sku }: LivePlan, count: number): Promise<void> {
  const skuId = skuIdSchema.parse(sku.id)
  const priceId = priceIdSchema.parse(plan.priceId)
  const stock = await asking(() => currentProvider().call(checkStock, { skuId, priceId, count }))
  await noteStock({ planId: plan.id, count }, stock)
  if (stock === 'sold_out') throw new AppError('sold_out', 'The upstream has not enough cards.')
  if (stock === 'unknown') throw new AppError('upstream_unavailable', 'The upstream does not say whether it has cards.')
}

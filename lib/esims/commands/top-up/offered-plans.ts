import 'server-only'
import { listSellableSkus } from '#lib/catalog/repository/catalog.ts'
import { toPlanFacts } from '#lib/catalog/rules/catalog-plan.ts'
import { saleAnswer } from '#lib/catalog/rules/on-sale.ts'
import type { ProviderPlan } from '#lib/catalog/rules/plan.ts'
import type { PricedPlan } from '#lib/checkout/commands/quote-sale.ts'
import { findSaleTerms } from '#lib/pricing/repository/sale-terms.ts'

/** Prices the plans of one destination as they were just read; those the shop does not sell are left out. */
export async function offerPlans(skuId: number, plans: ProviderPlan[]): Promise<PricedPlan[]> {
  const [[sku], terms] = await Promise.all([listSellableSkus([skuId]), findSaleTerms()])
  if (!sku) return []

  return toPlanFacts(plans).flatMap((facts) => {
    const known = sku.plans.find(({ planKey }) => planKey === facts.planKey)
    if (!known) return []
    const plan = { ...known, ...facts, vanishedAt: null }
    // The contract has the days of a top-up, so that the switch for orders says nothing about it.
    const answer = saleAnswer({ plan, destination: sku, terms: { ...terms, canSendDays: true } })

    return answer.isOnSale ? [{ plan, sku, answer, terms }] : []
  })
}

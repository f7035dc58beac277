import type { CatalogPlan } from '#lib/catalog/rules/catalog-plan.ts'
import { decimal } from '#lib/core/rules/decimal.ts'
import type { PlanToPrice } from '#lib/pricing/rules/pricing-preview.ts'

/** A plan of 3 GB for 7 days, in an open destination on the shelf of Asia (of Europe where its number is 2). */
export function aPlanToPrice(overrides: Partial<CatalogPlan> = {}): PlanToPrice {
  const plan: CatalogPlan = {
    ...{ id: 'pln_1', skuId: 1, planKey: 'a', code: 'a', priceId: 1, kind: 'fixed', unsoldReason: null },
    ...{ minDays: null, maxDays: null, amountValue: 3, amountUnit: 'GB', validityDays: 7, cost: decimal(2) },
    ...{ openCardFee: null, canTopUp: true, needsStartDate: false, expireDays: null, label: null, premark: null },
    ...{ networks: null, isHidden: false, vanishedAt: null },
    ...overrides,
  }

  return { plan, destination: { isHidden: false, vanishedAt: null, shelf: plan.skuId === 2 ? 'europe' : 'asia' } }
}

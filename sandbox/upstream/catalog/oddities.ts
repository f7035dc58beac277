import type { Plan, Sku } from '#sandbox/upstream/catalog/model.ts'

/** Changes to plans, by product name and `apiCode`: the awkward entries a real catalogue has. */
const ODD_PLANS: Record<string, Partial<Plan>> = {
  'Greece 300-0-7-1-G': { apiCode: null },
  'Maldives 462-0-7-1-G': { openCardFee: 1.5 },
  'China 156-0-?-2-G-D': { supportDaypass: 2, minDay: null, maxDay: null },
  'China 156-0-?-3-G-D': { supportDaypass: 2, minDay: 3, maxDay: 15 },
  'Philippines 608-0-?-1-G-D': { minDay: 30, maxDay: 3 },
  'Morocco 504-0-?-500-M-D': { minDay: null, maxDay: null },
  'Brazil 76-0-?-1-G-D': { maxDay: null },
  'Canada 124-0-15-5-G': { mustDate: 1 },
  'Egypt 818-0-?-1-G-D': { mustDate: 1 },
  'Egypt 818-0-?-500-M-D': { mustDate: 1 },
  'Türkiye 792-0-7-3-G': { mustDate: 1 },
}

const NEEDS_START_DATE = 'Saudi Arabia'

const WITHOUT_PLANS = 'Vatican City'

export function withOddities(sku: Sku): Sku {
  if (sku.english === WITHOUT_PLANS) return { ...sku, plans: [] }

  const plans = sku.plans.map((plan) => ({
    ...plan,
    ...(sku.english === NEEDS_START_DATE && { mustDate: 1 }),
    ...ODD_PLANS[`${sku.english} ${plan.apiCode}`],
  }))

  return { ...sku, plans }
}

import type { DataAmount, PlanList, PlanNetwork, ProviderPlan, UnsoldReason } from '#lib/catalog/rules/plan.ts'
import { type Decimal, roundDecimal } from '#lib/core/rules/decimal.ts'

const COST_PLACES = 6

/** What the mirror keeps of a plan that the provider sent: everything that may change between two reads. */
export type PlanFacts = {
  planKey: string
  code: string | null
  priceId: number
  kind: 'fixed' | 'day_pass' | 'unsold'
  unsoldReason: UnsoldReason | null
  minDays: number | null
  maxDays: number | null
  amountValue: number
  amountUnit: 'GB' | 'MB'
  validityDays: number
  cost: Decimal
  openCardFee: Decimal | null
  canTopUp: boolean
  needsStartDate: boolean
  expireDays: number | null
  label: string | null
  premark: string | null
  networks: PlanNetwork[] | null
}

/** A plan of the mirror, with what the store adds to it. */
export type CatalogPlan = PlanFacts & { id: string; skuId: number; isHidden: boolean; vanishedAt: Date | null }

/** Returns the codes of the plans of a list that could not be read. */
export function unreadableCodes({ unreadable }: Pick<PlanList, 'unreadable'>): string[] {
  return unreadable.flatMap(({ code }) => (code === null ? [] : [code]))
}

/**
 * Returns the facts of every plan of one list, each under a key of its own.
 *
 * The key is the plan code, which outlives a price id; a plan without a code, or one that repeats a code of the same
 * list, goes by its price id.
 */
export function toPlanFacts(plans: readonly ProviderPlan[]): PlanFacts[] {
  const facts = new Map<string, PlanFacts>()
  for (const plan of plans) {
    const key = plan.code !== null && !facts.has(plan.code) ? plan.code : `price:${plan.priceId}`
    facts.set(key, toFacts(plan, key))
  }

  return [...facts.values()]
}

function toFacts(plan: ProviderPlan, planKey: string): PlanFacts {
  const { kind } = plan
  const bounds = kind.kind === 'day_pass' ? kind : null

  return {
    planKey,
    code: plan.code,
    priceId: plan.priceId,
    kind: kind.kind,
    unsoldReason: kind.kind === 'unsold' ? kind.reason : null,
    minDays: bounds?.minDays ?? null,
    maxDays: bounds?.maxDays ?? null,
    ...wholeAmount(plan.dataAmount),
    validityDays: plan.validityDays,
    // As many places as the mirror keeps: a longer cost would look changed at every read.
    cost: roundDecimal(plan.cost, COST_PLACES, 'up'),
    openCardFee: plan.openCardFee && roundDecimal(plan.openCardFee, COST_PLACES, 'up'),
    canTopUp: plan.canTopUp,
    needsStartDate: plan.needsStartDate,
    expireDays: plan.expireDays,
    label: plan.label,
    premark: plan.premark,
    networks: plan.networks,
  }
}

// Half a gigabyte is counted in megabytes: an allowance is stored and shown as a whole number.
function wholeAmount({ value, unit }: DataAmount): Pick<PlanFacts, 'amountValue' | 'amountUnit'> {
  if (Number.isSafeInteger(value)) return { amountValue: value, amountUnit: unit }

  return { amountValue: Math.round(unit === 'GB' ? value * 1024 : value), amountUnit: 'MB' }
}

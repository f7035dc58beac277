import type { PlanFacts } from '#lib/catalog/rules/catalog-plan.ts'
import { compareDecimals } from '#lib/core/rules/decimal.ts'

/** What happened to a plan since the last read. `gone` is kept in the mirror and may come `back`. */
export const PLAN_CHANGE_KINDS = ['new', 'gone', 'back', 'dearer', 'cheaper', 'changed'] as const
export type PlanChangeKind = (typeof PLAN_CHANGE_KINDS)[number]

/** A plan of the mirror as the comparison needs it. */
export type KnownPlan = PlanFacts & { id: string; vanishedAt: Date | null }

/** What one list said: the plans that could be read, and the codes of those that could not. */
export type PlanReading = { plans: readonly PlanFacts[]; unreadable: readonly string[] }

/** One difference. `before` is null for a new plan, `after` for one that is gone. */
export type PlanChange =
  | { kind: 'new'; before: null; after: PlanFacts }
  | { kind: 'gone'; before: KnownPlan; after: null }
  | { kind: 'back' | 'dearer' | 'cheaper' | 'changed'; before: KnownPlan; after: PlanFacts }

/**
 * Compares one destination's plans with a complete answer of the provider, and returns every difference.
 *
 * Call it only for a list that was really read: a destination that was not reached has no differences at all.
 * `unreadable` names plan codes that were listed in a form nobody could read: those are untouched, not gone.
 */
export function diffPlans(known: readonly KnownPlan[], { plans: fresh, unreadable }: PlanReading): PlanChange[] {
  const knownByKey = new Map(known.map((plan) => [plan.planKey, plan]))
  const listed = new Set([...fresh.map((plan) => plan.planKey), ...unreadable])
  const gone = known.filter((plan) => plan.vanishedAt === null && !listed.has(plan.planKey))

  return [
    ...fresh.flatMap((after) => compareOne(knownByKey.get(after.planKey), after)),
    ...gone.map((before): PlanChange => ({ kind: 'gone', before, after: null })),
  ]
}

/**
 * Returns the destinations that a complete product list no longer names. `listed` is null when there was no such
 * list: then nothing is known to be gone.
 */
export function vanishedSkus(known: readonly number[], listed: readonly number[] | null): number[] {
  if (listed === null) return []
  const present = new Set(listed)

  return known.filter((skuId) => !present.has(skuId))
}

function compareOne(before: KnownPlan | undefined, after: PlanFacts): PlanChange[] {
  if (!before) return [{ kind: 'new', before: null, after }]
  if (before.vanishedAt !== null) return [{ kind: 'back', before, after }]
  const order = compareDecimals(after.cost, before.cost)
  if (order !== 0) return [{ kind: order > 0 ? 'dearer' : 'cheaper', before, after }]

  return fingerprint(before) === fingerprint(after) ? [] : [{ kind: 'changed', before, after }]
}

function fingerprint(plan: PlanFacts): string {
  const networks = plan.networks?.map((network) => [network.operator, network.generation]) ?? null

  return JSON.stringify([
    [plan.code, plan.priceId, plan.kind, plan.unsoldReason, plan.minDays, plan.maxDays],
    [plan.amountValue, plan.amountUnit, plan.validityDays, plan.openCardFee, plan.canTopUp, plan.needsStartDate],
    [plan.expireDays, plan.label, plan.premark, networks],
  ])
}

import type { CardPlan } from '#lib/domain/upstream-order.ts'
import { cardPlanListWire, toCardPlan } from '#lib/upstream/endpoints/card-plan-wire.ts'

/** Reads plans as an answer of the upstream holds them. */
export function listedPlans(plans: Record<string, unknown>[]): CardPlan[] {
  return cardPlanListWire.parse(plans).map(toCardPlan)
}

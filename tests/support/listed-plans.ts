import { cardPlanListWire, toCardPlan } from '#lib/provider/endpoints/card-plan-wire.ts'
import type { CardPlan } from '#lib/provider/rules/upstream-order.ts'

/** Reads plans as an answer of the upstream holds them. */
export function listedPlans(plans: Record<string, unknown>[]): CardPlan[] {
  return cardPlanListWire.parse(plans).map(toCardPlan)
}

'use client'

import { fitPlan, type ListedPlan } from '#components/catalog/plan-fit.ts'
import { useToday } from '#components/catalog/trip-dates.tsx'
import { USUAL_DAYS } from '#lib/catalog/rules/day-pass.ts'
import { networkDay } from '#lib/catalog/rules/trip.ts'
import type { CartInput } from '#lib/checkout/client/cart-store.ts'
import { addDays, type CalendarDate } from '#lib/core/rules/calendar-days.ts'

/** What is typed on a plan page. `days` counts for a day plan only; `startDate` is '' while none is chosen. */
export type PlanChoice = { days: number; startDate: string; count: number }

/** Returns the choice a page opens with: the days and the first day of the trip when there is one. */
export function firstChoice(
  plan: Pick<ListedPlan, 'term' | 'minor'>,
  trip: { arrive: string; days: number },
): PlanChoice {
  return { days: fitPlan(plan, trip.days || USUAL_DAYS).days, startDate: trip.arrive, count: 1 }
}

/** Returns a choice as it is asked for: days for a day plan only, a first day only where the plan needs one. */
export function toInput(
  plan: Pick<ListedPlan, 'id' | 'term'> & { needsStartDate: boolean },
  { days, startDate, count }: PlanChoice,
): CartInput {
  return {
    planId: plan.id,
    count,
    ...(plan.term.kind === 'day_pass' ? { days } : {}),
    ...(plan.needsStartDate ? { startDate } : {}),
  }
}

/** Returns a choice as it goes into the cart; `null` where the plan needs a first day and that is missing or over. */
export function inputOf(plan: Parameters<typeof toInput>[0], choice: PlanChoice, today: string): CartInput | null {
  const isDated = choice.startDate !== '' && choice.startDate >= today

  return plan.needsStartDate && !isDated ? null : toInput(plan, choice)
}

/** Returns the sum for a choice in minor units. */
export function totalOf(plan: Pick<ListedPlan, 'term' | 'minor'>, { days, count }: PlanChoice): number {
  return plan.minor * count * (plan.term.kind === 'day_pass' ? days : 1)
}

/** Returns the last network day that a choice covers, '' without a first one. */
export function lastDay(startDate: string, days: number): string {
  return startDate === '' ? '' : addDays(startDate as CalendarDate, days - 1)
}

/** Returns the cheapest fixed plan that lasts as long as the days chosen and costs less; `null` when none does. */
export function cheaperFixed(plan: ListedPlan, days: number, others: readonly ListedPlan[]): ListedPlan | null {
  if (plan.term.kind !== 'day_pass') return null
  const price = plan.minor * days
  const cheaper = others
    .filter(({ term, minor }) => term.kind === 'fixed' && term.days >= days && minor < price)
    .sort((a, b) => a.minor - b.minor || b.mb - a.mb)
  // A plan that gives as much data for less is named first; a smaller one only when nothing else is cheaper.
  const full = cheaper.find(({ mb }) => mb >= plan.mb * days)

  return full ?? cheaper.at(-1) ?? null
}

/** Returns the plan most like one that is sold out: same kind, then the nearest amount, then the nearest price. */
export function nearestPlan(plan: ListedPlan, others: readonly ListedPlan[]): ListedPlan | null {
  const distance = (other: ListedPlan) =>
    (other.term.kind === plan.term.kind ? 0 : 1_000_000_000) +
    Math.abs(other.mb - plan.mb) * 1_000 +
    Math.abs(other.minor - plan.minor)

  return [...others].sort((a, b) => distance(a) - distance(b))[0] ?? null
}

/**
 * The first day that a plan may begin on: the visitor's own date, or the network's where that is a day ahead, since what has
 * begun there is over. '' until the browser has said it.
 */
export function useFirstDay(): string {
  const today = useToday()
  const network = networkDay(new Date())

  return today !== '' && today < network ? network : today
}

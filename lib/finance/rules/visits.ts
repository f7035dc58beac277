import { z } from 'zod'
import { daySpan, matching, visitOriginSchema } from '#lib/core/rules/field-schemas.ts'
import { CAMPAIGN, HOST } from '#lib/core/rules/visit-origin.ts'

/** What a browser tells of a visit, in the order in which a purchase goes. */
export const VISIT_STEPS = ['destination', 'plan', 'checkout'] as const
export type VisitStep = (typeof VISIT_STEPS)[number]

/** The whole way: what visits did, and what became of orders. */
export const FUNNEL_STEPS = [...VISIT_STEPS, 'paid', 'delivered'] as const
export type FunnelStep = (typeof FUNNEL_STEPS)[number]

/** What visits, and the orders made in them, are told apart by. */
export const VISIT_GROUPS = ['day', 'locale', 'currency', 'referrer', 'source', 'campaign'] as const
export type VisitGroup = (typeof VISIT_GROUPS)[number]
/** Stands for orders whose visit was not counted. No host and no campaign is called so. */
export const UNCOUNTED = '?'

/** A visit as it is told. Nothing in it is about a person. */
export const visitSchema = visitOriginSchema.extend({
  step: z.enum(VISIT_STEPS),
  locale: z.string().regex(/^[a-z]{2}$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
})
export type Visit = z.output<typeof visitSchema>

/** What the address of the page says. Whatever cannot be read is left out, never an error. Days are in UTC. */
export const visitFilterSchema = z.object({
  by: z.enum(VISIT_GROUPS).catch('day'),
  ...daySpan,
  locale: matching(/^[a-z]{2}$/),
  currency: matching(/^[A-Z]{3}$/),
  referrer: matching(HOST),
  source: matching(CAMPAIGN),
  campaign: matching(CAMPAIGN),
})
export type VisitFilter = z.output<typeof visitFilterSchema>

/** How often each step was taken; `null` where it was not counted. */
export type StepCounts = Record<FunnelStep, number | null>
export type FunnelRow = { key: string; counts: StepCounts }
/** What share of the step before each step is, `null` where one of both is not known or the former nought. */
export function shareOf(counts: StepCounts, step: FunnelStep): number | null {
  const before = FUNNEL_STEPS[FUNNEL_STEPS.indexOf(step) - 1]
  const [former, own] = [before ? counts[before] : null, counts[step]]

  return former && own !== null ? own / former : null
}

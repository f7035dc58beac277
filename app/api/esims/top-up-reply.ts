import { z } from 'zod'
import { moneySchema } from '#lib/core/rules/money-schema.ts'
import { TOP_UP_REFUSALS } from '#lib/esims/rules/top-up.ts'

const amount = z.object({ value: z.number(), unit: z.enum(['MB', 'GB']) })

/** A plan for a card, at its price: of the whole plan, or of one day of a day pass. */
export const topUpPlanReply = z.object({
  id: z.string(),
  amount,
  term: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('fixed'), days: z.int() }),
    z.object({ kind: z.literal('day_pass'), minDays: z.int(), maxDays: z.int() }),
  ]),
  price: moneySchema,
  words: z.array(z.string()),
})

const cardPlan = z.object({
  state: z.enum(['ended', 'running', 'waiting']),
  isTopUp: z.boolean(),
  isDayPass: z.boolean(),
  amount: amount.nullable(),
  days: z.int().nullable(),
  usedMb: z.number().nullable(),
  beginsAt: z.date().nullable(),
  endsAt: z.date().nullable(),
})

/** What a card takes, and what is on it: no number of the upstream and no cost. */
export const topUpPlansReply = z.object({
  refusal: z.enum([...TOP_UP_REFUSALS, 'no_answer']).nullable(),
  timeline: z.object({ plans: z.array(cardPlan), readAt: z.date() }).nullable(),
  start: z.object({ kind: z.enum(['today', 'waits', 'unknown']), from: z.date().nullable() }),
  plans: z.array(topUpPlanReply),
})

/** Where a card can go again. */
export const destinationsReply = z.object({
  destinations: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      iso2: z.string().nullable(),
      countryCount: z.int().nullable(),
      isOwn: z.boolean(),
      plans: z.array(topUpPlanReply),
    }),
  ),
})

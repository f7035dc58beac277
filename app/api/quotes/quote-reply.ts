import { z } from 'zod'
import { moneySchema } from '#lib/core/rules/money-schema.ts'

const amount = z.object({ value: z.number(), unit: z.enum(['MB', 'GB']) })
const term = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fixed'), days: z.int() }),
  z.object({ kind: z.literal('day_pass'), minDays: z.int(), maxDays: z.int() }),
])

/** What leaves of a quote: nothing of its cost, its rule or the upstream. */
export const quoteViewReply = z.object({
  id: z.string(),
  planId: z.string(),
  destination: z.object({ slug: z.string(), name: z.string(), iso2: z.string().nullable() }),
  amount,
  term,
  count: z.int(),
  days: z.int(),
  startDate: z.string().nullable(),
  unit: moneySchema,
  total: moneySchema,
  tax: moneySchema,
  changedFrom: moneySchema.nullable(),
  canTopUp: z.boolean(),
  words: z.array(z.string()),
  expiresAt: z.date(),
  isExpired: z.boolean(),
  mayBeDelayed: z.boolean().exactOptional(),
  topUp: z.object({ cardId: z.string(), orderId: z.string().nullable(), iccidLast4: z.string() }).nullable(),
})

/** The answer that carries one quote. */
export const quoteReply = z.object({ quote: quoteViewReply })

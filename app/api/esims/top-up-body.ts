import { z } from 'zod'

/** A plan for one card: its days where it is a day pass, and the price that its page showed. */
export const topUpBody = z.strictObject({
  planId: z.string().min(1).max(64),
  days: z.int().min(1).max(365).exactOptional(),
  locale: z.string().regex(/^[a-z]{2}(-[A-Za-z]{2,4})?$/),
  seenUnitMinor: z.int().nonnegative().exactOptional(),
})

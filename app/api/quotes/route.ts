import { z } from 'zod'
import { makeQuote } from '#lib/checkout/commands/make-quote.ts'
import { mutation } from '#lib/core/http/route.ts'
import { calendarDateSchema } from '#lib/core/rules/calendar-date.ts'
import { quoteReply } from './quote-reply.ts'

/** POST /api/quotes: asks the network for price and stock now, and offers them for a quarter of an hour. */
export const POST = mutation(
  {
    caller: 'any',
    limit: 'quotes',
    params: z.object({}),
    body: z.strictObject({
      planId: z.string().min(1).max(64),
      count: z.int().min(1).max(20),
      days: z.int().min(1).max(365).exactOptional(),
      startDate: calendarDateSchema.exactOptional(),
      locale: z.string().regex(/^[a-z]{2}(-[A-Za-z]{2,4})?$/),
      seenUnitMinor: z.int().nonnegative().exactOptional(),
    }),
    reply: quoteReply,
  },
  async ({ body }) => ({ quote: await makeQuote(body) }),
)

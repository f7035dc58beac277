import { z } from 'zod'
import { topUpBody } from '#app/api/esims/top-up-body.ts'
import { quoteReply } from '#app/api/quotes/quote-reply.ts'
import { mutation } from '#lib/core/http/route.ts'
import { makeTopUpQuote } from '#lib/esims/commands/top-up/make-top-up-quote.ts'

/** POST /api/esims/[id]/top-ups: asks the network whether this eSIM takes a plan, and offers it for a quarter of an hour. */
export const POST = mutation(
  {
    caller: 'any',
    limit: 'quotes',
    params: z.object({ id: z.string().max(64) }),
    body: topUpBody,
    reply: quoteReply,
  },
  async ({ caller, params, body }) => ({ quote: await makeTopUpQuote(caller, { ...body, cardId: params.id }) }),
)

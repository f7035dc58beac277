import { z } from 'zod'
import { topUpBody } from '#app/api/esims/top-up-body.ts'
import { quoteReply } from '#app/api/quotes/quote-reply.ts'
import { mutation } from '#lib/core/http/route.ts'
import { makeInHandQuote } from '#lib/esims/commands/top-up/make-top-up-quote.ts'

/** POST /api/sim-cards/[id]/quotes: offers a plan for a card that was checked by its number, for a quarter of an hour. */
export const POST = mutation(
  {
    caller: 'any',
    limit: 'quotes',
    params: z.object({ id: z.string().max(64) }),
    body: topUpBody,
    reply: quoteReply,
  },
  async ({ params, body }) => ({ quote: await makeInHandQuote({ ...body, cardId: params.id }) }),
)

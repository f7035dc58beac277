import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { refreshOwnCards } from '#lib/customers/commands/refresh-own-cards.ts'

/** POST /api/account/refresh: asks the network about all the customer's cards, in one call, once in five minutes. */
export const POST = mutation(
  {
    caller: 'customer',
    limit: 'topUps',
    params: z.object({}),
    body: z.strictObject({}),
    reply: z.object({ outcome: z.enum(['read', 'no_answer', 'too_soon']) }),
  },
  ({ caller }) => refreshOwnCards(caller),
)

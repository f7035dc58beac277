import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { readFactsAgain } from '#lib/esims/commands/cards/card-standing.ts'

/** POST /api/admin/cards/:id/facts: the network is asked about a card again. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ id: z.string().min(1).max(64) }),
    body: z.strictObject({}),
    reply: z.object({ isRead: z.boolean() }),
  },
  ({ caller, params }) => readFactsAgain(caller, params.id),
)

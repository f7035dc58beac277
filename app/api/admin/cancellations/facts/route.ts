import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { readOrderAgain } from '#lib/esims/commands/cards/order-standings.ts'

/** POST /api/admin/cancellations/facts: the network is asked about all delivered cards of an order again. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({}),
    body: z.strictObject({ orderId: z.string().min(1).max(64) }),
    reply: z.object({ cards: z.int() }),
  },
  ({ caller, body }) => readOrderAgain(caller, body.orderId),
)

import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { acceptOfferedRefund } from '#lib/refunds/commands/accept-offered-refund.ts'

/** POST /api/orders/[id]/refund-offer: stops the wait for a line whose outcome is unclear; its money goes back. */
export const POST = mutation(
  {
    caller: 'any',
    limit: 'orders',
    params: z.object({ id: z.string().max(64) }),
    body: z.strictObject({ lineId: z.string().min(1).max(64) }),
    reply: z.object({}),
  },
  async ({ caller, body }) => {
    await acceptOfferedRefund(caller, body.lineId)

    return {}
  },
)

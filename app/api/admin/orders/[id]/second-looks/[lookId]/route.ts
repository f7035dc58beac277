import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { declineSecondLook } from '#lib/orders/commands/decline-second-look.ts'

const id = z.string().min(1).max(64)

/** POST /api/admin/orders/:id/second-looks/:lookId: an act that waits for a second person is declined. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ id, lookId: id }),
    body: z.strictObject({ reason: z.string().trim().min(3).max(500) }),
    reply: z.object({}),
  },
  async ({ caller, params, body }) => {
    await declineSecondLook(caller, { orderId: params.id, lookId: params.lookId, ...body })

    return {}
  },
)

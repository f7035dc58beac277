import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { markPayoutDone } from '#lib/refunds/commands/settle-refund.ts'

const id = z.string().min(1).max(64)

/** POST /api/admin/orders/:id/payouts/:payoutId: a payout by bank has been made. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ id, payoutId: id }),
    body: z.strictObject({ reason: z.string().trim().min(3).max(500) }),
    reply: z.object({}),
  },
  async ({ caller, params, body }) => {
    await markPayoutDone(caller, { orderId: params.id, payoutId: params.payoutId, ...body })

    return {}
  },
)

import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { REFUND_ACTS, settleRefund } from '#lib/refunds/commands/settle-refund.ts'

const id = z.string().min(1).max(64)

/** POST /api/admin/orders/:id/refunds/:refundId: a refused refund is tried again, or was paid another way. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ id, refundId: id }),
    body: z.strictObject({ act: z.enum(REFUND_ACTS), reason: z.string().trim().min(3).max(500) }),
    reply: z.object({}),
  },
  async ({ caller, params, body }) => {
    await settleRefund(caller, { orderId: params.id, refundId: params.refundId, ...body })

    return {}
  },
)

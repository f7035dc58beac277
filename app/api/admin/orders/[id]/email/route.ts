import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { correctEmailForBuyer } from '#lib/orders/commands/buyer-mails.ts'

const id = z.string().min(1).max(64)

/** POST /api/admin/orders/:id/email: a mistyped address is corrected for its buyer. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ id }),
    body: z.strictObject({ email: z.email().max(254), reason: z.string().trim().min(3).max(500) }),
    reply: z.object({}),
  },
  async ({ caller, params, body }) => {
    await correctEmailForBuyer(caller, { orderId: params.id, ...body })

    return {}
  },
)

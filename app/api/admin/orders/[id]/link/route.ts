import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { resendLink } from '#lib/orders/commands/buyer-mails.ts'

const id = z.string().min(1).max(64)

/** POST /api/admin/orders/:id/link: a new link to the order is mailed to its buyer. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ id }),
    body: z.strictObject({}),
    reply: z.object({}),
  },
  async ({ caller, params, body }) => {
    await resendLink(caller, { orderId: params.id, ...body })

    return {}
  },
)

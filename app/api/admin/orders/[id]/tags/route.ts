import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { tagOrder } from '#lib/orders/commands/desk-acts.ts'

const id = z.string().min(1).max(64)

/** POST /api/admin/orders/:id/tags: a tag is set, or taken off. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ id }),
    body: z.strictObject({ tag: z.string().trim().min(1).max(40), isSet: z.boolean() }),
    reply: z.object({}),
  },
  async ({ caller, params, body }) => {
    await tagOrder(caller, { orderId: params.id, ...body })

    return {}
  },
)

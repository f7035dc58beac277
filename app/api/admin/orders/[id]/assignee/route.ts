import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { giveOrderTo } from '#lib/orders/commands/desk-acts.ts'

const id = z.string().min(1).max(64)

/** POST /api/admin/orders/:id/assignee: somebody looks after the order, or nobody (`null`). */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ id }),
    body: z.strictObject({ staffId: id.nullable() }),
    reply: z.object({}),
  },
  async ({ caller, params, body }) => {
    await giveOrderTo(caller, { orderId: params.id, ...body })

    return {}
  },
)

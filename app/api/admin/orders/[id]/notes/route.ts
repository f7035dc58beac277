import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { noteOrder } from '#lib/orders/commands/desk-acts.ts'

const id = z.string().min(1).max(64)

/** POST /api/admin/orders/:id/notes: a note for the team. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ id }),
    body: z.strictObject({ text: z.string().trim().min(1).max(2000) }),
    reply: z.object({}),
  },
  async ({ caller, params, body }) => {
    await noteOrder(caller, { orderId: params.id, ...body })

    return {}
  },
)

import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { askLineBack } from '#lib/fulfilment/commands/ask-line-back.ts'

const id = z.string().min(1).max(64)

/** POST /api/admin/orders/:id/lines/:lineId/take-back: the buyer wants a line back that is not delivered yet. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ id, lineId: id }),
    body: z.strictObject({ reason: z.string().trim().min(3).max(500) }),
    reply: z.object({}),
  },
  async ({ caller, params, body }) => {
    await askLineBack(caller, { orderId: params.id, lineId: params.lineId, ...body })

    return {}
  },
)

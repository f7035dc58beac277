import { z } from 'zod'
import { onceMutation } from '#lib/core/http/route.ts'
import { giveGoodwill } from '#lib/refunds/commands/give-goodwill.ts'

const id = z.string().min(1).max(64)

/** POST /api/admin/orders/:id/lines/:lineId/goodwill: money for a buyer who keeps the cards, once per key. */
export const POST = onceMutation(
  {
    caller: 'staff',
    params: z.object({ id, lineId: id }),
    body: z.strictObject({ amountMinor: z.int().min(1).max(2_000_000_000), reason: z.string().trim().min(3).max(500) }),
    reply: z.object({ outcome: z.enum(['waiting', 'moved']) }),
  },
  ({ caller, params, body, once }) =>
    giveGoodwill(caller, { orderId: params.id, lineId: params.lineId, ...body, once }),
)

import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { revealForBuyer } from '#lib/esims/commands/reveal-for-buyer.ts'

const id = z.string().min(1).max(64)

/** POST /api/admin/orders/:id/cards/:cardId/reveal: the activation code of a card, for a member of staff with a reason. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ id, cardId: id }),
    body: z.strictObject({ reason: z.string().trim().min(3).max(500) }),
    reply: z.object({ iccid: z.string(), activationCode: z.string(), smdpAddress: z.string(), matchingId: z.string() }),
  },
  ({ caller, params, body }) => revealForBuyer(caller, { orderId: params.id, cardId: params.cardId, ...body }),
)

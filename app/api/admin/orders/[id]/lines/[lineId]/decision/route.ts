import { z } from 'zod'
import { HELD_ACTS } from '#lib/domain/held-acts.ts'
import { mutation } from '#lib/http/route.ts'
import { decideHeld } from '#lib/services/held-acts/decide-held.ts'

const id = z.string().min(1).max(64)

/** POST /api/admin/orders/:id/lines/:lineId/decision: a person decides about a line that waits for one. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ id, lineId: id }),
    body: z.strictObject({
      act: z.enum(HELD_ACTS),
      epoch: z.int().min(0),
      reason: z.string().trim().min(3).max(500),
      orderNum: z.string().min(1).max(64).exactOptional(),
      typed: z.string().max(64).exactOptional(),
    }),
    reply: z.object({ outcome: z.enum(['waiting', 'moved', 'found', 'nothing', 'no_answer']) }),
  },
  ({ caller, params, body }) => decideHeld(caller, { orderId: params.id, lineId: params.lineId, ...body }),
)

import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { decideHeld } from '#lib/fulfilment/commands/held-acts/decide-held.ts'
import { HELD_ACTS } from '#lib/fulfilment/rules/held-acts.ts'

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

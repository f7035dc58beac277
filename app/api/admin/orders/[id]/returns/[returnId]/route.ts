import { z } from 'zod'
import { closeReturn, RETURN_ACTS } from '#lib/cancellations/commands/close-return.ts'
import { mutation } from '#lib/core/http/route.ts'

const id = z.string().min(1).max(64)

/** POST /api/admin/orders/:id/returns/:returnId: a return that nobody can prove is looked at again, or closed. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ id, returnId: id }),
    body: z.strictObject({ act: z.enum(RETURN_ACTS), reason: z.string().trim().min(3).max(500) }),
    reply: z.object({ state: z.enum(['WAITING', 'ASKED', 'SENT', 'OPEN', 'CONFIRMED', 'REFUSED', 'HELD']) }),
  },
  ({ caller, params, body }) => closeReturn(caller, { orderId: params.id, returnId: params.returnId, ...body }),
)

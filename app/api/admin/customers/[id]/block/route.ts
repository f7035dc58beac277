import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { blockBuyer, unblockBuyer } from '#lib/customers/commands/block-buyer.ts'

/** POST /api/admin/customers/:id/block: a customer may not buy any more, or again. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ id: z.string().min(1).max(64) }),
    body: z.strictObject({ isBlocked: z.boolean(), reason: z.string().trim().min(3).max(500) }),
    reply: z.object({}),
  },
  async ({ caller, params, body: { isBlocked, reason } }) => {
    const act = isBlocked ? blockBuyer : unblockBuyer
    await act(caller, { personId: params.id, reason })

    return {}
  },
)

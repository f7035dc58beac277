import { z } from 'zod'
import { confirmWithdrawal } from '#lib/cancellations/commands/withdraw.ts'
import { mutation } from '#lib/core/http/route.ts'

/** POST /api/withdrawals/[id]/confirm: the second step. From its answer on the withdrawal counts. */
export const POST = mutation(
  {
    caller: 'any',
    limit: 'find',
    params: z.object({ id: z.string().min(1).max(64) }),
    body: z.strictObject({}),
    reply: z.object({ receivedAt: z.string() }),
  },
  async ({ params }) => ({ receivedAt: (await confirmWithdrawal(params.id)).receivedAt.toISOString() }),
)

import { z } from 'zod'
import { startWithdrawal } from '#lib/cancellations/commands/withdraw.ts'
import { mutation } from '#lib/core/http/route.ts'

/** POST /api/withdrawals: the first step of a withdrawal. The answer is the same whether an order fits. */
export const POST = mutation(
  {
    caller: 'any',
    limit: 'find',
    params: z.object({}),
    body: z.strictObject({ email: z.email().max(254), number: z.string().trim().min(8).max(24) }),
    reply: z.object({ id: z.string() }),
  },
  ({ body }) => startWithdrawal(body),
)

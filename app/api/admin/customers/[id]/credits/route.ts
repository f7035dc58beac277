import { z } from 'zod'
import { onceMutation } from '#lib/core/http/route.ts'
import { giveCredit } from '#lib/customers/commands/credits.ts'

/** POST /api/admin/customers/:id/credits: a sum for a customer to spend here, once per key. */
export const POST = onceMutation(
  {
    caller: 'staff',
    params: z.object({ id: z.string().min(1).max(64) }),
    body: z.strictObject({
      amount: z.string().max(40),
      until: z.string().max(10),
      reason: z.string().trim().min(3).max(500),
    }),
    reply: z.object({ outcome: z.enum(['waiting', 'given']) }),
  },
  ({ caller, params, body, once }) => giveCredit(caller, { personId: params.id, ...body, once }),
)

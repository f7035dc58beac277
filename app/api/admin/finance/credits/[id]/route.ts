import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { confirmCredit } from '#lib/finance/commands/supplier-ledger.ts'

/** POST /api/admin/finance/credits/[id]: the supplier has given an expected credit. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ id: z.string().regex(/^sup_\w{1,40}$/) }),
    body: z.strictObject({ reason: z.string().trim().min(3).max(500).optional() }),
    reply: z.object({}),
  },
  async ({ caller, params, body }) => {
    await confirmCredit(caller, { id: params.id, ...(body.reason && { reason: body.reason }) })

    return {}
  },
)

import { z } from 'zod'
import { mutation } from '#lib/http/route.ts'
import { confirmCredit } from '#lib/services/finance/supplier-ledger.ts'

/** POST /api/admin/finance/credits/[id]: the supplier has given an expected credit. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ id: z.string().regex(/^sup_\w{1,40}$/) }),
    body: z.strictObject({}),
    reply: z.object({}),
  },
  async ({ caller, params }) => {
    await confirmCredit(caller, params.id)

    return {}
  },
)

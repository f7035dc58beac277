import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { confirmReference } from '#lib/reconciliation/commands/search-network.ts'

/** POST /api/admin/reconciliation/reference: what both lists of the network say about one of our references. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({}),
    body: z.strictObject({ reference: z.string().trim().min(4).max(64) }),
    reply: z.object({
      reference: z.string(),
      line: z.object({ orderId: z.string(), number: z.string(), state: z.string() }).nullable(),
      echoed: z.array(z.string()),
      filtered: z.array(z.string()),
    }),
  },
  ({ caller, body }) => confirmReference(caller, body.reference),
)

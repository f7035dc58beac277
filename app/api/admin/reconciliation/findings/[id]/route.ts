import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { actOnFinding } from '#lib/reconciliation/commands/act-on-finding.ts'
import { FINDING_ACTS } from '#lib/reconciliation/rules/findings.ts'

/** POST /api/admin/reconciliation/findings/:id: does one thing about an open finding, and says how that ended. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ id: z.string().max(64) }),
    body: z.strictObject({
      act: z.enum(FINDING_ACTS),
      reason: z.string().max(500).default(''),
      orderNumber: z.string().max(40).exactOptional(),
    }),
    reply: z.object({ result: z.enum(['closed', 'asked', 'differs', 'no_answer', 'waiting']) }),
  },
  ({ caller, params, body }) => actOnFinding(caller, { id: params.id, ...body }),
)

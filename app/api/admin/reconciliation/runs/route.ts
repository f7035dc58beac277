import { z } from 'zod'
import { mutation, read } from '#lib/core/http/route.ts'
import { askComparison } from '#lib/reconciliation/commands/ask-comparison.ts'
import { getComparing } from '#lib/reconciliation/queries/admin-reconciliation.ts'

/** GET /api/admin/reconciliation/runs: whether a comparison runs or waits. */
export const GET = read(
  { caller: 'staff', params: z.object({}), reply: z.object({ isComparing: z.boolean() }) },
  ({ caller }) => getComparing(caller),
)

/** POST /api/admin/reconciliation/runs: compares a window, given as two instants, after the comparison that runs now. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({}),
    body: z.strictObject({ from: z.iso.datetime(), until: z.iso.datetime() }),
    reply: z.object({ runId: z.string() }),
  },
  ({ caller, body }) => askComparison(caller, { from: new Date(body.from), until: new Date(body.until) }),
)

import { serve } from '#lib/core/http/route.ts'
import { actOnFinding } from '#lib/reconciliation/commands/act-on-finding.ts'
import { actOnDiscrepancyCall } from '#lib/reconciliation/schema.ts'

export const POST = serve(actOnDiscrepancyCall, ({ caller, params, body }) =>
  actOnFinding(caller, { id: params.id, ...body }),
)

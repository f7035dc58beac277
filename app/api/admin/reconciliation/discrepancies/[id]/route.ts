import { serve } from '#lib/core/http/route.ts'
import { actOnDiscrepancy } from '#lib/reconciliation/commands/act-on-discrepancy.ts'
import { actOnDiscrepancyCall } from '#lib/reconciliation/schema.ts'

export const POST = serve(actOnDiscrepancyCall, ({ caller, params, body }) =>
  actOnDiscrepancy(caller, { id: params.id, ...body }),
)

import { serve } from '#lib/core/http/route.ts'
import { askComparison } from '#lib/reconciliation/commands/run-comparison.ts'
import { getComparing } from '#lib/reconciliation/queries/admin-reconciliation.ts'
import { getComparisonStatusCall, requestComparisonCall } from '#lib/reconciliation/schema.ts'

export const GET = serve(getComparisonStatusCall, ({ caller }) => getComparing(caller))

export const POST = serve(requestComparisonCall, ({ caller, body }) =>
  askComparison(caller, { from: new Date(body.from), until: new Date(body.until) }),
)

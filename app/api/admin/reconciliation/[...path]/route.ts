import { answering, serve } from '#lib/core/http/route.ts'
import { actOnDiscrepancy } from '#lib/reconciliation/commands/act-on-discrepancy.ts'
import { askComparison } from '#lib/reconciliation/commands/run-comparison.ts'
import { confirmReference, searchNetwork } from '#lib/reconciliation/commands/search-network.ts'
import { getComparing } from '#lib/reconciliation/queries/admin-reconciliation.ts'
import {
  actOnDiscrepancyCall,
  confirmReferenceCall,
  getComparisonStatusCall,
  requestComparisonCall,
  searchProviderOrdersCall,
} from '#lib/reconciliation/schema.ts'

export const { GET, POST, PATCH, DELETE, OPTIONS } = answering([
  serve(actOnDiscrepancyCall, ({ caller, params, body }) => actOnDiscrepancy(caller, { id: params.id, ...body })),
  serve(confirmReferenceCall, ({ caller, body }) => confirmReference(caller, body.reference)),
  serve(getComparisonStatusCall, ({ caller }) => getComparing(caller)),
  serve(requestComparisonCall, ({ caller, body }) =>
    askComparison(caller, { from: new Date(body.from), until: new Date(body.until) }),
  ),
  serve(searchProviderOrdersCall, ({ caller, body }) => searchNetwork(caller, body)),
])

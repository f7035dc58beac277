import { answering, serve } from '#lib/core/http/route.ts'
import { decideDiscrepancy } from '#lib/reconciliation/commands/decide-discrepancy.ts'
import { requestComparison } from '#lib/reconciliation/commands/run-comparison.ts'
import { confirmReference, searchNetwork } from '#lib/reconciliation/commands/search-network.ts'
import { getComparing } from '#lib/reconciliation/queries/admin-reconciliation.ts'
import {
  confirmReferenceCall,
  decideDiscrepancyCall,
  getComparisonStatusCall,
  requestComparisonCall,
  searchProviderOrdersCall,
} from '#lib/reconciliation/schema.ts'

export const { GET, POST, PATCH, DELETE, OPTIONS } = answering([
  serve(decideDiscrepancyCall, ({ caller, params, body }) => decideDiscrepancy(caller, { id: params.id, ...body })),
  serve(confirmReferenceCall, ({ caller, body }) => confirmReference(caller, body.reference)),
  serve(getComparisonStatusCall, ({ caller }) => getComparing(caller)),
  serve(requestComparisonCall, ({ caller, body }) =>
    requestComparison(caller, { from: new Date(body.from), until: new Date(body.until) }),
  ),
  serve(searchProviderOrdersCall, ({ caller, body }) => searchNetwork(caller, body)),
])

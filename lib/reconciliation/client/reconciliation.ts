import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/core/client/request.ts'
import type { ReplyOf } from '#lib/core/rules/contract.ts'
import type {
  confirmReferenceCall,
  getComparisonStatusCall,
  requestComparisonCall,
  searchProviderOrdersCall,
} from '#lib/reconciliation/schema.ts'

/** Asks for a comparison of a window, given as two instants. */
export function compareWindow(from: Date, until: Date) {
  const body = { from: from.toISOString(), until: until.toISOString() }

  return call<typeof requestComparisonCall>('POST /api/admin/reconciliation/runs', { body })
}

/** Whether a comparison runs, asked again every second while one does. */
export function comparingQuery(initial: { isComparing: boolean }) {
  return queryOptions({
    queryKey: ['comparing'],
    queryFn: ({ signal }) => call<typeof getComparisonStatusCall>('GET /api/admin/reconciliation/runs', { signal }),
    initialData: initial,
    refetchInterval: (query) => (query.state.data?.isComparing ? 1_000 : false),
  })
}

/** A page of the network's orders, with the days that were asked for. */
export type FoundPage = ReplyOf<typeof searchProviderOrdersCall>

/** Confirms by our reference. */
export function confirmReference(reference: string) {
  return call<typeof confirmReferenceCall>('POST /api/admin/reconciliation/reference', { body: { reference } })
}

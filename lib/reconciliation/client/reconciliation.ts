import { queryOptions } from '@tanstack/react-query'
import { ask } from '#lib/core/client/ask.ts'

/** How an act on a finding ended. */
export type ActResult = 'closed' | 'asked' | 'differs' | 'no_answer' | 'waiting'

/** What a person wants done about a finding. `orderNumber` is for linking only. */
export type FindingBody = { act: string; reason: string; orderNumber?: string }

/** Does one thing about a finding. */
export function actOnFinding(id: string, body: FindingBody): Promise<{ result: ActResult }> {
  return ask(`/api/admin/reconciliation/findings/${id}`, { method: 'POST', body: body })
}

/** Asks for a comparison of a window, given as two instants. */
export function compareWindow(from: Date, until: Date): Promise<{ runId: string }> {
  const body = { from: from.toISOString(), until: until.toISOString() }

  return ask('/api/admin/reconciliation/runs', { method: 'POST', body })
}

/** Whether a comparison runs, asked again every second while one does. */
export function comparingQuery(initial: { isComparing: boolean }) {
  return queryOptions({
    queryKey: ['comparing'],
    queryFn: ({ signal }) => ask<{ isComparing: boolean }>('/api/admin/reconciliation/runs', { method: 'GET', signal }),
    initialData: initial,
    refetchInterval: (query) => (query.state.data?.isComparing ? 1_000 : false),
  })
}

/** An order of the network as it comes over the wire. */
export type FoundOrder = {
  orderNum: string
  plan: string | null
  count: number | null
  status: number | null
  isTopUp: boolean | null
  cost: string | null
  createdAt: string | null
  cards: string[]
  order: { id: string; number: string } | null
}

/** A page of the network's orders, with the days that were asked for. */
export type FoundPage = {
  from: string
  to: string
  total: number | null
  page: number
  hasMore: boolean
  rows: FoundOrder[]
}

/** Searches the network's own orders. Days are the network's. */
export function searchNetwork(filters: Record<string, string | number>): Promise<FoundPage> {
  return ask('/api/admin/reconciliation/search', { method: 'POST', body: filters })
}

/** What both lists of the network say about one of our references. */
export type ReferenceProof = {
  reference: string
  line: { orderId: string; number: string; state: string } | null
  echoed: string[]
  filtered: string[]
}

/** Confirms by our reference. */
export function confirmReference(reference: string): Promise<ReferenceProof> {
  return ask('/api/admin/reconciliation/reference', { method: 'POST', body: { reference } })
}

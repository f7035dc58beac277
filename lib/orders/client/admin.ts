import { queryOptions } from '@tanstack/react-query'
import { ask } from '#lib/core/client/ask.ts'

/** The progress of a pass over the catalogue as it comes over the wire. */
export type SyncProgress = {
  isRunning: boolean
  run: { id: string; state: string; total: number; done: number; failed: number; calls: number } | null
}

/** Starts a pass over the catalogue. */
export function startSync(): Promise<void> {
  return ask('/api/admin/catalogue/sync', { method: 'POST', body: {} })
}

/** The newest pass, asked again every second while one runs. */
export function syncProgressQuery(initial: SyncProgress) {
  return queryOptions({
    queryKey: ['sync-progress'],
    queryFn: ({ signal }) => ask<SyncProgress>('/api/admin/catalogue/sync', { method: 'GET', signal }),
    initialData: initial,
    refetchInterval: (query) => (query.state.data?.isRunning ? 1_000 : false),
  })
}

/** Says which country a name means. */
export function mapCountry(name: string, iso2: string): Promise<{ destinations: number }> {
  return ask('/api/admin/catalogue/countries', { method: 'POST', body: { name, iso2 } })
}

/** How the network answered one question of the connection test. */
export type ConnectionStep = {
  step: string
  problem: string | null
  code: number | null
  count: number | null
  latencyMs: number
}

/** Asks the network whether it knows us. */
export function testConnection(): Promise<{ steps: ConnectionStep[] }> {
  return ask('/api/admin/connection/test', { method: 'POST', body: {} })
}

/** What a bank statement says about a transfer. `receivedOn` is a calendar date. */
export type Arrival = { amountMinor: number; currency: string; receivedOn: string }

/** Notes that a transfer has arrived. `fits` is false for another sum than asked for: the order then waits for a person. */
export function noteTransfer(paymentId: string, arrival: Arrival): Promise<{ fits: boolean }> {
  return ask(`/api/admin/payments/${paymentId}/received`, { method: 'POST', body: arrival })
}

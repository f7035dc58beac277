import { queryOptions } from '@tanstack/react-query'
import type { getSyncProgressCall, mapCountryCall } from '#lib/catalog/schema.ts'
import { call } from '#lib/core/client/request.ts'
import type { ReplyOf, RequestOf } from '#lib/core/rules/contract.ts'
import type { markTransferReceivedCall } from '#lib/payments/schema.ts'
import type { testConnectionCall } from '#lib/provider/schema.ts'

/** The progress of a pass over the catalogue as it comes over the wire. */
export type SyncStatus = {
  isRunning: boolean
  run: { id: string; state: string; total: number; done: number; failed: number; calls: number } | null
}

/** The newest pass, asked again every second while one runs. */
export function syncProgressQuery(initial: SyncStatus) {
  return queryOptions({
    queryKey: ['sync-progress'],
    queryFn: ({ signal }): Promise<SyncStatus> =>
      call<typeof getSyncProgressCall>('GET /api/admin/catalogue/sync', { signal }),
    initialData: initial,
    refetchInterval: (query) => (query.state.data?.isRunning ? 1_000 : false),
  })
}

/** Says which country a name means. */
export function mapCountry(name: string, iso2: string) {
  return call<typeof mapCountryCall>('POST /api/admin/catalogue/countries', { body: { name, iso2 } })
}

/** How the network answered one question of the connection test. */
export type ConnectionStepResult = ReplyOf<typeof testConnectionCall>['steps'][number]

/** Notes that a transfer has arrived. `fits` is false for another sum than asked for: the order then waits for a person. */
export function noteTransfer(paymentId: string, arrival: RequestOf<typeof markTransferReceivedCall>['body']) {
  return call<typeof markTransferReceivedCall>('POST /api/admin/payments/[id]/received', {
    params: { id: paymentId },
    body: arrival,
  })
}

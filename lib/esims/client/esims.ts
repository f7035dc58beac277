import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/core/client/request.ts'
import type { listNetworksCall, refreshUsageCall, revealEsimCall } from '#lib/esims/schema.ts'

/** Opens a sealed card. Both sentences were read and agreed to; the answer holds the code. */
export function revealEsim(esimId: string) {
  return call<typeof revealEsimCall>('POST /api/esims/[id]/reveal', {
    params: { id: esimId },
    body: { serviceStarts: true, withdrawalEnds: true },
  })
}

/** The address of the picture of an opened code, as a file to keep. */
export function qrImageHref(esimId: string): string {
  return `/api/esims/${esimId}/qr?format=png`
}

/** The address of the dates of an eSIM, as a file for calendars. */
export function calendarHref(esimId: string): string {
  return `/api/esims/${esimId}/calendar`
}

/** Asks the network now about an eSIM. What it said is on the page once that is read again. */
export function refreshEsim(esimId: string) {
  return call<typeof refreshUsageCall>('POST /api/esims/[id]/refresh', { params: { id: esimId } })
}

/** Which networks an eSIM may use, by country; `null` when the network does not say. */
export function esimNetworksQuery(esimId: string, locale: string) {
  return queryOptions({
    queryKey: ['card-networks', esimId, locale],
    queryFn: ({ signal }) =>
      call<typeof listNetworksCall>('GET /api/esims/[id]/networks', {
        params: { id: esimId },
        query: { locale },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/core/client/request.ts'
import type { ReplyOf } from '#lib/core/rules/contract.ts'
import type { listTopUpDestinationsCall, listTopUpPlansCall } from '#lib/esims/schema.ts'

/** What an eSIM takes and what is on it, as the network has just said. */
export type TopUpOffer = ReplyOf<typeof listTopUpPlansCall>

/** A plan that an eSIM takes, at its price: of the whole plan, or of one day of a day pass. */
export type TopUpPlan = TopUpOffer['plans'][number]

/** A plan on an eSIM. */
export type WirePlan = NonNullable<TopUpOffer['timeline']>['plans'][number]

/** Somewhere an eSIM can go again. */
export type TopUpPlace = ReplyOf<typeof listTopUpDestinationsCall>['destinations'][number]

const FRESH_MS = 60_000

/** What is on an eSIM and what it takes. */
export function topUpOfferQuery(esimId: string) {
  return queryOptions({
    queryKey: ['top-up-plans', esimId],
    queryFn: ({ signal }) =>
      call<typeof listTopUpPlansCall>('GET /api/esims/[id]/top-up-plans', { params: { id: esimId }, signal }),
    staleTime: FRESH_MS,
    retry: false,
  })
}

/** Where an eSIM can go again. */
export function topUpPlacesQuery(esimId: string, locale: string) {
  return queryOptions({
    queryKey: ['top-up-places', esimId, locale],
    queryFn: ({ signal }) =>
      call<typeof listTopUpDestinationsCall>('GET /api/esims/[id]/destinations', {
        params: { id: esimId },
        query: { locale },
        signal,
      }),
    staleTime: FRESH_MS,
    retry: false,
  })
}

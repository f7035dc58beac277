import { queryOptions } from '@tanstack/react-query'
import { ask } from '#lib/core/client/ask.ts'
import type { TopUpRefusal } from '#lib/esims/rules/top-up.ts'
import type { Amount, ShopPlan } from '#lib/settings/rules/shop.ts'

/** A plan that an eSIM takes, at its price: of the whole plan, or of one day of a day pass. */
export type TopUpPlan = Pick<ShopPlan, 'id' | 'amount' | 'term' | 'price' | 'words'>

/** A plan on an eSIM as it comes over the wire: dates as text. */
export type WirePlan = {
  state: 'ended' | 'running' | 'waiting'
  isTopUp: boolean
  isDayPass: boolean
  amount: Amount | null
  days: number | null
  usedMb: number | null
  beginsAt: string | null
  endsAt: string | null
}

/** What an eSIM takes and what is on it, as the network has just said. */
export type TopUpOffer = {
  refusal: TopUpRefusal | 'no_answer' | null
  timeline: { plans: WirePlan[]; readAt: string } | null
  start: { kind: 'today' | 'waits' | 'unknown'; from: string | null }
  plans: TopUpPlan[]
}

/** Somewhere an eSIM can go again. */
export type TopUpPlace = {
  slug: string
  name: string
  iso2: string | null
  countryCount: number | null
  isOwn: boolean
  plans: TopUpPlan[]
}

const FRESH_MS = 60_000

/** What is on an eSIM and what it takes. */
export function topUpOfferQuery(cardId: string) {
  return queryOptions({
    queryKey: ['top-up-plans', cardId],
    queryFn: ({ signal }) => ask<TopUpOffer>(`/api/esims/${cardId}/top-up-plans`, { method: 'GET', signal }),
    staleTime: FRESH_MS,
    retry: false,
  })
}

/** Where an eSIM can go again. */
export function topUpPlacesQuery(cardId: string, locale: string) {
  return queryOptions({
    queryKey: ['top-up-places', cardId, locale],
    queryFn: ({ signal }) =>
      ask<{ destinations: TopUpPlace[] }>(`/api/esims/${cardId}/destinations?locale=${locale}`, {
        method: 'GET',
        signal,
      }),
    staleTime: FRESH_MS,
    retry: false,
  })
}

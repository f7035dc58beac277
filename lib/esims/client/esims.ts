import { queryOptions } from '@tanstack/react-query'
import { ask } from '#lib/core/client/ask.ts'
import type { Network, OpenedCard } from '#lib/settings/rules/shop.ts'

/** Opens a sealed card. Both sentences were read and agreed to; the answer holds the code. */
export function revealEsim(cardId: string): Promise<OpenedCard> {
  return ask(`/api/esims/${cardId}/reveal`, {
    method: 'POST',
    body: { serviceStarts: true, withdrawalEnds: true },
  })
}

/** The address of the picture of an opened code, as a file to keep. */
export function qrImageHref(cardId: string): string {
  return `/api/esims/${cardId}/qr?format=png`
}

/** Has an opened eSIM mailed to the address of its order. */
export function sendCopy(cardId: string): Promise<void> {
  return ask(`/api/esims/${cardId}/copies`, { method: 'POST', body: {} })
}

/** The address of the dates of an eSIM, as a file for calendars. */
export function calendarHref(cardId: string): string {
  return `/api/esims/${cardId}/calendar`
}

/** Asks the network now about an eSIM. What it said is on the page once that is read again. */
export function refreshEsim(cardId: string): Promise<{ outcome: 'read' | 'no_answer' | 'too_soon' }> {
  return ask(`/api/esims/${cardId}/refresh`, { method: 'POST', body: {} })
}

type CountryNetworks = { country: string; networks: Network[] }

/** Which networks an eSIM may use, by country; `null` when the network does not say. */
export function cardNetworksQuery(cardId: string, locale: string) {
  return queryOptions({
    queryKey: ['card-networks', cardId, locale],
    queryFn: ({ signal }) =>
      ask<{ countries: CountryNetworks[] | null }>(`/api/esims/${cardId}/networks?locale=${locale}`, {
        method: 'GET',
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

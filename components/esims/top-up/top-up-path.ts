import type { TopUpTarget } from '#lib/settings/rules/shop.ts'

/** What the part about other destinations is called in the address of that page. */
export const PLACES = 'places'

/** Returns the address where plans are put on a card: its own page, or the check of a number for a card in hand. */
export function topUpPath({ orderId, cardId }: Pick<TopUpTarget, 'orderId' | 'cardId'>): string {
  return orderId === null ? '/sim-cards/check' : `/o/${orderId}/esims/${cardId}/top-up`
}

/** Returns which word fits the card of a top-up: what one of our orders brought is an eSIM. */
export function cardWord(target: Pick<TopUpTarget, 'orderId'> | null | undefined): 'esim' | 'sim' {
  return target?.orderId === null ? 'sim' : 'esim'
}

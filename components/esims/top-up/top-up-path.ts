import type { TopUpTarget } from '#lib/settings/rules/shop.ts'

/** What the part about other destinations is called in the address of that page. */
export const PLACES = 'places'

/** Returns the address where plans are put on an eSIM: its own page, or the check of a number for an eSIM in hand. */
export function topUpPath({ orderId, esimId }: Pick<TopUpTarget, 'orderId' | 'esimId'>): string {
  return orderId === null ? '/sim-cards/check' : `/o/${orderId}/esims/${esimId}/top-up`
}

/** Returns which word fits the eSIM of a top-up: what one of our orders brought is an eSIM. */
export function esimWord(target: Pick<TopUpTarget, 'orderId'> | null | undefined): 'esim' | 'sim' {
  return target?.orderId === null ? 'sim' : 'esim'
}

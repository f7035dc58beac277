import type { TopUpTarget } from '#lib/domain/shop.ts'

/** Returns the address of the page where plans are put on an eSIM. */
export function topUpPath({ orderId, cardId }: Pick<TopUpTarget, 'orderId' | 'cardId'>): string {
  return `/o/${orderId}/esims/${cardId}/top-up`
}

import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { placedCards } from '#components/orders/card-list.ts'
import { currentCaller } from '#lib/auth/caller.ts'
import { readDevice } from '#lib/domain/device.ts'
import type { OpenedCard, OrderPage } from '#lib/domain/shop.ts'
import { getOrderPage } from '#lib/queries/order-page.ts'
import { openedCard } from '#lib/services/opened-card.ts'

/** The order of an address, for the browser that may see it. Anybody else is led to where the link can be had again. */
export const openOrder = cache(async (orderId: string): Promise<OrderPage> => {
  const order = await getOrderPage(await currentCaller(), orderId)
  if (!order) redirect('/find?link=unknown')

  return order
})

/** The codes of the cards that were opened before, by card id. A sealed card has no entry. */
export async function openedCards(order: OrderPage): Promise<Record<string, OpenedCard>> {
  const caller = await currentCaller()
  const revealed = placedCards(order).filter(({ card }) => !card.isSealed)
  const entries = revealed.map(async ({ card }) => [card.id, await openedCard(caller, card.id)] as const)

  return Object.fromEntries(await Promise.all(entries))
}

/** What the browser says it runs on. */
export async function currentDevice() {
  return readDevice((await headers()).get('user-agent') ?? '')
}

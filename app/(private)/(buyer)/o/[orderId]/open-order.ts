import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { placedCards } from '#components/orders/card-list.ts'
import { currentCaller } from '#lib/auth/caller.ts'
import { readDevice } from '#lib/catalog/rules/device.ts'
import { privateLocale } from '#lib/core/i18n/private-locale.ts'
import { openedCard } from '#lib/esims/commands/opened-card.ts'
import { getOrderPage, getOrderProgress } from '#lib/orders/queries/order-page.ts'
import type { OpenedCard, OrderPage, OrderProgress } from '#lib/settings/rules/shop.ts'

/**
 * The order of an address with the state it was read after, for the browser that may see it. Anybody else is led to
 * where the link can be had again.
 *
 * The state is read first: if something happens in between, the page is newer than it says and asks once too often. The
 * other way round it would be older than it says, and never ask again.
 */
export const openOrder = cache(async (orderId: string): Promise<{ order: OrderPage; status: OrderProgress }> => {
  const caller = await currentCaller()
  const status = await getOrderProgress(caller, orderId)
  const order = await getOrderPage(caller, orderId, await privateLocale())
  if (!order || !status) redirect('/find?link=unknown')

  return { order, status }
})

/** The codes of the cards that were opened before, by card id. A sealed card, and one whose code is not kept any more, has no entry. */
export async function openedCards(order: OrderPage): Promise<Record<string, OpenedCard>> {
  const caller = await currentCaller()
  const revealed = placedCards(order).filter(({ card }) => !card.isSealed && card.codeRemovedAt === null)
  const entries = revealed.map(async ({ card }) => [card.id, await openedCard(caller, card.id)] as const)

  return Object.fromEntries(await Promise.all(entries))
}

/** What the browser says it runs on. */
export async function currentDevice() {
  return readDevice((await headers()).get('user-agent') ?? '')
}

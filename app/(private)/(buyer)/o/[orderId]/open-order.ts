import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import { placedEsims } from '#components/orders/item-list.tsx'
import { currentCaller } from '#lib/auth/caller.ts'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { readDevice } from '#lib/catalog/rules/device.ts'
import { openedEsim } from '#lib/esims/commands/reveal-esim.ts'
import { getOrderPage, getOrderProgress } from '#lib/orders/queries/order-page.ts'
import type { OpenedEsim, OrderPage, OrderProgress } from '#lib/settings/rules/shop.ts'

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

/** An eSIM with its order, for the browser that may see them. */
export async function openPlacedEsim(params: Promise<{ orderId: string; esimId: string }>) {
  const { orderId, esimId } = await params
  const { order } = await openOrder(orderId)
  const placed = placedEsims(order).find(({ esim }) => esim.id === esimId)
  if (!placed) notFound()

  return { order, placed }
}

/** The codes of the eSIMs that were opened before, by the eSIM's id. A sealed eSIM, and one whose code is not kept any more, has no entry. */
export async function openedEsims(order: OrderPage): Promise<Record<string, OpenedEsim>> {
  const caller = await currentCaller()
  const revealed = placedEsims(order).filter(({ esim }) => !esim.isUnrevealed && esim.codeRemovedAt === null)
  const entries = revealed.map(async ({ esim }) => [esim.id, await openedEsim(caller, esim.id)] as const)

  return Object.fromEntries(await Promise.all(entries))
}

/** What the browser says it runs on. */
export async function currentDevice() {
  return readDevice((await headers()).get('user-agent') ?? '')
}

/** Where to write about an order: its number goes with the message. */
export function writeHref(orderId: string): string {
  return `/contact?order=${encodeURIComponent(orderId)}`
}

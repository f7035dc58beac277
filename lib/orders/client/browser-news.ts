import { call } from '#lib/core/client/request.ts'
import type { RequestOf } from '#lib/core/rules/contract.ts'
import type { addBrowserCall, dropBrowserCall, getPushKeyCall } from '#lib/orders/schema.ts'

const WORKER = '/order-news.js'

/** Tells whether this browser can be told anything. On an iPhone only the installed shop can. */
export function canHear(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** Tells whether the visitor, or the browser by itself, refuses notifications of this shop. */
export function isRefused(): boolean {
  return Notification.permission === 'denied'
}

/**
 * Tells whether this browser hears of an order. One that does names itself again: its address changes at times, and the
 * store may have forgotten it.
 */
export async function hears(orderId: string): Promise<boolean> {
  const subscription = await findSubscription(orderId)
  if (!subscription || Notification.permission !== 'granted') return false
  await nameBrowser(orderId, subscription).catch(() => undefined)

  return true
}

/** Asks for permission and has this browser told of an order. `false` when the visitor does not give it. */
export async function hear(orderId: string): Promise<boolean> {
  // First of all: a browser asks the visitor only right after a press.
  if ((await Notification.requestPermission()) !== 'granted') return false
  const { key } = await call<typeof getPushKeyCall>('GET /api/orders/[id]/browsers', { params: { id: orderId } })
  await navigator.serviceWorker.register(WORKER, { scope: pageOf(orderId) })
  const { pushManager } = await navigator.serviceWorker.ready
  // One for another key of the store reaches nobody any more, and is in the way of the next.
  await (await pushManager.getSubscription())?.unsubscribe()
  await nameBrowser(orderId, await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))

  return true
}

/** Has this browser told no more. */
export async function stopHearing(orderId: string): Promise<void> {
  const subscription = await findSubscription(orderId)
  if (!subscription) return
  const body = { endpoint: subscription.endpoint }
  await call<typeof dropBrowserCall>('DELETE /api/orders/[id]/browsers', { params: { id: orderId }, body })
  await subscription.unsubscribe()
  await (await findRegistration(orderId))?.unregister()
}

function pageOf(orderId: string): string {
  return `/o/${orderId}`
}

async function findRegistration(orderId: string): Promise<ServiceWorkerRegistration | null> {
  const found = await navigator.serviceWorker.getRegistration(pageOf(orderId))

  return found && new URL(found.scope).pathname === pageOf(orderId) ? found : null
}

async function findSubscription(orderId: string): Promise<PushSubscription | null> {
  return (await findRegistration(orderId))?.pushManager.getSubscription() ?? null
}

async function nameBrowser(orderId: string, subscription: PushSubscription): Promise<void> {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  const body: RequestOf<typeof addBrowserCall>['body'] = { endpoint, keys: { p256dh, auth } }
  await call<typeof addBrowserCall>('POST /api/orders/[id]/browsers', { params: { id: orderId }, body })
}

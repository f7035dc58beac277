import type { ItemStatus, LookTimes, OrderPage } from '#lib/settings/rules/shop.ts'

/** What the top of the page says: the status that matters most, and how many of how many eSIMs are ready. */
export type Headline = { status: ItemStatus | 'partly'; ready: number; count: number }

// What the reader must not miss comes first.
const ORDER: ItemStatus[] = [
  'with_team',
  'confirming',
  'waiting_for_payment',
  'ordering',
  'almost_ready',
  'cancelling',
  'refund_started',
  'ready',
  'cancelled',
  'refunded',
  'expired',
]

/** Returns what to say first about an order. Some eSIMs here and some not is a status of its own. */
export function headlineOf({ items }: Pick<OrderPage, 'items'>): Headline {
  // What has gone back is neither ready nor missing.
  const gone = items.flatMap((item) => item.esims).filter((esim) => esim.return.state === 'returned').length
  const count = items.reduce((sum, item) => sum + item.count, 0) - gone
  const ready = items.reduce((sum, item) => sum + readyIn(item), 0) - gone
  if (ready > 0) return { status: ready < count ? 'partly' : 'ready', ready, count }
  const first = ORDER.find((candidate) => items.some((item) => item.status === candidate)) ?? 'ordering'
  // The eSIMs of an item are shown a moment after it became ready.
  const status = first === 'ready' ? 'almost_ready' : first

  return { status, ready, count }
}

/** When the network was asked for what is unclear in an order: the latest look, and the earliest of the coming ones. */
export function latestLookTimes({ items }: Pick<OrderPage, 'items'>): LookTimes | null {
  const lookTimes = items.flatMap((item) => item.looks ?? [])
  const first = lookTimes[0]
  if (!first) return null

  return lookTimes.reduce(
    ({ lastAt, nextAt }, check) => ({
      lastAt: check.lastAt > lastAt ? check.lastAt : lastAt,
      nextAt: nextAt && check.nextAt ? (check.nextAt < nextAt ? check.nextAt : nextAt) : (nextAt ?? check.nextAt),
    }),
    first,
  )
}

// A top-up brings no card: its plan is there when the item is.
function readyIn(item: OrderPage['items'][number]): number {
  if (item.topUp) return item.status === 'ready' ? item.count : 0

  return isReady(item) ? item.esims.length : 0
}

/** Tells whether eSIMs of an item may be shown: they are here and nobody has taken them back. */
export function isReady(item: { status: ItemStatus; esims: readonly unknown[] }): boolean {
  return item.status === 'ready' && item.esims.length > 0
}

import type { LineStatus, LookTimes, OrderPage } from '#lib/settings/rules/shop.ts'

/** What the top of the page says: the status that matters most, and how many of how many eSIMs are ready. */
export type Headline = { status: LineStatus | 'partly'; ready: number; count: number }

// What the reader must not miss comes first.
const ORDER: LineStatus[] = [
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
export function headlineOf({ lines }: Pick<OrderPage, 'lines'>): Headline {
  // What has gone back is neither ready nor missing.
  const gone = lines.flatMap((line) => line.esims).filter((esim) => esim.return.state === 'returned').length
  const count = lines.reduce((sum, line) => sum + line.count, 0) - gone
  const ready = lines.reduce((sum, line) => sum + readyIn(line), 0) - gone
  if (ready > 0) return { status: ready < count ? 'partly' : 'ready', ready, count }
  const first = ORDER.find((candidate) => lines.some((line) => line.status === candidate)) ?? 'ordering'
  // The eSIMs of a line are shown a moment after it became ready.
  const status = first === 'ready' ? 'almost_ready' : first

  return { status, ready, count }
}

/** When the network was asked for what is unclear in an order: the latest look, and the earliest of the coming ones. */
export function looksOf({ lines }: Pick<OrderPage, 'lines'>): LookTimes | null {
  const looks = lines.flatMap((line) => line.looks ?? [])
  const first = looks[0]
  if (!first) return null

  return looks.reduce(
    ({ lastAt, nextAt }, look) => ({
      lastAt: look.lastAt > lastAt ? look.lastAt : lastAt,
      nextAt: nextAt && look.nextAt ? (look.nextAt < nextAt ? look.nextAt : nextAt) : (nextAt ?? look.nextAt),
    }),
    first,
  )
}

// A top-up brings no card: its plan is there when the line is.
function readyIn(line: OrderPage['lines'][number]): number {
  if (line.topUp) return line.status === 'ready' ? line.count : 0

  return isReady(line) ? line.esims.length : 0
}

/** Tells whether eSIMs of a line may be shown: they are here and nobody has taken them back. */
export function isReady(line: { status: LineStatus; esims: readonly unknown[] }): boolean {
  return line.status === 'ready' && line.esims.length > 0
}

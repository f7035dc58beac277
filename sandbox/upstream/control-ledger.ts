import { type Card, liveEntries, type Order, statusOf } from '#sandbox/upstream/ledger.ts'
import { now, type World } from '#sandbox/upstream/world.ts'

export type LedgerOrder = Order & {
  statusNow: number
  liveIccids: string[]
  cards: Card[]
}

/** Every order with its references, cards and present status: the service's own books, oldest first. */
export function ledgerOf(world: World): LedgerOrder[] {
  const at = now(world)

  return [...world.orders.values()].map((order) => ({
    ...order,
    statusNow: statusOf(order, at),
    liveIccids: liveEntries(order, at).map((entry) => entry.iccid),
    cards: order.entries.flatMap((entry) => world.cards.get(entry.iccid) ?? []),
  }))
}

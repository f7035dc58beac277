import { DAY_MS } from '#sandbox/upstream/clock.ts'
import type { Card, Order, PlanEntry } from '#sandbox/upstream/ledger.ts'
import { now, type World } from '#sandbox/upstream/world.ts'

/** What happened on a card. `beginDate` and `endDate` are instants; null takes them back. */
export type UsageChange = {
  iccid: string
  /** The order whose plan is meant; without it the newest one of the card. */
  orderNum?: string
  usedMb?: number
  beginDate?: string | null
  endDate?: string | null
  planStatus?: number
  /** Any number, also one without a known meaning. */
  orderStatus?: number
  eid?: string | null
  dpStatus?: string | null
}

export function changeUsage(world: World, change: UsageChange): PlanEntry {
  const card = world.cards.get(change.iccid)
  const order = [...world.orders.values()].findLast(
    (candidate) =>
      candidate.entries.some((entry) => entry.iccid === change.iccid) &&
      (change.orderNum === undefined || candidate.orderNum === change.orderNum),
  )
  const entry = order?.entries.find((candidate) => candidate.iccid === change.iccid)
  if (!card || !order || !entry) throw new Error('no such card')

  changeEntry(world, { order, entry, change })
  changeCard(card, change)
  if (change.dpStatus === 'Delete') markDeleted(world, card)
  if (change.orderStatus !== undefined) order.status = change.orderStatus
  world.journal.append({ kind: 'card', value: card })
  world.journal.append({ kind: 'order', value: order })

  return entry
}

function changeEntry(
  world: World,
  { order, entry, change }: { order: Order; entry: PlanEntry; change: UsageChange },
): void {
  if (change.usedMb !== undefined) entry.usedMb = change.usedMb
  if (change.beginDate !== undefined) entry.beginAt = toInstant(change.beginDate)
  else if ((change.usedMb ?? 0) > 0) entry.beginAt ??= now(world)
  if (change.endDate !== undefined) entry.endAt = toInstant(change.endDate)
  else entry.endAt = entry.beginAt === null ? null : entry.beginAt + order.days * DAY_MS
  entry.status = change.planStatus ?? (entry.beginAt === null ? 0 : 1)
}

function changeCard(card: Card, change: UsageChange): void {
  if (change.eid !== undefined) card.eid = change.eid
  if (change.dpStatus !== undefined) card.dpStatus = change.dpStatus
  else if (change.eid) card.dpStatus ??= 'Enable'
}

function markDeleted(world: World, card: Card): void {
  for (const order of world.orders.values()) {
    if (!order.entries.some((entry) => entry.iccid === card.iccid)) continue
    order.status = 5
    world.journal.append({ kind: 'order', value: order })
  }
}

function toInstant(text: string | null): number | null {
  if (text === null) return null
  const at = new Date(text).getTime()
  if (Number.isNaN(at)) throw new Error(`${text} is not a time`)

  return at
}

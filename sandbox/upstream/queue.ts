import { DAY_MS } from '#sandbox/upstream/clock.ts'
import type { Order, PlanEntry } from '#sandbox/upstream/ledger.ts'
import { now, type World } from '#sandbox/upstream/world.ts'

const RUNNING = 1
const ENDED = 2

/** Lets the plans of every card follow each other: when one has ended, the one that waits longest begins. */
export function advanceQueues(world: World): void {
  const at = now(world)
  const byCard = new Map<string, { order: Order; entry: PlanEntry }[]>()
  for (const order of world.orders.values()) {
    const gone = new Set(order.cancelled.map(({ iccid }) => iccid))
    for (const entry of order.entries) {
      if (!gone.has(entry.iccid)) byCard.set(entry.iccid, [...(byCard.get(entry.iccid) ?? []), { order, entry }])
    }
  }
  for (const plans of byCard.values()) {
    for (let moved = true; moved; ) moved = advance(plans, { at, world })
  }
}

function advance(plans: { order: Order; entry: PlanEntry }[], { at, world }: { at: number; world: World }): boolean {
  const ended = plans.filter(({ entry }) => entry.endAt !== null && entry.endAt <= at)
  const isRunning = plans.some(({ entry }) => entry.beginAt !== null && (entry.endAt === null || entry.endAt > at))
  const next = plans.find(({ entry }) => entry.beginAt === null)
  for (const { order, entry } of ended.filter(({ entry }) => entry.status === RUNNING)) {
    entry.status = ENDED
    world.journal.append({ kind: 'order', value: order })
  }
  if (ended.length === 0 || isRunning || !next) return false
  const begin = Math.max(...ended.map(({ entry }) => entry.endAt ?? 0), next.order.createdAt)
  next.entry.beginAt = begin
  next.entry.endAt = begin + next.order.days * DAY_MS
  next.entry.status = RUNNING
  world.journal.append({ kind: 'order', value: next.order })

  return true
}

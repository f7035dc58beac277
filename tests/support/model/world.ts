import { closeDatabase, db } from '#lib/core/repository/client.ts'
import { watchAbandoned } from '#lib/fulfilment/commands/watch-abandoned.ts'
import { findForgotten } from '#lib/orders/worker/find-forgotten.ts'
import { closeUpstream } from '#lib/provider/commands/upstream.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { type Clock, installClock } from '#tests/support/model/clock.ts'
import { type Death, type Power, switchPower } from '#tests/support/model/power.ts'
import { eventually } from '#tests/support/patience.ts'
import { control, freshParties, type Sale, type Started, startSale } from '#tests/support/sale.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

/** A store with both outside parties, on a clock that is moved and with a power switch. Timers are those of a live store. */
export type World = {
  sale: Sale
  clock: Clock
  power: Power
  /** The orders of the running sequence. */
  orders: Started[]
  /** What happened in the sequences so far, for a look at how much the run has covered. */
  seen: Map<string, number>
  work: (death?: Death) => Promise<void>
  close: () => Promise<void>
}

export async function openWorld(): Promise<World> {
  const sale = await startSale({ TIME_SCALE: '1' })
  await closeDatabase()
  const clock = await installClock(sale.shop.settings.DATABASE_URL ?? '')
  const power = switchPower()
  const seen = new Map<string, number>()

  return {
    sale,
    clock,
    power,
    orders: [],
    seen,
    work: async (death) => {
      const hasDied = await power.run(runUntilIdle, death)
      if (hasDied) seen.set('died', (seen.get('died') ?? 0) + 1)
    },
    close: async () => {
      power.off()
      await clock.close()
      await sale.close()
    },
  }
}

/** Counts that something happened. */
export function note({ seen }: Pick<World, 'seen'>, what: string): void {
  seen.set(what, (seen.get(what) ?? 0) + 1)
}

/** Both parties and the store as on the first day of trade: a catalogue, no order, a proven look-up. */
export async function newDay(world: World): Promise<void> {
  const { sale, clock } = world
  world.orders = []
  // A day later, so that nothing of yesterday (limits, pauses between logins) reaches into today.
  await clock.advance(25 * HOUR)
  await freshParties(sale)
  await control(sale, 'reset', {})
  await control(sale, 'webhooks', { drop: true })
  sale.shop.upstream.control.changeAccount({ applyCancelRules: false })
  await closeUpstream()
  await db()
    .$executeRaw`TRUNCATE "Order", "Quote", "Person", "CallLog", "OrderEvent", "ProviderEvent", "Break", "LossEntry", "SupplierEntry", "Outbox" CASCADE`
  await db().capability.deleteMany({ where: { key: 'cancel.listDrops' } })
  await db().slot.updateMany({ data: { owner: null, until: null } })
}

/** Looks after everything that has no date of its own, as the timers of a worker do. */
export async function tidy(): Promise<void> {
  await watchAbandoned()
  await findForgotten()
}

const AFTER_EVENTS = [1, 10, 10, 60, 60].map((minutes) => minutes * MINUTE)
const STEPS = [1, 1, 5, 10, 16, 30, 60, 60, 120, 240, 480, 1440].map((minutes) => minutes * MINUTE)

/**
 * Heals both parties and lets time pass until nothing moves any more, first without a single event, as if all of them
 * were lost. Then the provider delivers what it held back (how else would anybody hear of money that came after the
 * end?), and orders that were hidden come to light.
 */
export async function settle(world: World): Promise<void> {
  world.sale.shop.upstream.control.clearFaults()
  await control(world.sale, 'faults/clear')
  await letPass(world, STEPS)
  await deliverEvents(world, 1)
  await letPass(world, AFTER_EVENTS)
  // Leases of dead processes end, and what was delivered to their rows is looked into.
  await world.clock.advance(3 * MINUTE)
  await tidy()
  await letPass(world, AFTER_EVENTS)
  for (const step of [2 * HOUR, 25 * HOUR]) {
    if ((await db().attempt.count({ where: { watchUntil: { not: null } } })) === 0) continue
    await world.clock.advance(step)
    await tidy()
    await letPass(world, AFTER_EVENTS)
  }
}

/** The provider delivers every event again, several times and in random order, and holds back what comes after. */
export async function deliverEvents({ sale }: World, copies: number): Promise<void> {
  const { events } = await control<{ events: { id: string }[] }>(sale, 'events')
  const before = sale.answers.length
  await control(sale, 'webhooks', { copies, shuffleMs: 5 })
  for (const { id } of events) await control(sale, `events/${id}/redeliver`, { times: 1 })
  const look = () => sale.answers.length - before
  await eventually(look, (count) => count >= events.length * copies)
  await control(sale, 'webhooks', { drop: true })
}

async function letPass(world: World, steps: number[]): Promise<void> {
  for (const step of steps) {
    await world.work()
    if ((await openRows()) === 0) return
    await world.clock.advance(step)
    await tidy()
  }
}

async function openRows(): Promise<number> {
  const ended = ['DELIVERED', 'REFUNDED', 'CANCELLED', 'EXPIRED', 'HELD'] as const
  const counts = await Promise.all([
    db().line.count({ where: { state: { notIn: [...ended] } } }),
    db().cancelAttempt.count({ where: { state: { in: ['ASKED', 'SENT', 'OPEN', 'WAITING'] } } }),
    db().refund.count({ where: { state: { in: ['INTENDED', 'SENT'] } } }),
    db().payment.count({ where: { state: { in: ['INTENDED', 'OPEN', 'CAPTURING', 'VOIDING'] } } }),
    db().payment.count({ where: { state: 'AUTHORISED', nextActionAt: { not: null } } }),
  ])

  return counts.reduce((sum, count) => sum + count, 0)
}

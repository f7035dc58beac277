import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { closeDatabase, db } from '#lib/core/repository/client.ts'
import { watchAbandoned } from '#lib/fulfilment/commands/watch-abandoned.ts'
import { findStuck } from '#lib/orders/worker/find-stuck.ts'
import { closeProvider } from '#lib/provider/commands/current-provider.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { LASTING, sellIn } from '#tests/support/currencies.ts'
import { aroundStatements, benchClient, cut } from '#tests/support/model/statements.ts'
import { eventually } from '#tests/support/patience.ts'
import { control, freshParties, type Started, startSale, stateOf } from '#tests/support/sale.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

export async function openWorld() {
  const sale = await startSale({ TIME_SCALE: '1' })
  await sellIn(LASTING)
  await closeDatabase()
  const clock = await installClock(sale.shop.settings.DATABASE_URL ?? '')
  const power = switchPower()
  const seen = new Map<string, number>()

  return {
    sale,
    clock,
    power,
    /** The orders of the running sequence. */
    orders: [] as Started[],
    /** What happened in the sequences so far, for a look at how much the run has covered. */
    seen,
    work: async (death?: Death) => {
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
  sale.shop.provider.control.changeAccount({ applyCancelRules: false })
  await closeProvider()
  await db()
    .$executeRaw`TRUNCATE "Order", "Quote", "Person", "CallLog", "OrderEvent", "ProviderEvent", "Break", "LossEntry", "SupplierEntry", "Outbox" CASCADE`
  await db().capability.deleteMany({ where: { key: 'cancel.listDrops' } })
  await db().slot.updateMany({ data: { owner: null, until: null } })
}

/** Looks after everything that has no date of its own, as the timers of a worker do. */
export async function tidy(): Promise<void> {
  await watchAbandoned()
  await findStuck()
}

const AFTER_EVENTS = [1, 10, 10, 60, 60].map((minutes) => minutes * MINUTE)
const STEPS = [1, 1, 5, 10, 16, 30, 60, 60, 120, 240, 480, 1440].map((minutes) => minutes * MINUTE)

/**
 * Heals both parties and lets time pass until nothing moves any more, first without a single event, as if all of them
 * were lost. Then the provider delivers what it held back (how else would anybody hear of money that came after the
 * end?), and orders that were hidden come to light.
 */
export async function settle(world: World): Promise<void> {
  world.sale.shop.provider.control.clearFaults()
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
  const check = () => sale.answers.length - before
  await eventually(check, (count) => count >= events.length * copies)
  await control(sale, 'webhooks', { drop: true })
}

/** Lets time pass in steps, with a worker at work, until an item stands where it should. Returns where it stands. */
export function passUntil(world: World, itemId: string, states: string[], stepMs = MINUTE): Promise<string> {
  const check = async () => {
    await world.work()
    const state = await stateOf(itemId)
    // What somebody has paid must be heard of before its time is over.
    if (!states.includes(state) && state !== 'AWAITING_PAYMENT') await world.clock.advance(stepMs)

    return state
  }

  return eventually(check, (state) => states.includes(state))
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
    db().orderItem.count({ where: { state: { notIn: [...ended] } } }),
    db().cancelAttempt.count({ where: { state: { in: ['ASKED', 'SENT', 'OPEN', 'WAITING'] } } }),
    db().refund.count({ where: { state: { in: ['INTENDED', 'SENT'] } } }),
    db().payment.count({ where: { state: { in: ['INTENDED', 'OPEN', 'CAPTURING', 'VOIDING'] } } }),
    db().payment.count({ where: { state: 'AUTHORISED', nextActionAt: { not: null } } }),
  ])

  return counts.reduce((sum, count) => sum + count, 0)
}

/** Where a running process dies: around which of its next statements to the database. */
type Death = { after: number; when: 'before' | 'behind' }

/** The power of a process that lives inside this one: what runs in it can be made to die at any statement. */
type Power = {
  /** Runs work as a process of its own; `death` ends it. Resolves with whether it died, when nothing of it runs on. */
  run: (work: () => Promise<void>, death?: Death) => Promise<boolean>
  off: () => void
}

type Process = { death: Death | null; isDead: boolean; connections: Set<pg.Client> }

/** Thrown out of every statement of a dead process: nothing it does can reach the database any more. */
class PowerCut extends Error {}

/**
 * Puts power switches on the statements of this process.
 *
 * A dead process loses its connections (the server rolls back what it had open), leaves its leases as they stand, and
 * whatever it still computes stays without effect: what a kill leaves behind, without the cost of a process.
 */
function switchPower(): Power {
  const current = new AsyncLocalStorage<Process>()
  const off = aroundStatements(async (_, run, client) => {
    const process = current.getStore()
    if (!process) return run()
    if (process.isDead) throw new PowerCut()
    process.connections.add(client)
    if (!process.death || --process.death.after > 0) return run()
    if (process.death.when === 'behind') await run().catch(() => undefined)
    process.isDead = true
    for (const connection of process.connections) cut(connection)
    throw new PowerCut()
  })

  return {
    run: async (work, death) => {
      const process: Process = { death: death ? { ...death } : null, isDead: false, connections: new Set() }
      try {
        await current.run(process, work)
      } catch (error) {
        if (!process.isDead) throw error
      }
      if (process.isDead) await freshConnections()

      return process.isDead
    },
    off,
  }
}

/** The next process has connections of its own: those of the dead one must be gone from the pool that both share here. */
async function freshConnections(): Promise<void> {
  const all = () => Promise.allSettled(Array.from({ length: 10 }, () => db().$queryRaw`SELECT 1`))
  await eventually(all, (ends) => ends.every(({ status }) => status === 'fulfilled'))
}

const realDate = Date
let offset = 0

/**
 * Puts a clock that can be moved in front of the real one. Call it before the database is used.
 *
 * In the database a function of the same name stands earlier in the search path; here `Date` is a stand-in. Timers of
 * the process stay real: what waits for a row's date becomes due, what waits in a `setTimeout` does not.
 */
async function installClock(databaseUrl: string) {
  const admin = await benchClient(databaseUrl)
  const name = admin.escapeIdentifier(new URL(databaseUrl).pathname.slice(1))
  await admin.query(`
    CREATE SCHEMA clock;
    CREATE TABLE clock.skipped (by interval NOT NULL);
    INSERT INTO clock.skipped VALUES ('0');
    CREATE FUNCTION clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
      AS 'SELECT pg_catalog.clock_timestamp() + (SELECT by FROM clock.skipped)';
    CREATE FUNCTION clock.now() RETURNS timestamptz LANGUAGE sql STABLE
      AS 'SELECT pg_catalog.now() + (SELECT by FROM clock.skipped)';
    CREATE FUNCTION clock.statement_timestamp() RETURNS timestamptz LANGUAGE sql STABLE
      AS 'SELECT pg_catalog.statement_timestamp() + (SELECT by FROM clock.skipped)';
    DO $$ DECLARE c record;
    BEGIN
      FOR c IN SELECT table_name, column_name FROM information_schema.columns
        WHERE table_schema = 'public' AND column_default ~ 'CURRENT_TIMESTAMP|now\\(\\)|clock_timestamp\\(\\)'
      LOOP
        EXECUTE format('ALTER TABLE %I ALTER COLUMN %I SET DEFAULT clock.clock_timestamp()', c.table_name, c.column_name);
      END LOOP;
    END $$;
    ALTER DATABASE ${name} SET search_path = clock, pg_catalog, public;`)
  offset = 0
  globalThis.Date = movedDate()

  return {
    /** Lets time pass at once, in milliseconds. */
    advance: async (ms: number) => {
      offset += ms
      await admin.query("UPDATE clock.skipped SET by = $1 * interval '1 millisecond'", [offset])
    },
    /** What has been skipped so far, in milliseconds. */
    skipped: () => offset,
    close: async () => {
      globalThis.Date = realDate
      await admin.end()
    },
  }
}

function movedDate(): DateConstructor {
  const now = () => realDate.now() + offset

  return new Proxy(realDate, {
    construct: (target, args: unknown[], self) => Reflect.construct(target, args.length > 0 ? args : [now()], self),
    get: (target, property, self) => (property === 'now' ? now : Reflect.get(target, property, self)),
  })
}

/** A store with both outside parties, on a clock that is moved and with a power switch. Timers are those of a live store. */
export type World = Awaited<ReturnType<typeof openWorld>>

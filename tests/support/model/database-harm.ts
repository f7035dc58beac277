import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { type Failpoint, onCrashPoint } from '#lib/fulfilment/commands/fulfil-item/failpoint.ts'
import { readPaymentNow } from '#lib/payments/commands/read-payment-now.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { judge } from '#tests/support/model/judge.ts'
import { aroundStatements, benchClient, cut, refuse, type Statement } from '#tests/support/model/statements.ts'
import { MINUTE, newDay, note, settle, type World } from '#tests/support/model/world.ts'
import { order, pay, type Started } from '#tests/support/sale.ts'

/** How the database fails: a state that it answers with, or a line that is cut before or behind the statement. */
export const HARMS = [
  { name: 'serialization failure', state: '40001' },
  { name: 'deadlock', state: '40P01' },
  { name: 'lock timeout', state: '55P03' },
  { name: 'cancelled statement', state: '57014' },
  { name: 'too many connections', state: '53300' },
  { name: 'connection lost before', cut: 'before' },
  { name: 'connection lost behind', cut: 'behind' },
] as const
export const PLACES = ['begin', 'statement', 'commit'] as const

/** `behind`: statements count only from that point of a sale on. `hiddenMs`: so long the order shows up in no list. */
export type Harm = {
  harm: (typeof HARMS)[number]
  place: (typeof PLACES)[number]
  nth: number
  behind?: Failpoint
  hiddenMs?: number
}

/** Sells one order while one statement on its way fails, and says what does not agree afterwards. */
export async function sellUnder(world: World, { harm, place, nth, behind, hiddenMs }: Harm): Promise<string[]> {
  await newDay(world)
  const { control: provider } = world.sale.shop.provider
  if (hiddenMs) provider.addFault({ path: 'addEsimOrder', when: 'after', kind: 'invisible', ms: hiddenMs })
  const started = await paidOrder(world)
  const current = new AsyncLocalStorage<true>()
  let left = nth
  let isReached = behind === undefined
  onCrashPoint((point) => {
    isReached ||= point === behind
  })
  const off = aroundStatements(async (statement, run, client) => {
    if (!current.getStore() || !isReached || statement.kind !== place || --left !== 0) return run()
    note(world, `struck ${place}`)

    return strike(harm, { statement, run, client })
  })
  try {
    await current.run(true, () => readPaymentNow(started.caller, started.orderId)).catch(() => undefined)
    await current.run(true, runUntilIdle).catch(() => undefined)
  } finally {
    off()
    onCrashPoint(() => {})
  }
  await world.clock.advance(3 * MINUTE)
  await settle(world)

  return judge(world)
}

type Blow = { statement: Statement; run: () => Promise<unknown>; client: pg.Client }

async function strike(harm: Harm['harm'], { run, client }: Blow): Promise<unknown> {
  if ('state' in harm) return refuse(client, harm.state)
  if (harm.cut === 'behind') await run()
  cut(client)
  throw new Error('Connection terminated unexpectedly')
}

/** Sells orders while the server ends every connection again and again, and says what does not agree afterwards. */
export async function sellUnderKills(world: World, { orders, kills }: { orders: number; kills: number }) {
  await newDay(world)
  for (let n = 0; n < orders; n++) await paidOrder(world)
  const bench = await benchClient(world.sale.shop.settings.DATABASE_URL ?? '')
  let isOver = false
  const selling = (async () => {
    while (!isOver) {
      for (const { caller, orderId } of world.orders) await readPaymentNow(caller, orderId).catch(() => undefined)
      await runUntilIdle().catch(() => undefined)
    }
  })()
  for (let n = 0; n < kills; n++) {
    await new Promise((resolve) => setTimeout(resolve, 60))
    await endConnections(bench)
  }
  isOver = true
  await selling
  await bench.end()
  await world.clock.advance(3 * MINUTE)
  await settle(world)

  return judge(world)
}

/** Ends the connections of the store: those of the clock and of the bench stay. */
export async function endConnections(bench: pg.Client): Promise<void> {
  await bench.query(`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name <> 'bench'`)
}

/** Sells orders while somebody else locks tables for longer than a statement waits, and says what does not agree. */
export async function sellUnderLocks(
  world: World,
  { rounds, lockMs, orders }: Record<'rounds' | 'lockMs' | 'orders', number>,
) {
  await newDay(world)
  const bench = await benchClient(world.sale.shop.settings.DATABASE_URL ?? '')
  let failed = 0
  for (let round = 0; round < rounds; round++) {
    await bench.query('BEGIN')
    await bench.query(`LOCK TABLE "Line", "Payment", "Attempt" IN ${round % 2 === 0 ? 'EXCLUSIVE' : 'SHARE'} MODE`)
    const selling = Array.from({ length: orders }, () => paidOrder(world).catch(() => (failed += 1)))
    const working = Promise.all([runUntilIdle().catch(() => undefined), runUntilIdle().catch(() => undefined)])
    await new Promise((resolve) => setTimeout(resolve, lockMs))
    await bench.query('ROLLBACK')
    await Promise.all([...selling, working])
    await world.work()
  }
  await bench.end()
  await world.clock.advance(3 * MINUTE)
  await settle(world)

  return { wrong: await judge(world), failed }
}

/** How a database takes no more writes: it refuses them all, or each one finds its disk full. */
export const REFUSALS = ['read-only', 'disk full'] as const

/**
 * Sells one order to a database that takes no writes from a point of the sale on, for five minutes, and says what does not
 * agree after it has healed. Nobody can order meanwhile: that is `isClosed`.
 */
export async function sellWithoutWrites(world: World, how: (typeof REFUSALS)[number], from: Failpoint) {
  await newDay(world)
  const { control: provider } = world.sale.shop.provider
  // In no list when the database heals: only what was written down before the call tells that it may have left.
  provider.addFault({ path: 'addEsimOrder', when: 'after', kind: 'invisible', ms: 15 * MINUTE })
  const { caller, orderId } = await paidOrder(world)
  let heal: (() => Promise<void>) | null = null
  onCrashPoint(async (point) => {
    if (point === from) heal ??= await refuseWrites(world, how)
  })
  try {
    await readPaymentNow(caller, orderId)
    await world.work().catch(() => undefined)
  } finally {
    onCrashPoint(() => {})
  }
  if (!heal) throw new Error(`The sale did not pass "${from}".`)
  const isClosed = await order().then(
    () => false,
    () => true,
  )
  for (let minute = 0; minute < 5; minute++) {
    await world.clock.advance(MINUTE)
    await world.work().catch(() => undefined)
  }
  await (heal as () => Promise<void>)()
  await world.clock.advance(3 * MINUTE)
  await settle(world)

  return { isClosed, wrong: await judge(world) }
}

async function refuseWrites(world: World, how: (typeof REFUSALS)[number]): Promise<() => Promise<void>> {
  if (how === 'disk full') {
    const off = aroundStatements(({ text }, run, client) => {
      return /^\s*(INSERT|UPDATE|DELETE|WITH)\b/i.test(text) ? refuse(client, '53100') : run()
    })

    return async () => off()
  }
  const bench = await benchClient(world.sale.shop.settings.DATABASE_URL ?? '')
  const set = async (value: 'on' | 'off') => {
    await bench.query(`
      DO $$ BEGIN
        EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = ${value}', current_database());
      END $$`)
    await endConnections(bench)
  }
  await set('on')

  return async () => {
    await bench.query('SET default_transaction_read_only = off')
    await set('off')
    await bench.end()
  }
}

async function paidOrder(world: World): Promise<Started> {
  const started = await order()
  world.orders.push(started)
  await pay(world.sale, started)

  return started
}

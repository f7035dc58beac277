import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { runUntilIdle } from '#lib/jobs/runner.ts'
import { readPaymentNow } from '#lib/services/read-payment-now.ts'
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

export type Harm = { harm: (typeof HARMS)[number]; place: (typeof PLACES)[number]; nth: number }

/** Sells one order while one statement on its way fails, and says what does not agree afterwards. */
export async function sellUnder(world: World, { harm, place, nth }: Harm): Promise<string[]> {
  await newDay(world)
  const started = await paidOrder(world)
  const current = new AsyncLocalStorage<true>()
  let left = nth
  const off = aroundStatements(async (statement, run, client) => {
    if (!current.getStore() || statement.kind !== place || --left !== 0) return run()
    note(world, `struck ${place}`)

    return strike(harm, { statement, run, client })
  })
  try {
    await current.run(true, () => readPaymentNow(started.caller, started.orderId)).catch(() => undefined)
    await current.run(true, runUntilIdle).catch(() => undefined)
  } finally {
    off()
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
async function endConnections(bench: pg.Client): Promise<void> {
  await bench.query(`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name <> 'bench'`)
}

/** Sells orders while somebody else locks tables for longer than a statement waits, and says what does not agree. */
export async function sellUnderLocks(
  world: World,
  { rounds, holdMs, orders }: Record<'rounds' | 'holdMs' | 'orders', number>,
) {
  await newDay(world)
  const bench = await benchClient(world.sale.shop.settings.DATABASE_URL ?? '')
  let failed = 0
  for (let round = 0; round < rounds; round++) {
    await bench.query('BEGIN')
    await bench.query(`LOCK TABLE "Line", "Payment", "Attempt" IN ${round % 2 === 0 ? 'EXCLUSIVE' : 'SHARE'} MODE`)
    const selling = Array.from({ length: orders }, () => paidOrder(world).catch(() => (failed += 1)))
    const working = Promise.all([runUntilIdle().catch(() => undefined), runUntilIdle().catch(() => undefined)])
    await new Promise((resolve) => setTimeout(resolve, holdMs))
    await bench.query('ROLLBACK')
    await Promise.all([...selling, working])
    await world.work()
  }
  await bench.end()
  await world.clock.advance(3 * MINUTE)
  await settle(world)

  return { wrong: await judge(world), failed }
}

async function paidOrder(world: World): Promise<Started> {
  const started = await order()
  world.orders.push(started)
  await pay(world.sale, started)

  return started
}

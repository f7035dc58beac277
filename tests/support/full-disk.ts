import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { syncCatalog } from '#lib/catalog/commands/sync-catalog.ts'
import { db } from '#lib/core/repository/client.ts'
import { type Failpoint, onCrashPoint } from '#lib/fulfilment/commands/fulfil-item/failpoint.ts'
import { startRunner } from '#lib/worker/runner.ts'
import { openDatabase } from '#scripts/store/supervisor.mjs'
import { proveLookUp } from '#tests/support/fault-mix-run.ts'
import { HALF_WRITTEN } from '#tests/support/half-written.ts'
import { ownRequest } from '#tests/support/http-world.ts'
import { judge } from '#tests/support/model/judge.ts'
import { eventually } from '#tests/support/patience.ts'
import { storedPlan } from '#tests/support/quotes.ts'
import { handlerAt } from '#tests/support/routes.ts'
import { order, PLAN, pay, type Sale, type Started, startSale } from '#tests/support/sale.ts'
import { openVolume, type Volume } from '#tests/support/small-volume.ts'

// Its tables, the log that the server keeps at hand, and half as much again.
const MEGABYTES = 320
const TIME_SCALE = 60
const ORDERS = 6
const HEALS_WITHIN_MS = 180_000
const ENDS_WITHIN_MS = 600_000
const ENDED = ['DELIVERED', 'REFUNDED', 'CANCELLED', 'EXPIRED', 'HELD'] as const

/** A store whose whole data directory lies on one small volume, its database kept running as `npm run store` does. */
export type DiskStore = { sale: Sale; volume: Volume; said: string[]; close: () => Promise<void> }

export async function openDiskStore(): Promise<DiskStore> {
  const volume = openVolume(MEGABYTES)
  const said: string[] = []
  const say = (text: string) => said.push(text)
  const database = await openDatabase({ settings: { dataDir: volume.path, databaseUrl: null }, root: '.', say })
  const sale = await startSale({
    DATABASE_URL: database.url,
    DATA_DIR: volume.path,
    TIME_SCALE: String(TIME_SCALE),
  })
  await syncCatalog({ trigger: 'test' })
  await proveLookUp(sale)
  const runner = await startRunner()

  return {
    sale,
    volume,
    said,
    close: async () => {
      await runner.stop()
      await sale.close()
      await database.close()
      volume.close()
    },
  }
}

/** Where the disk fills up, for how long, and whether the database's log is used up as well, which ends its server. */
export type Fill = { from: Failpoint; fullMs: number; endsServer: boolean }

/** Sells on while the volume is full from a point of the sale on, and says how the buyers fared and what does not agree. */
export async function sellOnFullDisk(store: DiskStore, { from, fullMs, endsServer }: Fill) {
  const { sale, volume, said } = store
  said.length = 0
  const started = await inTurn(ORDERS, () => order())
  const [now, later] = [started.slice(0, ORDERS / 2), started.slice(ORDERS / 2)]
  const ask = await buyers()
  const hasFilled = fillAt(from, volume)
  for (const one of now) await pay(sale, one)
  await eventually(hasFilled, Boolean)
  const before = sale.answers.length
  const answers = new Map<string, number>()
  const until = Date.now() + fullMs
  for (const one of later) await pay(sale, one)
  while (Date.now() < until) {
    if (endsServer) await exhaustLog()
    const answer = await ask()
    answers.set(answer, (answers.get(answer) ?? 0) + 1)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  const events = sale.answers.slice(before).map(({ status }) => status)
  volume.empty()
  const emptied = Date.now()
  await eventually(ask, (answer) => answer === '200 ok', HEALS_WITHIN_MS)
  const healedMs = Date.now() - emptied
  const [torn] = await db().$queryRawUnsafe<{ count: number }[]>(HALF_WRITTEN)
  started.push(await order())
  await pay(sale, started.at(-1) as Started)
  const open = () => db().orderItem.count({ where: { id: { in: idsOf(started) }, state: { notIn: [...ENDED] } } })
  await eventually(open, (count) => count === 0, ENDS_WITHIN_MS)
  const states = await db().orderItem.findMany({ where: { id: { in: idsOf(started) } }, select: { state: true } })

  return {
    answers: Object.fromEntries(answers),
    events,
    serverEnded: said.filter((text) => text.includes('ended')).length,
    failedStarts: said.filter((text) => text.includes('did not start')).length,
    healedMs,
    halfWritten: torn?.count,
    states: states.map(({ state }) => state),
    wrong: await judge({ sale, orders: started, seen: new Map() }),
  }
}

const idsOf = (started: Started[]) => started.map(({ itemId }) => itemId)

async function inTurn<Result>(count: number, make: () => Promise<Result>): Promise<Result[]> {
  const made: Result[] = []
  while (made.length < count) made.push(await make())

  return made
}

/** Fills the volume when a sale first passes the point. Answers whether that has happened. */
function fillAt(from: Failpoint, volume: Volume): () => boolean {
  let isFull = false
  onCrashPoint((point) => {
    if (point !== from || isFull) return
    isFull = true
    volume.fill()
  })

  return () => isFull
}

/** Another buyer each time asks for an offer and presses "pay": status, code and words of the last answer. */
async function buyers(): Promise<() => Promise<string>> {
  const { id: planId } = await storedPlan(PLAN)
  const params = Promise.resolve(undefined)
  let n = 0

  return async () => {
    n += 1
    const headers = { origin: process.env.PUBLIC_URL, 'x-forwarded-for': `198.51.100.${n % 250}` }
    const asked = await (await handlerAt('POST /api/quotes'))(
      ownRequest({ headers, body: { planId, count: 1, locale: 'en' } }),
      { params },
    )
    if (!asked.ok) return tell(asked)
    const { data } = await asked.json()
    const body = {
      items: [{ quoteId: data.quote.id }],
      email: `patient-${n}@example.com`,
      consents: { terms: true, withdrawalInfo: true, deviceChecked: true },
    }
    const key = { 'idempotency-key': randomBytes(16).toString('hex') }

    return tell(
      await (await handlerAt('POST /api/orders'))(ownRequest({ headers: { ...headers, ...key }, body }), { params }),
    )
  }
}

async function tell(response: Response): Promise<string> {
  const { error } = await response.json()

  return `${response.status} ${error ? `${error.code}: ${error.message}` : 'ok'}`
}

/** Writes to the database's log until there is no room for it: the server ends, and comes back to a full volume. */
async function exhaustLog(): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    for (let n = 0; n < MEGABYTES; n++) {
      await client.query(`SELECT pg_logical_emit_message(false, 'ballast', repeat('x', 1048576))`)
    }
  } catch {
    // That was the aim.
  } finally {
    await client.end().catch(() => undefined)
  }
}

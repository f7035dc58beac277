import { type ChildProcess, execFile, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { closeDatabase, db } from '#lib/core/repository/client.ts'
import { isRecovering, recoveryState } from '#lib/fulfilment/repository/recovery.ts'
import { closeProvider } from '#lib/provider/commands/current-provider.ts'
import { endpointName } from '#sandbox/upstream/faults.ts'
import { openDatabase } from '#scripts/store/supervisor.mjs'
import { proveLookUp } from '#tests/support/fault-mix-run.ts'
import { judge } from '#tests/support/model/judge.ts'
import { eventually } from '#tests/support/patience.ts'
import { publish } from '#tests/support/published.ts'
import { removeFiles, startRecoverable } from '#tests/support/recovery.ts'
import { order, pay, placements, type Sale, type Started } from '#tests/support/sale.ts'
import { changeSettings, duringTests } from '#tests/support/shop.ts'

const run = promisify(execFile)
const RECOVERS_WITHIN_MS = 15 * 60_000
// An order call that was under way when its worker died may be of unknown fate for half an hour.
const SETTLES_WITHIN_MS = 40 * 60_000
const ENDED = ['DELIVERED', 'REFUNDED', 'CANCELLED', 'HELD'] as const

/** A worker in a process of its own, which can be killed. */
function startWorker(): ChildProcess {
  return spawn('node', ['--conditions=react-server', 'scripts/chaos/worker-child.ts'], {
    stdio: process.env.DEBUG ? 'inherit' : 'ignore',
    env: process.env,
  })
}

/** Buyers who order and pay at a steady rate until `stop`, which answers what they ordered. */
function sellSteadily(sale: Sale, perSecond: number): { stop: () => Promise<Started[]> } {
  const sold: Started[] = []
  const open = new Set<Promise<void>>()
  const timer = setInterval(() => {
    const buying = buy(sale, sold).finally(() => open.delete(buying))
    open.add(buying)
  }, 1_000 / perSecond)

  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all(open)

      return sold
    },
  }
}

async function buy(sale: Sale, sold: Started[]): Promise<void> {
  const started = await order({ count: 1 + (sold.length % 2) })
  sold.push(started)
  await pay(sale, started)
}

/** `npm run backup`, as an operator runs it beside the store. */
async function backUpByCommand(): Promise<{ file: string; tookMs: number }> {
  const began = performance.now()
  const { stdout } = await run('node', ['scripts/backup.mjs'], { env: commandEnv({}) })

  return { file: stdout.split('\n')[0] ?? '', tookMs: Math.round(performance.now() - began) }
}

/** `npm run restore` into another place with an embedded database of its own, and that database kept running. */
async function restoreElsewhere(file: string): Promise<{ tookMs: number; close: () => Promise<void> }> {
  const began = performance.now()
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'landfall-elsewhere-'))
  await run('node', ['scripts/restore.mjs', file], { env: commandEnv({ DATA_DIR: dataDir, DATABASE_URL: undefined }) })
  const database = await openDatabase({ settings: { dataDir, databaseUrl: null }, root: '.', say: () => {} })
  await closeProvider()
  await closeDatabase()
  changeSettings({ DATABASE_URL: database.url, DATA_DIR: dataDir })

  return {
    tookMs: Math.round(performance.now() - began),
    close: async () => {
      await database.close()
      fs.rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function commandEnv(changes: Record<string, string | undefined>): NodeJS.ProcessEnv {
  return { ...process.env, ENV_FILE: 'off', STORE_MODE: 'trial', ...changes }
}

/** Lets a worker end the recovery and everything behind it. Answers how long each took, and what it counted. */
async function recoverAndSettle({ sold, since }: { sold: Started[]; since: number }) {
  const counts = { ...(await recoveryState())?.steps }
  const check = async () => {
    Object.assign(counts, (await recoveryState())?.steps)

    return isRecovering()
  }
  await eventually(check, (isOn) => !isOn, RECOVERS_WITHIN_MS)
  const openAgainMs = Math.round(performance.now() - since)
  const ids = sold.map(({ itemId }) => itemId)
  const ended = () => db().orderItem.count({ where: { id: { in: ids }, state: { in: [...ENDED] } } })
  await eventually(ended, (count) => count === ids.length, SETTLES_WITHIN_MS)

  return {
    openAgainMs,
    settledMs: Math.round(performance.now() - since),
    steps: Object.fromEntries(Object.entries(counts).map(([step, { counts }]) => [step, counts])),
  }
}

/** The number of the last call that the provider has seen. */
const lastCall = (sale: Sale): number => sale.shop.provider.control.calls().at(-1)?.seq ?? 0

/** How many orders were bought behind call number `since` and before the recovery ended. */
async function boughtInRecovery(sale: Sale, since: number): Promise<number> {
  const { at } = await db().auditEvent.findFirstOrThrow({ where: { act: 'recovery.ended' }, select: { at: true } })
  const calls = sale.shop.provider.control.calls({ path: 'addEsimOrder', since })

  return calls.filter((call) => new Date(call.at) < at).length
}

/** References that were ordered behind call number `since` without a look for them in between. */
function orderedWithoutCheck(sale: Sale, since: number): string[] {
  const looked = new Set<string>()
  const blind: string[] = []
  for (const { path: address, params, reference } of sale.shop.provider.control.calls({ since })) {
    if (endpointName(address) !== 'addEsimOrder') for (const value of Object.values(params)) looked.add(value)
    else if (!looked.has(reference ?? '')) blind.push(reference ?? '')
  }

  return blind
}

/** How the orders ended, by the books of all three. */
async function compareBooks(sale: Sale, sold: Started[]) {
  const items = await db().orderItem.findMany({
    where: { id: { in: sold.map(({ itemId }) => itemId) } },
    select: { state: true, reason: true, itemRef: true },
  })
  const words = items.map(({ state, reason }) => (state === 'HELD' ? `${state} ${reason}` : state))
  const calls = Map.groupBy(placements(sale), ({ reference }) => reference)

  return {
    ends: Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length])),
    lost: sold.length - items.length,
    inReviewThoughBought: items.filter(({ state, itemRef }) => state === 'HELD' && calls.has(itemRef)).length,
    calledTwice: sold.filter(({ itemRef }) => (calls.get(itemRef)?.length ?? 0) > 1).length,
    wrong: await judge({ sale, orders: sold, seen: new Map() }),
  }
}

const RATE = Number(process.env.RATE ?? 3)
const SECONDS = Number(process.env.SECONDS ?? 60)
const LATE = 10
const WITHIN_MS = 15 * 60_000

const sale = duringTests(() => startRecoverable({ TIME_SCALE: '1' }))

afterAll(async () => {
  removeFiles()
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test(`D30 a store backed up while it sells ${RATE} a second and restored elsewhere buys nothing twice and loses nobody`, {
  timeout: 4_000_000,
}, async () => {
  await proveLookUp(sale)
  const first = startWorker()
  onTestFinished(() => void first.kill('SIGKILL'))
  const early = sellSteadily(sale, RATE)
  await pause(SECONDS * 1_000)
  const waiting = await Promise.all(Array.from({ length: LATE }, () => order()))
  const backup = await backUpByCommand()
  await pause(SECONDS * 1_000)
  // The worker dies first, and some pay a store that is not there any more: in the backup, their orders wait for money.
  first.kill('SIGKILL')
  const sold = await early.stop()
  for (const one of waiting) await pay(sale, one)
  sold.push(...waiting)
  const since = performance.now()
  const bought = placements(sale).length
  const asked = lastCall(sale)

  const elsewhere = await restoreElsewhere(backup.file)
  onTestFinished(() => elsewhere.close())
  await expect(order()).rejects.toMatchObject({ code: 'till_closed', details: { reason: 'recovery' } })
  const second = startWorker()
  onTestFinished(() => void second.kill('SIGKILL'))
  const took = await recoverAndSettle({ sold, since })
  const books = await compareBooks(sale, sold)
  publish('D30', {
    perSecond: RATE,
    seconds: SECONDS,
    orders: sold.length,
    boughtBefore: bought,
    boughtAfter: placements(sale).length - bought,
    backupMs: backup.tookMs,
    restoreMs: elsewhere.tookMs,
    ...took,
    ...books,
  })
  expect(orderedWithoutCheck(sale, asked)).toEqual([])
  expect(placements(sale).length - bought).toBeGreaterThanOrEqual(LATE)
  expect(await boughtInRecovery(sale, asked)).toBe(0)
  expect(books).toMatchObject({ lost: 0, inReviewThoughBought: 0, calledTwice: 0, wrong: [] })
  // What was paid, never placed, and is in no backup waits for a person.
  expect(Object.keys(books.ends).filter((end) => !['DELIVERED', 'HELD rebuilt'].includes(end))).toEqual([])
  expect(took.openAgainMs).toBeLessThanOrEqual(WITHIN_MS)
  await order()
})

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { proveLookUp } from '#tests/support/fault-mix-run.ts'
import { publish } from '#tests/support/published.ts'
import { removeFiles, startRecoverable } from '#tests/support/recovery.ts'
import {
  backUpByCommand,
  boughtInRecovery,
  compareBooks,
  lastCall,
  orderedWithoutLook,
  recoverAndSettle,
  restoreElsewhere,
  sellSteadily,
  startWorker,
} from '#tests/support/recovery-load.ts'
import { order, pay, placements, type Sale } from '#tests/support/sale.ts'

const RATE = Number(process.env.RATE ?? 3)
const SECONDS = Number(process.env.SECONDS ?? 60)
const LATE = 10
const WITHIN_MS = 15 * 60_000

let sale: Sale

beforeAll(async () => {
  sale = await startRecoverable({ TIME_SCALE: '1' })
})

afterAll(async () => {
  await sale.close()
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
  expect(orderedWithoutLook(sale, asked)).toEqual([])
  expect(placements(sale).length - bought).toBeGreaterThanOrEqual(LATE)
  expect(await boughtInRecovery(sale, asked)).toBe(0)
  expect(books).toMatchObject({ lost: 0, heldThoughBought: 0, calledTwice: 0, wrong: [] })
  // What was paid, never placed, and is in no backup waits for a person.
  expect(Object.keys(books.ends).filter((end) => !['DELIVERED', 'HELD rebuilt'].includes(end))).toEqual([])
  expect(took.openAgainMs).toBeLessThanOrEqual(WITHIN_MS)
  await order()
})

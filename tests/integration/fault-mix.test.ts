import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#lib/db/client.ts'
import { runUntilIdle } from '#lib/jobs/runner.ts'
import { watchAbandoned } from '#lib/services/watch-abandoned.ts'
import {
  livingOrders,
  order,
  pay,
  paymentLedger,
  placements,
  type Sale,
  startSale,
  stateOf,
  workUntil,
} from '#tests/support/sale.ts'

const COUNT = process.env.FULL ? 1_000 : 60
const SEED = Number(process.env.SEED ?? randomInt(1_000_000))
const ENDED = ['DELIVERED', 'REFUNDED', 'CANCELLED', 'EXPIRED', 'HELD']

let sale: Sale

beforeAll(async () => {
  sale = await startSale({ TIME_SCALE: '300' })
})

afterAll(() => sale.close())

test(`D8 ${COUNT} orders under the fault mix (seed ${SEED}) are bought once each, and every cent is explained`, {
  timeout: process.env.FULL ? 3_600_000 : 240_000,
}, async () => {
  const proof = await order()
  await pay(sale, proof)
  await workUntil(proof.lineId, ['DELIVERED'])
  const lines: Awaited<ReturnType<typeof order>>[] = []
  for (let n = 0; n < COUNT; n++) lines.push(await order({ count: 1 + (n % 3) }))
  sale.shop.upstream.control.setMix({ seed: SEED, delayScale: 0.02, silenceMs: 200, invisibleMs: 2_000 })
  await Promise.all(lines.map((started) => pay(sale, started)))

  await settle(lines.map(({ lineId }) => lineId))

  const states = await Promise.all(lines.map(({ lineId }) => stateOf(lineId)))
  const ledger = await paymentLedger(sale)
  for (const [index, started] of lines.entries()) {
    const payment = ledger.payments.find(({ sessionId }) => sessionId === started.sessionId)
    const isDelivered = states[index] === 'DELIVERED'
    const kept = (payment?.captured ?? 0) - (payment?.refunded ?? 0)
    expect(livingOrders(sale, started.lineRef), `${started.lineRef} ${states[index]}`).toHaveLength(isDelivered ? 1 : 0)
    expect(kept, `${started.lineRef} ${states[index]}`).toBe(isDelivered ? payment?.amount : 0)
  }
  const references = placements(sale).map(({ params }) => params.otherItemId)
  expect(new Set(references).size).toBe(references.length)
  expect(states.filter((state) => state === 'HELD')).toEqual([])
  expect(sale.shop.upstream.control.calls({ path: 'getOrderInfo' })).toHaveLength(0)
  await expectCommandAgrees()
})

async function settle(lineIds: string[]): Promise<void> {
  for (;;) {
    await runUntilIdle()
    await watchAbandoned()
    const open = await db().line.count({ where: { id: { in: lineIds }, state: { notIn: [...ENDED] as never } } })
    const asked = await db().cancelAttempt.count({ where: { state: { in: ['ASKED', 'SENT', 'OPEN'] } } })
    if (open + asked === 0) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  // Orders that were hidden come to light now; they are given back before the books are compared.
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  await db().attempt.updateMany({ where: { watchUntil: { not: null } }, data: { lastLookAt: null } })
  await watchAbandoned()
  await runUntilIdle()
}

async function expectCommandAgrees(): Promise<void> {
  const command = ['--conditions=react-server', 'scripts/invariants.ts', '--json', '--sandbox', sale.shop.upstream.url]
  const { stdout } = await promisify(execFile)('node', command, { env: process.env }).catch((error) => error)

  expect(JSON.parse(stdout)).toEqual({ ok: true, breaches: [] })
}

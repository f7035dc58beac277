import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { watchAbandoned } from '#lib/fulfilment/commands/watch-abandoned.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { currencyOf, sellIn } from '#tests/support/currencies.ts'
import { livingOrders, order, pay, paymentLedger, placements, type Sale, sell, stateOf } from '#tests/support/sale.ts'

const ENDED = ['DELIVERED', 'REFUNDED', 'CANCELLED', 'EXPIRED', 'HELD']

/** How a run of orders under the fault mix ended. */
export type MixRun = { orders: number; calls: number; delivered: number; returned: number }

/** A first good sale: it proves that orders can be found by our reference. */
export async function proveLookUp(sale: Sale): Promise<void> {
  await sell(sale)
}

/** Buys `count` orders under the fault mix of `seed`, waits for all timers, and holds the books against each other. */
export async function runMix(sale: Sale, { count, seed }: { count: number; seed: number }): Promise<MixRun> {
  const { control } = sale.shop.provider
  const callsBefore = placements(sale).length
  const items: Awaited<ReturnType<typeof order>>[] = []
  await sellIn()
  for (let n = 0; n < count; n++) items.push(await order({ count: 1 + (n % 3), currency: currencyOf(n >> 1) }))
  control.setMix({ seed, delayScale: 0.02, silenceMs: 200, invisibleMs: 2_000 })
  await Promise.all(items.map((started) => pay(sale, started)))

  await settle(items.map(({ itemId }) => itemId))

  const states = await Promise.all(items.map(({ itemId }) => stateOf(itemId)))
  const { payments } = await paymentLedger(sale)
  const bySession = new Map(payments.map((payment) => [payment.sessionId, payment]))
  for (const [index, { itemRef, sessionId }] of items.entries()) {
    const payment = bySession.get(sessionId)
    const isDelivered = states[index] === 'DELIVERED'
    const kept = (payment?.captured ?? 0) - (payment?.refunded ?? 0)
    expect(livingOrders(sale, itemRef), `${itemRef} ${states[index]}`).toHaveLength(isDelivered ? 1 : 0)
    expect(kept, `${itemRef} ${states[index]}`).toBe(isDelivered ? payment?.amount : 0)
  }
  const references = placements(sale).map(({ params }) => params.otherItemId)
  expect(new Set(references).size).toBe(references.length)
  expect(states.filter((state) => state === 'HELD')).toEqual([])
  expect(control.calls({ path: 'getOrderInfo' })).toHaveLength(0)
  await expectCommandAgrees(sale)
  control.setMix(null)
  const delivered = states.filter((state) => state === 'DELIVERED').length

  return { orders: count, calls: references.length - callsBefore, delivered, returned: count - delivered }
}

async function settle(itemIds: string[]): Promise<void> {
  for (;;) {
    await runUntilIdle()
    await watchAbandoned()
    const open = await db().orderItem.count({ where: { id: { in: itemIds }, state: { notIn: [...ENDED] as never } } })
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

async function expectCommandAgrees(sale: Sale): Promise<void> {
  const command = ['--conditions=react-server', 'scripts/invariants.ts', '--json', '--sandbox', sale.shop.provider.url]
  const { stdout } = await promisify(execFile)('node', command, { env: process.env }).catch((error) => error)

  expect(JSON.parse(stdout)).toEqual({ ok: true, breaches: [] })
}

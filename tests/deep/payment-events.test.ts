import { randomInt } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { giveBack } from '#tests/support/cancellations.ts'
import { judge } from '#tests/support/model/judge.ts'
import { MINUTE, newDay, openWorld, settle, tidy } from '#tests/support/model/world.ts'
import { control, order, pay, paymentLedger, placements, type Started, stateOf } from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'

const ORDERS = Number(process.env.ORDERS ?? 500)
const DAY = 20
const HOURS_MS = 3 * 3_600_000

const world = duringTests(openWorld)

beforeEach(() => newDay(world))

/** Plays the same for many orders, a few of them at a time on a day of their own, and judges every day. */
async function days(play: (orders: Started[]) => Promise<void>): Promise<void> {
  for (let done = 0; done < ORDERS; done += DAY) {
    await newDay(world)
    for (let n = 0; n < DAY; n++) world.orders.push(await order({ count: 1 + (n % 3) }))
    await play(world.orders)
    await settle(world)
    expect(await judge(world)).toEqual([])
  }
}

test(`D18 ${ORDERS} payments whose events come five times, shuffled and at once, count once`, {
  timeout: HOURS_MS,
}, async () => {
  const times: number[] = []
  await days(async (orders) => {
    const { answers } = world.sale
    answers.length = 0
    await control(world.sale, 'webhooks', { copies: 5, shuffleMs: 200 })
    // Twenty at once: four payments, five copies of each event.
    for (let n = 0; n < orders.length; n += 4) {
      await Promise.all(orders.slice(n, n + 4).map((started) => pay(world.sale, started)))
      await expect.poll(() => answers.length).toBeGreaterThanOrEqual(Math.min(n + 4, orders.length) * 5)
    }
    await control(world.sale, 'webhooks', { drop: true })
    await world.work()
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    times.push(...answers.map(({ ms }) => ms))
    for (const { itemId, itemRef } of orders) {
      expect(await stateOf(itemId)).toBe('DELIVERED')
      expect(placements(world.sale, itemRef)).toHaveLength(1)
    }
  })

  const p95 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
  process.stdout.write(`D18 answers: ${times.length}, p95 ${Math.round(p95)} ms\n`)
  expect(p95).toBeLessThan(1_000)
})

test(`D19 ${ORDERS} orders given back card by card, with lost answers and forgotten keys, are exact`, {
  timeout: HOURS_MS,
}, async () => {
  await days(async (orders) => {
    await Promise.all(orders.map((started) => pay(world.sale, started)))
    await world.clock.advance(MINUTE)
    await world.work()
    for (const started of orders) {
      const esims = await db().esim.findMany({ where: { itemId: started.itemId }, orderBy: { position: 'asc' } })
      for (const esim of esims.slice(0, randomInt(esims.length + 1))) await giveBack(started, [esim])
    }
    for (const when of ['before', 'after']) {
      await control(world.sale, 'faults', { endpoint: 'refund.create', when, kind: 'reset', times: 5 })
    }
    await world.work({ after: randomInt(1, 200), when: 'behind' })
    await world.clock.advance(randomInt(2) * 25 * 60 * MINUTE)
  })
})

test(`D20 ${ORDERS} payments that come after the end go back within two minutes, and nothing is placed`, {
  timeout: HOURS_MS,
}, async () => {
  await days(async (orders) => {
    await world.clock.advance(16 * MINUTE)
    await world.work()
    await control(world.sale, 'webhooks', { copies: 2 })
    const before = world.sale.answers.length
    await Promise.all(orders.map((started) => pay(world.sale, started)))
    await expect.poll(() => world.sale.answers.length - before).toBeGreaterThanOrEqual(orders.length * 2)
    await control(world.sale, 'webhooks', { drop: true })
    await world.work()
    await world.clock.advance(2 * MINUTE)
    await world.work()
    const { payments } = await paymentLedger(world.sale)
    expect(payments.filter(({ status }) => status !== 'voided')).toEqual([])
    expect(placements(world.sale)).toEqual([])
  })
})

test(`D21 ${ORDERS} payments without a single event are found by reading within five minutes`, {
  timeout: HOURS_MS,
}, async () => {
  await days(async (orders) => {
    await Promise.all(orders.map((started) => pay(world.sale, started)))
    for (let minute = 0; minute < 5; minute++) {
      await world.clock.advance(MINUTE)
      await tidy()
      await world.work()
    }
    for (const { itemId } of orders) expect(await stateOf(itemId)).toBe('DELIVERED')
  })
})

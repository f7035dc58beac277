import { randomInt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { toRecord } from '#lib/core/rules/records.ts'
import {
  cancellationCalls,
  cancelStates,
  deliver,
  giveBack,
  moneyOf,
  playCancellations,
} from '#tests/support/cancellations.ts'
import { MINUTE, newDay, openWorld } from '#tests/support/model/world.ts'
import { publish } from '#tests/support/published.ts'
import { duringTests } from '#tests/support/shop.ts'

const seed = Number(process.env.SEED ?? randomInt(1_000_000))
const REQUESTS = 16

const world = duringTests(openWorld)

// A day of ten orders with its kills is a lot of work: this limit only tells a hanging test from a slow machine.
test(`D43 partial cancellations under lost answers, false refusals and kills return the money of what is gone (SEED=${seed})`, {
  timeout: 600_000,
}, async () => {
  const sum = await playCancellations(world, { requests: REQUESTS, seed })

  publish('D43', { seed, ...sum })
  expect(sum.requests).toBeGreaterThanOrEqual(REQUESTS)
})

describe('a documented refusal', () => {
  const SECOND = 1_000

  const refusal = (when: 'before' | 'after') =>
    world.sale.shop.provider.control.addFault({ path: 'refundOrder', when, kind: 'code', code: 22 })

  /** An order of two, one eSIM of it asked back and answered with a refusal. */
  async function refused(when: 'before' | 'after', cancelDelayMs = 0) {
    await newDay(world)
    const sold = await deliver(world, 2)
    const part = sold.esims.slice(0, 1)
    world.sale.shop.provider.control.changeAccount({ cancelDelayMs })
    refusal(when)
    await giveBack(sold, part)
    await world.work()
    // On a busy machine the look before the call can stay without an answer: the call is made a little later then.
    for (let n = 0; n < 12 && (await outcome(sold.itemId)).class !== 'REFUSED'; n += 1) await pass(5 * SECOND)
    expect(await outcome(sold.itemId)).toMatchObject({ class: 'REFUSED', code: 22 })

    return { sold, part, states: () => cancelStates(part) }
  }

  async function outcome(itemId: string) {
    const row = await db().cancelAttempt.findFirstOrThrow({ where: { itemId } })

    return toRecord(row.outcome)
  }

  async function pass(ms: number): Promise<void> {
    await world.clock.advance(ms)
    await world.work()
  }

  test('whose deed shows 50 seconds later is not believed: the money goes back', async () => {
    const { sold, part, states } = await refused('after', 50 * SECOND)
    expect(await states()).toEqual(['OPEN'])
    await pass(40 * SECOND)
    expect(await states()).toEqual(['OPEN'])

    await pass(30 * SECOND)

    expect(await states()).toEqual(['MONEY_BACK'])
    expect((await moneyOf(world.sale, sold)).refunds).toEqual(part.map(({ priceShareMinor }) => priceShareMinor))
    expect(cancellationCalls(world.sale)).toHaveLength(1)
  })

  test('is believed a minute after the answer, without waiting for a longer pause', async () => {
    const { sold, states } = await refused('before')
    await pass(10 * SECOND)
    await pass(40 * SECOND)
    expect(await states()).toEqual(['OPEN'])

    // On a busy machine a look takes seconds of its own; a pause of the schedule would be two minutes and more.
    for (let n = 0; n < 12 && (await states())[0] === 'OPEN'; n += 1) await pass(5 * SECOND)

    expect(await states()).toEqual(['REFUSED'])
    expect((await moneyOf(world.sale, sold)).refunds).toEqual([])
  })

  test('is looked at again soon where the look that could have believed it got no answer', async () => {
    const { states } = await refused('before')
    await pass(10 * SECOND)
    const { control } = world.sale.shop.provider
    control.addFault({ path: 'queryEsimOrder', kind: 'code', code: -3, times: 1_000 })
    await pass(50 * SECOND)
    expect(await states()).toEqual(['OPEN'])
    control.clearFaults()

    for (let n = 0; n < 8 && (await states())[0] === 'OPEN'; n += 1) await pass(5 * SECOND)

    expect(await states()).toEqual(['REFUSED'])
  })

  test('that took its time to come is looked at for a minute from its answer, not from the call', async () => {
    const { sold, states } = await refused('after', 50 * SECOND)
    // As a row looks whose call was under way for more than a minute.
    const { sentAt } = await db().cancelAttempt.findFirstOrThrow({ where: { itemId: sold.itemId } })
    const earlier = new Date((sentAt ?? new Date()).getTime() - 70 * SECOND)
    await db().cancelAttempt.updateMany({ data: { sentAt: earlier, nextActionAt: new Date(0) } })
    await world.work()
    expect(await states()).toEqual(['OPEN'])

    await pass(2 * MINUTE)

    expect(await states()).toEqual(['MONEY_BACK'])
  })
})

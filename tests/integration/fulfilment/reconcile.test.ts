import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { requestItemCancellation } from '#lib/fulfilment/commands/request-item-cancellation.ts'
import { watchAbandoned } from '#lib/fulfilment/commands/watch-abandoned.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { setCapability } from '#lib/provider/commands/capabilities.ts'
import { currentProvider } from '#lib/provider/commands/current-provider.ts'
import { checkControls } from '#lib/provider/commands/lookup-controls.ts'
import { placeOrder } from '#lib/provider/index.ts'
import { priceIdSchema, skuIdSchema } from '#lib/provider/rules/provider-ids.ts'
import { acceptOfferedRefund } from '#lib/refunds/commands/accept-offered-refund.ts'
import { HOUR, MINUTE, openWorld, passUntil } from '#tests/support/model/world.ts'
import { OWNER } from '#tests/support/quotes.ts'
import {
  control,
  freshParties,
  livingOrders,
  order,
  paymentLedger,
  placements,
  type Sale,
  type Started,
  sell,
  stateOf,
  workUntil,
} from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'

const HIDDEN_MS = 45 * MINUTE

const world = duringTests(openWorld)
let sale: Sale

beforeAll(async () => {
  sale = world.sale
})

beforeEach(() => freshParties(sale))

function fault(when: 'before' | 'after', kind: 'reset' | 'invisible' = 'reset', ms?: number): void {
  sale.shop.provider.control.addFault({ path: 'addEsimOrder', when, kind, ...(ms ? { ms } : {}) })
}

/** An order that was paid and whose call got no answer. */
const unknownOrder = () => sell(sale, {}, ['UNKNOWN', 'PLACED', 'DELIVERED'])

/** An hour in which given-up references are watched. Tells how many orders live on under that of the item. */
async function watchForAnHour(started: Started): Promise<number> {
  await world.clock.advance(HOUR)
  await watchAbandoned()
  await world.work()

  return livingOrders(sale, started.itemRef).length
}

/** A good sale, which proves that orders can be found by our reference. */
async function proveLookUp(): Promise<void> {
  await sell(sale)
  expect((await db().capability.findUnique({ where: { key: 'lookup.reference' } }))?.value).toBe('yes')
}

/** A second order under the reference of an item, that the worker knows nothing of. */
async function placeBehindTheBack({ itemId, itemRef }: Started) {
  const quote = await db().quote.findFirstOrThrow({ where: { items: { some: { id: itemId } } } })
  const params = {
    skuId: skuIdSchema.parse(quote.skuId),
    priceId: priceIdSchema.parse(quote.priceId),
    count: 1,
    otherOrderId: itemRef,
  }

  return currentProvider().call(placeOrder, params)
}

function attemptsOf({ itemId }: Started) {
  return db().attempt.findMany({ where: { itemId }, orderBy: { n: 'asc' } })
}

async function moneyOf(started: Started) {
  const { payments } = await paymentLedger(sale)
  const payment = payments.find(({ sessionId }) => sessionId === started.sessionId)

  return { status: payment?.status, kept: (payment?.captured ?? 0) - (payment?.refunded ?? 0) }
}

async function expectNoBreach(): Promise<void> {
  const calls = sale.shop.provider.control.calls().map(({ path, params, orderNum }) => ({
    path,
    reference: params.otherItemId ?? null,
    orderNum,
  }))

  expect(await checkInvariants(calls)).toEqual([])
}

describe('D9 an order call without an answer', () => {
  test('that was carried out is found by reference, adopted and delivered', async () => {
    fault('after')
    const started = await unknownOrder()

    await passUntil(world, started.itemId, ['DELIVERED'])

    expect(placements(sale, started.itemRef)).toHaveLength(1)
    expect(livingOrders(sale, started.itemRef)).toHaveLength(1)
    expect((await moneyOf(started)).status).toBe('captured')
    await expectNoBreach()
  })

  test('that never was is placed once more, and only after half an hour of clean looks', async () => {
    await proveLookUp()
    fault('before')
    const started = await unknownOrder()

    await passUntil(world, started.itemId, ['DELIVERED'])

    const attempts = await db().attempt.findMany({ where: { itemId: started.itemId }, orderBy: { n: 'asc' } })
    const [first, second] = attempts
    expect(attempts.map(({ state }) => state)).toEqual(['ABSENT', 'ACCEPTED'])
    expect(first?.cleanLooks).toBeGreaterThanOrEqual(5)
    expect((second?.sentAt?.getTime() ?? 0) - (first?.sentAt?.getTime() ?? 0)).toBeGreaterThanOrEqual(30 * MINUTE)
    expect(livingOrders(sale, started.itemRef)).toHaveLength(1)
    await expectNoBreach()
  })

  test('that exists twice keeps the earlier one and gives the other back', async () => {
    await proveLookUp()
    fault('after')
    const started = await sell(sale, {}, ['UNKNOWN'])
    const second = await placeBehindTheBack(started)

    await passUntil(world, started.itemId, ['DELIVERED'])

    const living = livingOrders(sale, started.itemRef)
    expect(living).toHaveLength(1)
    expect(living[0]?.orderNum).not.toBe(second.orderNum)
    expect(await db().lossEntry.count({ where: { orderId: started.orderId, kind: 'duplicate_order' } })).toBe(1)
    // The second order was this test's own call, behind the worker's back: the books must notice, and then forget it.
    expect(await checkInvariants()).toMatchObject([{ invariant: 'I5', subject: started.itemRef }])
    await db().callLog.deleteMany({ where: { endpoint: 'placeOrder', reference: started.itemRef } })
  })

  test('that exists twice ends as its buyer asked, also where the provider keeps the second one', async () => {
    await proveLookUp()
    fault('after')
    const started = await sell(sale, {}, ['UNKNOWN'])
    const second = await placeBehindTheBack(started)
    const refusal = { path: 'refundOrder', kind: 'code', code: 22, match: { orderNum: second.orderNum } } as const
    sale.shop.provider.control.addFault({ ...refusal, times: 9 })
    await requestItemCancellation(started.caller, started)

    await passUntil(world, started.itemId, ['REFUNDED', 'DELIVERED', 'HELD'])

    expect(await stateOf(started.itemId)).toBe('REFUNDED')
    expect((await moneyOf(started)).kept).toBe(0)
    expect(livingOrders(sale, started.itemRef)).toMatchObject([{ orderNum: second.orderNum }])
    expect(await db().lossEntry.count({ where: { orderId: started.orderId, kind: 'duplicate_order' } })).toBe(1)
    await db().callLog.deleteMany({ where: { endpoint: 'placeOrder', reference: started.itemRef } })
  })

  test('made as the network went down for twenty minutes is settled within a quarter of an hour of its return', async () => {
    await proveLookUp()
    fault('before')
    const started = await unknownOrder()
    const { control: provider } = sale.shop.provider
    for (const path of ['queryEsimOrder', 'queryOrder', 'login']) {
      provider.addFault({ path, kind: 'reset', times: 10_000 })
    }
    const away = world.clock.skipped()
    while (world.clock.skipped() - away < 20 * MINUTE) {
      await world.work()
      await world.clock.advance(MINUTE)
    }
    provider.clearFaults()
    const back = world.clock.skipped()

    await passUntil(world, started.itemId, ['DELIVERED'])

    expect(world.clock.skipped() - back).toBeLessThanOrEqual(15 * MINUTE)
    expect(placements(sale, started.itemRef)).toHaveLength(2)
    expect(livingOrders(sale, started.itemRef)).toHaveLength(1)
    await expectNoBreach()
  })

  test('is settled where a search that finds nothing is answered by "not found"', async () => {
    sale.shop.provider.control.changeAccount({ emptySearch: '3' })
    await proveLookUp()
    fault('before')
    const started = await unknownOrder()
    const sentAt = (await attemptsOf(started))[0]?.sentAt?.getTime() ?? 0

    await passUntil(world, started.itemId, ['DELIVERED'])

    const attempts = await attemptsOf(started)
    expect(attempts.map(({ state }) => state)).toEqual(['ABSENT', 'ACCEPTED'])
    expect((attempts[1]?.sentAt?.getTime() ?? 0) - sentAt).toBeGreaterThanOrEqual(30 * MINUTE)
    expect(livingOrders(sale, started.itemRef)).toHaveLength(1)
    await expectNoBreach()
  })

  test('is never placed again where every search is answered by "not found", the known order too', async () => {
    await proveLookUp()
    fault('after')
    const started = await unknownOrder()
    sale.shop.provider.control.addFault({ path: 'queryEsimOrder', kind: 'code', code: -3, times: 100_000 })

    await passUntil(world, started.itemId, ['HELD', 'REFUND_DUE', 'REFUNDING', 'REFUNDED', 'DELIVERED'], HOUR)

    expect(placements(sale, started.itemRef)).toHaveLength(1)
    expect((await attemptsOf(started)).map(({ state }) => state)).toEqual(['UNKNOWN'])
  })

  test('goes to a person after a day where no reference can be looked up and the list cannot be read', async () => {
    await setCapability(OWNER, { key: 'order.otherOrderId', value: 'off', seen: 'on', reason: 'test' })
    fault('after')
    const started = await unknownOrder()
    sale.shop.provider.control.addFault({ path: 'queryEsimOrder', kind: 'code', code: -8, times: 100_000 })

    await passUntil(world, started.itemId, ['HELD'], HOUR)

    expect(await db().orderItem.findUniqueOrThrow({ where: { id: started.itemId } })).toMatchObject({
      reason: 'no_look_up',
      evidence: { candidates: [], proposed: null },
    })
    expect(placements(sale)).toHaveLength(1)
  })

  test('is never placed again where the filter by reference is ignored; a person decides after a day', async () => {
    await proveLookUp()
    sale.shop.provider.control.changeAccount({ filterByReference: false })
    fault('before')
    const started = await unknownOrder()

    await passUntil(world, started.itemId, ['HELD'], HOUR)

    expect(placements(sale, started.itemRef)).toHaveLength(1)
    expect((await db().capability.findUnique({ where: { key: 'lookup.reference' } }))?.value).toBe('no')
    expect((await moneyOf(started)).status).toBe('authorised')
  })

  test('is never placed again where references are not kept', async () => {
    sale.shop.provider.control.changeAccount({ keepReferences: false })
    for (const _ of [1, 2]) {
      await sell(sale)
    }
    fault('before')
    const started = await unknownOrder()

    await passUntil(world, started.itemId, ['HELD'], HOUR)

    expect(placements(sale, started.itemRef)).toHaveLength(1)
    expect((await db().capability.findUnique({ where: { key: 'lookup.reference' } }))?.value).toBe('no')
  })

  test('that turns up 45 minutes late, after a second one was bought, is given back', async () => {
    await proveLookUp()
    fault('after', 'invisible', HIDDEN_MS)
    fault('after')
    const started = await unknownOrder()
    await passUntil(world, started.itemId, ['DELIVERED'])
    expect(livingOrders(sale, started.itemRef)).toHaveLength(2)

    await expect.poll(() => watchForAnHour(started)).toBe(1)
    expect(await stateOf(started.itemId)).toBe('DELIVERED')

    expect(placements(sale, started.itemRef)).toHaveLength(2)
    expect(await db().lossEntry.count({ where: { orderId: started.orderId, kind: 'late_order' } })).toBe(1)
    await expectNoBreach()
  })

  test('that turns up late is given back at the first answer, however often nobody answered before it', async () => {
    await proveLookUp()
    fault('after', 'invisible', HIDDEN_MS)
    fault('after')
    const started = await unknownOrder()
    await passUntil(world, started.itemId, ['DELIVERED'])
    await world.clock.advance(HOUR)
    const { control: provider } = sale.shop.provider
    for (const path of ['queryEsimOrder', 'login']) provider.addFault({ path, kind: 'reset', times: 10_000 })
    await watchAbandoned()
    expect(livingOrders(sale, started.itemRef)).toHaveLength(2)
    provider.clearFaults()
    await db().breaker.updateMany({ data: { state: 'closed', failures: 0, recent: [], nextProbeAt: null } })

    // No further hour passes: a look that got no answer is still due.
    await watchAbandoned()
    await world.work()

    expect(livingOrders(sale, started.itemRef)).toHaveLength(1)
  })
})

describe('the positive control', () => {
  test('passes over a reference under which a second order came to light, and still proves the look-up', async () => {
    await proveLookUp()
    const started = await sell(sale)
    await placeBehindTheBack(started)
    const before = await db().discrepancy.count({ where: { kind: 'lookup_lost', closedAt: null } })

    for (let round = 0; round < 3; round++) {
      // The control is due once an hour.
      await world.clock.advance(HOUR)
      expect(await checkControls()).toMatchObject({ lookup: 'yes', isFilterKept: true, areBothGood: true })
    }

    expect(await db().discrepancy.count({ where: { kind: 'lookup_lost', closedAt: null } })).toBe(before)
  })
})

describe('the offered refund', () => {
  test('comes after half an hour, releases the money, and a late order is given back', async () => {
    await proveLookUp()
    fault('after', 'invisible', HIDDEN_MS)
    fault('after')
    const started = await unknownOrder()
    await expect(acceptOfferedRefund(started.caller, started.itemId)).rejects.toMatchObject({ code: 'conflict' })
    await world.clock.advance(31 * MINUTE)

    await acceptOfferedRefund(started.caller, started.itemId)
    await expect(acceptOfferedRefund(started.caller, started.itemId)).rejects.toMatchObject({ code: 'conflict' })
    await workUntil(started.itemId, ['REFUNDED'])

    const { orderId } = started
    expect(await db().orderEvent.count({ where: { orderId, kind: 'refund_accepted' } })).toBe(1)
    expect(await moneyOf(started)).toEqual({ status: 'voided', kept: 0 })
    await expect.poll(() => watchForAnHour(started)).toBe(0)
    expect(await stateOf(started.itemId)).toBe('REFUNDED')
    expect(placements(sale, started.itemRef)).toHaveLength(1)
  })

  test('is not there for somebody else', async () => {
    const started = await order()

    await expect(acceptOfferedRefund({ kind: 'anonymous' }, started.itemId)).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await stateOf(started.itemId)).toBe('AWAITING_PAYMENT')
    await control(sale, 'ledger')
  })
})

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findSalesPause } from '#lib/checkout/repository/sales-pause.ts'
import { db } from '#lib/core/repository/client.ts'
import { requestItemCancellation } from '#lib/fulfilment/commands/request-item-cancellation.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { getOrderPage, getOrderProgress } from '#lib/orders/queries/order-page.ts'
import { forgetProviders, setProvider } from '#lib/payments/commands/payments.ts'
import { testProvider } from '#lib/payments/providers/index.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { forgetReadings } from '#tests/support/quotes.ts'
import {
  buy,
  control,
  freshParties,
  livingOrders,
  order,
  PLAN,
  pay,
  paymentLedger,
  placements,
  type Started,
  startSale,
  stateOf,
  voidElsewhere,
  workUntil,
} from '#tests/support/sale.ts'
import { changeSettings, duringTests } from '#tests/support/shop.ts'

const sale = duringTests(startSale)

beforeEach(() => freshParties(sale))

async function paymentOf(started: Started) {
  const { payments } = await paymentLedger(sale)

  return payments.find(({ sessionId }) => sessionId === started.sessionId)
}

describe('before an order leaves', () => {
  test.each([
    ['is sold out', { inventory: 0 }, 'sold_out'],
    ['has become dearer', { price: 99 }, 'cost_drift'],
    ['has come to need a first day', { mustDate: 1 }, 'plan_gone'],
  ] as const)('a plan that %s releases the hold and orders nothing', async (_, change, reason) => {
    const started = await order()
    const { control } = sale.shop.provider
    if ('inventory' in change) control.setInventory({ apiCode: PLAN, left: 0 })
    else control.changePlan({ apiCode: PLAN, ...change })
    await forgetReadings()
    await pay(sale, started)

    await workUntil(started.itemId, ['REFUNDED'])

    expect(placements(sale, started.itemRef)).toHaveLength(0)
    expect(await paymentOf(started)).toMatchObject({ status: 'voided', captured: 0 })
    expect((await db().orderItem.findUniqueOrThrow({ where: { id: started.itemId } })).reason).toBe(reason)
    expect(await db().outbox.count({ where: { orderId: started.orderId, kind: 'order_not_placed' } })).toBe(1)
  })
})

test('a list that says nothing about plans is asked for once more, and gives no money back', async () => {
  const started = await order()
  await forgetReadings()
  sale.shop.provider.control.addFault({ path: 'getPackages', when: 'before', kind: 'code', code: 0 })
  await pay(sale, started)

  await workUntil(started.itemId, ['DELIVERED'])

  expect(sale.shop.provider.control.calls({ path: 'getPackages' }).length).toBeGreaterThan(1)
  expect(placements(sale, started.itemRef)).toHaveLength(1)
})

test('an answer with the number of another order is held, and what it cost stands once in the books', async () => {
  const first = await buy(sale)
  await workUntil(first.itemId, ['DELIVERED'])
  const { orderNum } = await db().providerOrder.findFirstOrThrow({ where: { itemId: first.itemId } })
  // The number that the provider gives next, as if the first order had it.
  const next = orderNum.slice(0, -6) + String(Number(orderNum.slice(-6)) + 1).padStart(6, '0')
  await db().$executeRaw`UPDATE "UpstreamOrder" SET "orderNum" = ${next} WHERE "orderNum" = ${orderNum}`
  await db().providerEntry.updateMany({ where: { orderNum }, data: { orderNum: next } })
  const second = await buy(sale)

  await workUntil(second.itemId, ['HELD'])

  expect(await db().orderItem.findUnique({ where: { id: second.itemId } })).toMatchObject({ reason: 'order_differs' })
  expect(placements(sale, second.itemRef)).toMatchObject([{ orderNum: next }])
  expect(await db().providerEntry.count({ where: { orderNum: next, kind: 'spend' } })).toBe(1)
})

test('an order that nobody may send now is not prepared, and asks nothing, until somebody may try', async () => {
  const shut = { state: 'open', openedAt: new Date(), nextProbeAt: new Date(Date.now() + 600_000) }
  await db().breaker.update({ where: { key: 'placements' }, data: shut })
  const started = await buy(sale)
  await workUntil(started.itemId, ['READY'])
  // Long enough, at this scale, for the look that an order that waited needs before it leaves.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  await runUntilIdle()

  expect(await db().attempt.count({ where: { itemId: started.itemId } })).toBe(0)
  expect(await db().callLog.count({ where: { itemId: started.itemId } })).toBe(0)
  await db().breaker.update({ where: { key: 'placements' }, data: { nextProbeAt: new Date() } })
  await workUntil(started.itemId, ['DELIVERED'])

  expect(placements(sale, started.itemRef)).toHaveLength(1)
  expect(await db().breaker.findUnique({ where: { key: 'placements' } })).toMatchObject({ state: 'closed' })
})

test('after a quiet while without any order the next one is taken, and tries whether the provider takes orders again', async () => {
  const longAgo = new Date(Date.now() - 3_600_000)
  const open = { state: 'open', failures: 5, openedAt: longAgo, nextProbeAt: new Date() }
  await db().breaker.update({ where: { key: 'placements' }, data: open })
  expect(await findSalesPause()).toMatchObject({ reason: 'network_down' })
  await db().breaker.update({ where: { key: 'placements' }, data: { nextProbeAt: longAgo } })

  expect(await findSalesPause()).toBeNull()
  const started = await buy(sale)
  await workUntil(started.itemId, ['DELIVERED'])

  expect(await db().breaker.findUnique({ where: { key: 'placements' } })).toMatchObject({ state: 'closed' })
})

test('a plan that is listed in a form nobody can read is waited for, and no money goes back', async () => {
  const started = await order()
  await forgetReadings()
  sale.shop.provider.control.changePlan({ apiCode: PLAN, unit: 'TB' as 'GB' })
  await pay(sale, started)
  await workUntil(started.itemId, ['READY', 'REFUND_DUE', 'REFUNDING', 'REFUNDED'])
  await runUntilIdle()

  expect(await stateOf(started.itemId)).toBe('READY')
  sale.shop.provider.control.changePlan({ apiCode: PLAN, unit: 'GB' })
  await workUntil(started.itemId, ['DELIVERED'])
  expect(placements(sale, started.itemRef)).toHaveLength(1)
})

describe('a refusal', () => {
  test('for an expired session leads to one new attempt at once', async () => {
    const started = await buy(sale)
    // Said to the order call itself: a session that has ended may be found out by a read before it.
    sale.shop.provider.control.addFault({ path: 'addEsimOrder', when: 'before', kind: 'code', code: -1 })

    await workUntil(started.itemId, ['DELIVERED'])

    // The next login may have to wait: what found no session was not sent.
    const where = { itemId: started.itemId, state: { not: 'NOT_SENT' } } as const
    const attempts = await db().attempt.findMany({ where, orderBy: { n: 'asc' } })
    expect(attempts.map(({ state, code }) => [state, code])).toEqual([
      ['REJECTED', -1],
      ['ACCEPTED', 0],
    ])
    expect(livingOrders(sale, started.itemRef)).toHaveLength(1)
  })

  test.each([-2, -30])('with code %d is our fault: a person looks, and nothing else is placed', async (code) => {
    sale.shop.provider.control.addFault({ path: 'addEsimOrder', when: 'before', kind: 'code', code })
    const started = await buy(sale)

    await workUntil(started.itemId, ['HELD'])
    const next = await order().catch((error: { code: string }) => error.code)

    expect(next).toBe('till_closed')
    expect(placements(sale, started.itemRef)).toHaveLength(1)
    expect(await paymentOf(started)).toMatchObject({ status: 'authorised' })
  })

  test('with code 3 is believed after one look, and the hold is released', async () => {
    const good = await buy(sale)
    await workUntil(good.itemId, ['DELIVERED'])
    sale.shop.provider.control.addFault({ path: 'addEsimOrder', when: 'before', kind: 'code', code: 3 })
    const started = await buy(sale)

    await workUntil(started.itemId, ['REFUNDED'])

    expect(placements(sale, started.itemRef)).toHaveLength(1)
    expect(await paymentOf(started)).toMatchObject({ status: 'voided' })
  })

  test('of the connection itself is proof that nothing left, and is tried again', async () => {
    const started = await order()
    const { settings } = sale.shop
    changeSettings({ RESELLER_API_URL: 'http://127.0.0.1:9' })
    await pay(sale, started)
    await workUntil(started.itemId, ['READY'])
    changeSettings(settings)

    await workUntil(started.itemId, ['DELIVERED'])

    expect(placements(sale, started.itemRef)).toHaveLength(1)
  })
})

describe('an accepted order', () => {
  test('without cards is captured first and its details are fetched after', async () => {
    sale.shop.provider.control.changeAccount({ esimsWithOrder: 'none' })
    const started = await buy(sale, { count: 2 })

    await workUntil(started.itemId, ['DELIVERED'])

    const calls = sale.shop.provider.control.calls().map(({ path }) => path.split('/').at(-1))
    expect(calls.filter((name) => name === 'reDownOrderPDF')).toHaveLength(1)
    expect(await db().esim.count({ where: { itemId: started.itemId, sealedCode: { not: null } } })).toBe(2)
    expect(await paymentOf(started)).toMatchObject({ status: 'captured' })
  })

  test.each([
    ['has a card too few', { esimsWithOrder: 'one-missing' as const }, 'card_count'],
    ['costs more than was agreed', { extraCharge: '5' }, 'cost'],
    ['costs more than any row can hold', { extraCharge: '2000000000000', credit: '9000000000000' }, 'cost'],
  ])('that %s goes to a person and is neither captured nor placed again', async (_, change, problem) => {
    sale.shop.provider.control.changeAccount(change)
    const started = await buy(sale, { count: 2 })

    await workUntil(started.itemId, ['HELD'])

    const item = await db().orderItem.findUniqueOrThrow({ where: { id: started.itemId } })
    expect(item.evidence).toMatchObject({ problems: [problem] })
    expect(await paymentOf(started)).toMatchObject({ status: 'authorised', captured: 0 })
    expect(placements(sale, started.itemRef)).toHaveLength(1)
  })

  test('whose capture is refused for good is given back', async () => {
    sale.shop.provider.control.addFault({ path: 'addEsimOrder', when: 'after', kind: 'delay', ms: 1_500 })
    const started = await buy(sale)
    const working = workUntil(started.itemId, ['REFUNDED', 'DELIVERED', 'HELD'])
    const { id } = (await paymentOf(started)) ?? { id: '' }
    await expect.poll(() => placements(sale, started.itemRef).length).toBe(1)
    // The bank takes the hold back while the order is on its way.
    await voidElsewhere(sale, id)

    expect(await working).toBe('REFUNDED')

    expect(livingOrders(sale, started.itemRef)).toHaveLength(0)
    expect(await paymentOf(started)).toMatchObject({ status: 'voided', captured: 0 })
  })
})

describe('an order that is taken back', () => {
  test('goes back with a new session, where the old one has ended', async () => {
    const { control: provider } = sale.shop.provider
    // The order is read right before the call, so the session ends at the call itself.
    provider.addFault({ path: 'refundOrder', kind: 'code', code: -1 })
    provider.addFault({ path: 'addEsimOrder', when: 'after', kind: 'delay', ms: 1_500 })
    const before = provider.calls({ path: 'refundOrder' }).length
    const started = await buy(sale)
    const working = workUntil(started.itemId, ['REFUNDED', 'DELIVERED', 'HELD'])
    await expect.poll(() => placements(sale, started.itemRef).length).toBe(1)
    await requestItemCancellation(started.caller, started)

    expect(await working).toBe('REFUNDED')

    expect(provider.calls({ path: 'refundOrder' })).toHaveLength(before + 2)
    expect(livingOrders(sale, started.itemRef)).toHaveLength(0)
    expect(await checkInvariants()).toEqual([])
  })
})

describe('a way to pay that takes at once', () => {
  function takeAtOnce(): void {
    const webhookUrl = `${process.env.PUBLIC_URL}/api/webhooks/test-payments`
    const settings = { baseUrl: sale.paymentsUrl, key: 'key_test', webhookSecret: 'whsec_test_payments', webhookUrl }
    setProvider(testProvider({ ...settings, captureMethod: 'automatic' }))
  }

  afterEach(() => forgetProviders())

  test('goes through the same steps to delivery', async () => {
    takeAtOnce()
    const started = await buy(sale)

    await workUntil(started.itemId, ['DELIVERED'])

    expect(await paymentOf(started)).toMatchObject({ status: 'captured', refunded: 0 })
    expect(sale.shop.provider.control.calls({ path: 'addEsimOrder' })).toHaveLength(1)
  })

  test.each(['before', 'after'])(
    'is refunded once when nothing is bought, also where the answer is lost (%s)',
    async (when) => {
      takeAtOnce()
      const started = await order({ count: 3 })
      sale.shop.provider.control.setInventory({ apiCode: PLAN, left: 0 })
      await forgetReadings()
      await control(sale, 'faults', { endpoint: 'refund.create', when, kind: 'reset' })
      await pay(sale, started)

      await workUntil(started.itemId, ['REFUNDED'])

      const { refunds, payments } = await paymentLedger(sale)
      const payment = payments.find(({ sessionId }) => sessionId === started.sessionId)
      expect(refunds.filter(({ paymentId }) => paymentId === payment?.id)).toMatchObject([{ amount: payment?.amount }])
      expect(placements(sale, started.itemRef)).toHaveLength(0)
      expect(await checkInvariants()).toEqual([])
    },
  )
})

describe('D27 a worker that lost its line during the call', () => {
  test('leaves its answer as evidence, which the next one uses: one call, one order', async () => {
    sale.shop.provider.control.addFault({ path: 'addEsimOrder', when: 'after', kind: 'delay', ms: 1_500 })
    const started = await buy(sale)
    const slow = workUntil(started.itemId, ['DELIVERED'])
    await expect.poll(() => placements(sale, started.itemRef).length).toBe(1)
    // As if its lease had run out while the process was frozen.
    await db().orderItem.update({
      where: { id: started.itemId },
      data: { epoch: { increment: 1 }, leaseUntil: null, nextActionAt: new Date(0) },
    })

    await workUntil(started.itemId, ['DELIVERED'])
    await slow

    expect(await db().orderEvent.count({ where: { itemId: started.itemId, kind: 'unknown' } })).toBe(1)
    const late = await db().callLog.findMany({ where: { itemId: started.itemId, note: { startsWith: 'late:' } } })
    expect(late).toMatchObject([{ class: 'ACCEPTED', orderNum: livingOrders(sale, started.itemRef)[0]?.orderNum }])
    expect(placements(sale, started.itemRef)).toHaveLength(1)
    expect(livingOrders(sale, started.itemRef)).toHaveLength(1)
    expect(await checkInvariants()).toEqual([])
  })
})

describe('parallel workers', () => {
  test('place each of 12 orders once, though fewer may be under way', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => buy(sale)))

    await Promise.all(all.map(({ itemId }) => workUntil(itemId, ['DELIVERED'])))

    for (const { itemRef } of all) expect(placements(sale, itemRef)).toHaveLength(1)
    expect(await checkInvariants()).toEqual([])
  })
})

describe('a sale with a hold', () => {
  test('is placed once, captured once and delivered sealed', async () => {
    const started = await buy(sale, { count: 2 })

    await workUntil(started.itemId, ['DELIVERED'])

    const ledger = await paymentLedger(sale)
    const payment = ledger.payments.find(({ sessionId }) => sessionId === started.sessionId)
    const page = await getOrderPage(started.caller, started.orderId)
    expect(placements(sale, started.itemRef)).toHaveLength(1)
    expect(livingOrders(sale, started.itemRef)[0]).toMatchObject({ count: 2, otherItemId: `${started.itemRef}-1` })
    expect(payment).toMatchObject({ status: 'captured', captured: page?.total.minor, refunded: 0 })
    expect(page?.items[0]).toMatchObject({ status: 'ready', count: 2 })
    expect(page?.items[0]?.esims.map((esim) => esim.isUnrevealed)).toEqual([true, true])
    expect((await getOrderProgress(started.caller, started.orderId))?.isSettled).toBe(true)
    expect(sale.shop.provider.control.calls({ path: 'getOrderInfo' })).toHaveLength(0)
  })

  // On a machine that is busy a payment may not be quick.
  test('asks the network once after a quick payment', { retry: 2 }, async () => {
    const started = await order()
    sale.shop.provider.control.clearCalls()
    await pay(sale, started)

    await workUntil(started.itemId, ['DELIVERED'])

    const [first] = sale.shop.provider.control.calls()
    expect(first?.path).toBe('/api_esim/addEsimOrder')
  })

  test('that is not paid expires, and nothing was ordered', async () => {
    const started = await order()
    await pay(sale, started, 'decline')

    expect(await workUntil(started.itemId, ['EXPIRED'])).toBe('EXPIRED')

    expect(placements(sale, started.itemRef)).toHaveLength(0)
  })

  test('is not shown to another browser', async () => {
    const started = await order()

    expect(await getOrderPage({ kind: 'anonymous' }, started.orderId)).toBeNull()
    await runUntilIdle()
    expect(await stateOf(started.itemId)).toBe('AWAITING_PAYMENT')
    expect(await db().outbox.count({ where: { orderId: started.orderId } })).toBe(0)
  })
})

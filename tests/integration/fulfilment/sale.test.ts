import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { getOrderPage, getOrderProgress } from '#lib/orders/queries/order-page.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import {
  buy,
  freshParties,
  livingOrders,
  order,
  pay,
  paymentLedger,
  placements,
  startSale,
  stateOf,
  workUntil,
} from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'

const sale = duringTests(startSale)

beforeEach(() => freshParties(sale))

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

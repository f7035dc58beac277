import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import {
  act,
  age,
  agreeNow,
  compare,
  foundOnce,
  freshBooks,
  openDiscrepancies,
  orderNumOf,
  startBooks,
  unsound,
} from '#tests/support/discrepancies.ts'
import { cancelElsewhere, sell } from '#tests/support/recovery.ts'
import { order, pay, paymentLedger, type Sale, workUntil } from '#tests/support/sale.ts'

let sale: Sale

beforeAll(async () => {
  sale = await startBooks()
})

beforeEach(() => freshBooks(sale))

afterAll(() => sale.close())

describe('an order of ours that the network sees otherwise', { timeout: 60_000 }, () => {
  test('finds an order of ours that the network does not list after an hour, and gives the money back', async () => {
    const sold = await sell(sale)
    const orderNum = await orderNumOf(sold)
    await age(sale, orderNum)
    sale.shop.provider.control.changeOrder({ orderNum, isHidden: true })
    const { id } = await foundOnce('order_not_listed')

    expect(await act(id, 'look_again')).toEqual({ result: 'differs' })
    expect(await act(id, 'refund')).toEqual({ result: 'closed' })
    await runUntilIdle()

    const { payments } = await paymentLedger(sale)
    const paid = payments.find(({ sessionId }) => sessionId === sold.sessionId)
    expect(paid?.refunded).toBe(paid?.captured)
    expect(await db().orderItem.findUniqueOrThrow({ where: { id: sold.itemId } })).toMatchObject({ state: 'CANCELLED' })
    await agreeNow()
    expect(await unsound()).toEqual([])
  })

  test('closes by itself what the network lists again', async () => {
    const orderNum = await orderNumOf(await sell(sale))
    await age(sale, orderNum)
    sale.shop.provider.control.changeOrder({ orderNum, isHidden: true })
    await foundOnce('order_not_listed')
    sale.shop.provider.control.changeOrder({ orderNum, isHidden: false })

    expect(await compare()).toMatchObject({ closed: 1 })
    expect(await openDiscrepancies()).toEqual([])
  })

  test('finds cards that were cancelled at the network, and returns their money once when a person accepts it', async () => {
    const sold = await sell(sale, { count: 2 })
    await cancelElsewhere(await orderNumOf(sold))
    const { id, riskAmount } = await foundOnce('status_differs')
    expect(Number(riskAmount)).toBeGreaterThan(0)

    const both = await Promise.allSettled([act(id, 'accept'), act(id, 'accept')])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await runUntilIdle()

    const { payments, refunds } = await paymentLedger(sale)
    const paid = payments.find(({ sessionId }) => sessionId === sold.sessionId)
    expect(paid?.refunded).toBe(paid?.captured)
    expect(refunds.filter(({ paymentId }) => paymentId === paid?.id)).toHaveLength(1)
    await agreeNow()
    expect(await unsound()).toEqual([])
  })

  test('shows a status without a known meaning until a person accepts exactly it', async () => {
    const orderNum = await orderNumOf(await sell(sale))
    sale.shop.provider.control.changeOrder({ orderNum, status: 5 })
    const { id } = await foundOnce('status_unknown')

    expect(await act(id, 'accept')).toEqual({ result: 'closed' })
    await agreeNow()

    sale.shop.provider.control.changeOrder({ orderNum, status: 7 })
    expect(await compare()).toMatchObject({ opened: 1 })
  })

  test('finds a charge above the quote, and expects the difference back from the supplier', async () => {
    const orderNum = await orderNumOf(await sell(sale))
    const { total } = sale.shop.provider.control.changeOrder({ orderNum })
    sale.shop.provider.control.changeOrder({ orderNum, total: (Number(total) + 1).toFixed(2) })
    const { id, riskAmount } = await foundOnce('cost_differs')
    expect(Number(riskAmount)).toBe(1)

    expect(await act(id, 'claim')).toEqual({ result: 'closed' })

    const entries = await db().providerEntry.findMany({ where: { orderNum }, orderBy: { at: 'asc' } })
    expect(entries.map(({ kind, amount }) => [kind, Number(amount)])).toEqual([
      ['spend', Number(total)],
      ['spend', 1],
      ['expected_credit', 1],
    ])
    await agreeNow()
  })

  test('finds a card that the network lost from its order, and pays its share back', async () => {
    const sold = await sell(sale, { count: 2 })
    const orderNum = await orderNumOf(sold)
    const [kept] = await db().esim.findMany({ where: { orderNum }, orderBy: { position: 'asc' } })
    sale.shop.provider.control.changeOrder({ orderNum, iccids: [kept?.iccid ?? ''] })
    const { id } = await foundOnce('cards_differ')

    expect(await act(id, 'refund')).toEqual({ result: 'closed' })
    await runUntilIdle()

    const { payments } = await paymentLedger(sale)
    const paid = payments.find(({ sessionId }) => sessionId === sold.sessionId)
    expect(paid?.captured).toBe((paid?.refunded ?? 0) + (kept?.priceShareMinor ?? 0))
    await agreeNow()
    expect(await unsound()).toEqual([])
  })

  test('fetches the details of a held order whose cards were missing here, and delivers', async () => {
    sale.shop.provider.control.changeAccount({ esimsWithOrder: 'one-missing' })
    const held = await order({ count: 2 })
    await pay(sale, held)
    await workUntil(held.itemId, ['HELD', 'FETCHING'])
    sale.shop.provider.control.changeAccount({ esimsWithOrder: 'all' })
    await db().orderItem.update({
      where: { id: held.itemId },
      data: { state: 'HELD', reason: 'details_refused', nextActionAt: null, epoch: { increment: 1 } },
    })
    const { id } = await foundOnce('cards_differ')

    expect(await act(id, 'fetch_details')).toEqual({ result: 'asked' })
    await workUntil(held.itemId, ['DELIVERED'])

    expect(await act(id, 'look_again')).toEqual({ result: 'closed' })
    expect(await unsound()).toEqual([])
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { act, agreeNow, foundOnce, freshBooks, orderNumOf, startBooks } from '#tests/support/discrepancies.ts'
import { forgetOrder, refundElsewhere, sell } from '#tests/support/recovery.ts'
import { control, order, pay, paymentLedger, type Sale, type Started, workUntil } from '#tests/support/sale.ts'

let sale: Sale

beforeAll(async () => {
  sale = await startBooks()
})

beforeEach(() => freshBooks(sale))

afterAll(() => sale.close())

describe('money that the two books explain differently', { timeout: 60_000 }, () => {
  test('gives money back by itself that came after the end and whose events were all lost', async () => {
    const started = await paidUnheard({ state: 'EXPIRED' })

    await agreeNow()
    await runUntilIdle()

    expect(await keptOf(started)).toBe(0)
    expect(await db().payment.findFirstOrThrow({ where: { orderId: started.orderId } })).toMatchObject({
      reason: 'late',
    })
    await agreeNow()
  })

  test('gives money back whose session nobody had noted here before the payment was given up', async () => {
    const started = await paidUnheard({ state: 'FAILED' })
    await db().payment.updateMany({ where: { orderId: started.orderId }, data: { sessionId: null, objectId: null } })

    await agreeNow()
    await runUntilIdle()

    const { payments } = await paymentLedger(sale)
    expect(payments.find(({ sessionId }) => sessionId === started.sessionId)).toMatchObject({ status: 'voided' })
    await agreeNow()
  })

  test('finds money without a line, and finishes it: what came too late goes back by itself', async () => {
    const started = await paidUnheard({ state: 'OPEN' })
    const { id } = await foundOnce('paid_without_line')

    await act(id, 'finish')
    await runUntilIdle()
    await act(id, 'look_again').catch(() => undefined)

    expect(await keptOf(started)).toBe(0)
    await agreeNow()
  })

  test('finds a line that the provider knows no money for, and holds or writes it off', async () => {
    const sold = await sell(sale)
    await db().payment.updateMany({
      where: { orderId: sold.orderId },
      data: { objectId: 'pi_gone', sessionId: 'cs_gone' },
    })
    await control(sale, 'reset', {})
    const { id } = await foundOnce('line_without_payment')

    await expect(act(id, 'hold')).rejects.toMatchObject({ details: { reason: 'not_possible' } })
    expect(await act(id, 'book_loss')).toEqual({ result: 'closed' })

    expect(await db().lossEntry.count({ where: { orderId: sold.orderId, kind: 'line_without_payment' } })).toBe(1)
    await agreeNow()
  })

  test('finds a refund that was made at the provider, and books it as a loss', async () => {
    const sold = await sell(sale)
    const { payments } = await paymentLedger(sale)
    const paid = payments.find(({ sessionId }) => sessionId === sold.sessionId)
    await control(sale, 'webhooks', { drop: true })
    await refundElsewhere(sale, { id: paid?.id ?? '', amount: 100 })
    const { id, subject } = await foundOnce('refund_differs')
    expect(subject).toBe((await db().payment.findFirstOrThrow({ where: { orderId: sold.orderId } })).id)

    expect(await act(id, 'book_loss')).toEqual({ result: 'closed' })

    expect(await db().lossEntry.findFirstOrThrow({ where: { orderId: sold.orderId } })).toMatchObject({
      kind: 'refund_differs',
      currency: 'USD',
    })
    await agreeNow()
  })

  test('finds money of an order that was lost, and makes the order again', async () => {
    const lost = await order()
    await pay(sale, lost)
    await workUntil(lost.itemId, ['DELIVERED'])
    const orderNum = await orderNumOf(lost)
    sale.shop.provider.control.changeOrder({ orderNum, isHidden: true })
    await forgetOrder(lost.orderId)
    const { id } = await foundOnce('payment_unknown')

    expect(await act(id, 'finish')).toEqual({ result: 'closed' })

    expect(await db().order.count({ where: { id: lost.orderId } })).toBe(1)
  })
})

/** An order that had ended when it was paid, and nothing of that is heard here. */
async function paidUnheard({ state }: { state: 'EXPIRED' | 'FAILED' | 'OPEN' }): Promise<Started> {
  const started = await order()
  const { orderId } = started
  await control(sale, 'webhooks', { drop: true })
  await db().orderItem.updateMany({ where: { orderId }, data: { state: 'EXPIRED' } })
  await db().payment.updateMany({ where: { orderId }, data: { state, nextActionAt: null } })
  await pay(sale, started)

  return started
}

async function keptOf({ sessionId }: Started): Promise<number> {
  const { payments } = await paymentLedger(sale)
  const paid = payments.find((payment) => payment.sessionId === sessionId)

  return (paid?.captured ?? 0) - (paid?.refunded ?? 0)
}

import { describe, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { compareTaken } from '#lib/finance/repository/month-entries.ts'
import { getOrderForMail } from '#lib/mail/repository/order-for-mail.ts'
import { mailContents } from '#lib/mail/worker/mail-contents.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'
import { settleRefund } from '#lib/refunds/commands/refund.ts'
import { duringTests, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { staffDuringTests } from '#tests/support/staff.ts'

duringTests(startShop)
const finance = staffDuringTests('finance')

const MONTH = { id: 'trial-2025-03', at: new Date('2025-03-05T12:00:00Z') }

/** An order of which 3.00 came above its price, and whose payment provider has refused to send them back. */
async function overpaid() {
  const order = await addSoldOrder({ createdAt: MONTH.at })
  await db().payment.update({
    where: { id: order.paymentId },
    data: { amountMinor: 1389, capturedMinor: 1389 },
  })
  const id = newId('rfd')
  const data = { paymentId: order.paymentId, key: `refund:${id}`, kind: 'AUTOMATIC', state: 'REFUSED' } as const
  await db().refund.create({
    data: { id, ...data, amountMinor: 300, expectedRefundedSoFar: 0, reason: 'overpaid', requestedBy: 'store' },
  })
  await openDiscrepancy({ kind: 'refund_refused', subject: id, orderId: order.id, evidence: { amountMinor: 300 } })
  const settle = (act: 'try_again' | 'paid_elsewhere') =>
    settleRefund(finance, { orderId: order.id, refundId: id, act, reason: 'asked at the bank' })

  return { ...order, refundId: id, settle }
}

const others = (paymentId: string) => db().refund.findMany({ where: { paymentId, state: { not: 'REFUSED' } } })
const brokenMoney = async () => (await checkInvariants()).filter(({ invariant }) => invariant === 'I2')

/** Books all of it as sold, so that what was taken can be held against it. */
async function bookSold({ itemId, id }: { itemId: string; id: string }) {
  const texts = { monthId: MONTH.id, orderId: id, orderNumber: 'x', method: 'test', planId: 'pln_test', at: MONTH.at }
  const sums = { taxMinor: 0, discountMinor: 0, refundedMinor: 0, quoted: 0, charged: 0, credited: 0, spentMinor: 0 }
  const currencies = { currency: 'USD', costCurrency: 'USD' }
  const counts = { skuId: 1, count: 1, lines: 1, knownLines: 0, revenueMinor: 1089, marginMinor: 0 }
  await db().monthEntry.create({ data: { itemId, isCorrection: false, ...texts, ...currencies, ...counts, ...sums } })
}

describe('a refund of what was paid above the price that its provider refuses', () => {
  test('is asked for again over its whole sum, which counts once', async () => {
    const order = await overpaid()
    await bookSold(order)
    expect(await brokenMoney()).toEqual([])

    await order.settle('try_again')

    const again = await others(order.paymentId)
    expect(again).toMatchObject([{ state: 'INTENDED', amountMinor: 300, reason: 'overpaid' }])
    expect(await brokenMoney()).toEqual([])
    await db().refund.updateMany({ where: { id: again[0]?.id ?? '' }, data: { state: 'DONE', doneAt: new Date() } })
    await db().payment.update({ where: { id: order.paymentId }, data: { refundedMinor: 300 } })
    expect(await brokenMoney()).toEqual([])
    expect((await compareTaken(MONTH.id)).differing).toEqual([])
    await expect(order.settle('try_again')).rejects.toMatchObject({ details: { reason: 'changed' } })
  })

  test('is booked over its whole sum when it was paid another way', async () => {
    const order = await overpaid()
    await bookSold(order)

    await order.settle('paid_elsewhere')

    expect(await others(order.paymentId)).toMatchObject([{ state: 'DONE', amountMinor: 300, reason: 'overpaid' }])
    expect(await db().payment.findUniqueOrThrow({ where: { id: order.paymentId } })).toMatchObject({
      refundedMinor: 300,
    })
    expect(await brokenMoney()).toEqual([])
    expect((await compareTaken(MONTH.id)).differing).toEqual([])
  })
})

test.each([
  ['stripe', 'elsewhere'],
  ['test', 'test'],
])('the buyer is told of money of %s that went back another way: %s', async (provider, way) => {
  const order = await overpaid()
  await db().payment.update({ where: { id: order.paymentId }, data: { provider } })

  await order.settle('paid_elsewhere')

  const [refund] = await others(order.paymentId)
  const mails = await db().outbox.findMany({ where: { orderId: order.id, kind: 'refund' } })
  expect(mails.map(({ payload }) => payload)).toEqual([{ refundId: refund?.id }])
  const facts = await getOrderForMail(order.id)
  if (!facts) throw new Error('The order is gone.')
  const contents = await mailContents('refund', {
    facts,
    url: 'https://shop.example/l/x',
    payload: { refundId: refund?.id },
  })
  expect(contents).toMatchObject({ way, total: { minor: 300 } })
})

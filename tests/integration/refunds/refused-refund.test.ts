import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { compareTaken } from '#lib/finance/repository/month-entries.ts'
import { decideReview } from '#lib/fulfilment/commands/review/decide-review.ts'
import type { ReviewAction } from '#lib/fulfilment/rules/review-actions.ts'
import { getOrderForMail } from '#lib/mail/repository/order-for-mail.ts'
import { mailContents } from '#lib/mail/worker/mail-contents.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'
import { giveGoodwill } from '#lib/refunds/commands/give-goodwill.ts'
import { settleRefund } from '#lib/refunds/commands/refund.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { delivered } from '#tests/support/cancellations.ts'
import { type Cart, lineOf, moneyOfCart, OTHER_PLAN, orderCart, workUntilItems } from '#tests/support/cart.ts'
import { putInReview, REVIEW_CASES } from '#tests/support/items-in-review.ts'
import { eventually } from '#tests/support/patience.ts'
import { control, freshParties, pay, startSale, workUntil } from '#tests/support/sale.ts'
import { duringTests, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { letOneDecide, staffDuringTests } from '#tests/support/staff.ts'

describe('a refused refund', () => {
  const reason = 'the bank does not take it'
  const sale = duringTests(startSale)
  const owner = staffDuringTests('owner')

  beforeEach(async () => {
    await freshParties(sale)
    await letOneDecide(true)
  })

  async function openDifference(orderId: string, refundId: string) {
    const difference = { kind: 'refund_refused', subject: refundId, orderId, evidence: {} }
    await db().discrepancy.create({ data: { id: newId('brk'), ...difference } })
  }

  const openCount = (subject: string) =>
    db().discrepancy.count({ where: { kind: 'refund_refused', subject, closedAt: null } })

  test('that a person pays back anew with its item is not sent again beside it', async () => {
    const started = await REVIEW_CASES.find((one) => one.reason === 'refund_refused')?.arrange(sale)
    if (!started) throw new Error('No such case.')
    const { orderId, itemId, number: typed } = started
    const { id: refundId } = await db().refund.findFirstOrThrow({ where: { payment: { orderId } } })
    await openDifference(orderId, refundId)
    const { epoch } = await db().orderItem.findUniqueOrThrow({ where: { id: itemId } })

    await decideReview(owner, { orderId, itemId, epoch, act: 'refund', reason, typed })

    // Until another refund stands in its place it may be sent once more: the item would get no other.
    expect(await openCount(refundId)).toBe(1)
    await workUntil(itemId, ['REFUNDED'])
    const where = { kind: 'refund_refused', subject: refundId }
    expect(await db().discrepancy.findMany({ where })).toMatchObject([{ resolution: 'replaced' }])
    const again = settleRefund(owner, { orderId, refundId, act: 'try_again', reason })
    await expect(again).rejects.toMatchObject({ details: { reason: 'changed' } })
    expect(await db().refund.count({ where: { payment: { orderId }, state: 'DONE' } })).toBe(1)
    expect(await checkInvariants()).toEqual([])
  })

  test('whose money was booked by another name can be closed, and is not booked twice', async () => {
    const { orderId, itemId, esims } = await delivered(sale)
    const amountMinor = esims.reduce((sum, { priceShareMinor }) => sum + priceShareMinor, 0)
    const { id: paymentId } = await db().payment.findFirstOrThrow({ where: { orderId } })
    const refundId = newId('rfd')
    const facts = { paymentId, key: `refund:${refundId}`, kind: 'CARDS', state: 'REFUSED', reason: 'returned' } as const
    const items = { create: [{ id: newId('rfi'), itemId, amountMinor }] }
    const asked = { expectedRefundedSoFar: 0, requestedBy: 'store', amountMinor, items }
    await db().refund.create({ data: { id: refundId, ...facts, ...asked } })
    await openDifference(orderId, refundId)
    await giveGoodwill(owner, { orderId, itemId, amountMinor, reason, once: { key: randomUUID() } })

    const again = settleRefund(owner, { orderId, refundId, act: 'try_again', reason })
    await expect(again).rejects.toMatchObject({ details: { reason: 'no_money' } })
    await settleRefund(owner, { orderId, refundId, act: 'paid_elsewhere', reason })

    expect(await openCount(refundId)).toBe(0)
    expect(await db().refund.count({ where: { paymentId, state: { not: 'REFUSED' } } })).toBe(1)
  })

  /** Two delivered lines that were paid together; the provider refuses the next refund of them. */
  async function soldCart(): Promise<Cart> {
    const cart = await orderCart([{}, { planKey: OTHER_PLAN }])
    await pay(sale, cart)
    await workUntilItems(cart, ['DELIVERED', 'DELIVERED'])
    await control(sale, 'faults', { endpoint: 'refund.create', kind: 'status', status: 409, times: 1 })

    return cart
  }

  async function decide(cart: Cart, act: ReviewAction) {
    const itemId = lineOf(cart, 0).id
    const { epoch } = await db().orderItem.findUniqueOrThrow({ where: { id: itemId } })
    const { orderId, number: typed } = cart

    return decideReview(owner, { orderId, itemId, act, epoch, reason, typed })
  }

  /** The states of the refunds of a cart, in their order, once nothing is on its way. */
  async function refundsOf({ paymentId }: Cart, states: string[]) {
    const read = async () => {
      await runUntilIdle()

      return db().refund.findMany({ where: { paymentId }, orderBy: { createdAt: 'asc' } })
    }

    return eventually(read, (refunds) => refunds.map(({ state }) => state).join() === states.join())
  }

  test.each(['try_again', 'paid_elsewhere'] as const)(
    'a refused refund is not settled by %s once its line was paid back by the page of the order',
    async (act) => {
      const cart = await soldCart()
      await putInReview({ itemId: lineOf(cart, 0).id }, 'order_differs')
      await decide(cart, 'cancel')
      await workUntilItems(cart, ['HELD', 'DELIVERED'])
      const [refused] = await refundsOf(cart, ['REFUSED'])

      await decide(cart, 'refund')
      await workUntilItems(cart, ['REFUNDED', 'DELIVERED'])
      const { orderId } = cart
      await expect(settleRefund(owner, { orderId, refundId: refused?.id ?? '', act, reason })).rejects.toMatchObject({
        code: 'conflict',
      })

      await refundsOf(cart, ['REFUSED', 'DONE'])
      expect((await moneyOfCart(sale, cart)).refunds).toEqual([lineOf(cart, 0).priceMinor])
      expect(await db().discrepancy.findMany({ where: { kind: 'refund_refused', orderId } })).toMatchObject([
        { subject: refused?.id, closedAt: expect.any(Date) },
      ])
      expect(await checkInvariants()).toEqual([])
    },
  )

  test('goodwill that was refused is neither given nor booked again beside what its eSIM has got since', async () => {
    const cart = await soldCart()
    const { id: itemId, priceMinor: amountMinor } = lineOf(cart, 0)
    const { orderId } = cart
    const give = (key: string) => giveGoodwill(owner, { orderId, itemId, amountMinor, reason, once: { key } })
    await give('first')
    const [refused] = await refundsOf(cart, ['REFUSED'])
    await give('second')
    await refundsOf(cart, ['REFUSED', 'DONE'])

    const settle = (act: 'try_again' | 'paid_elsewhere') =>
      settleRefund(owner, { orderId, refundId: refused?.id ?? '', act, reason })
    await expect(settle('try_again')).rejects.toMatchObject({ details: { reason: 'no_money' } })
    // Nothing is left to book: this only ends the difference.
    await settle('paid_elsewhere')

    await refundsOf(cart, ['REFUSED', 'DONE'])
    expect((await moneyOfCart(sale, cart)).refunds).toEqual([amountMinor])
    expect(await checkInvariants()).toEqual([])
  })
})

describe('settle refund', () => {
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
})

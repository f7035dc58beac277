import { beforeEach, describe, expect, test } from 'vitest'
import { db, transaction } from '#lib/core/repository/client.ts'
import { noteForeignRefund } from '#lib/payments/commands/payment-differs.ts'
import { paymentProvider } from '#lib/payments/commands/payments.ts'
import { bookRefund } from '#lib/payments/repository/judged-payments.ts'
import { lockPayment } from '#lib/payments/repository/payments.ts'
import { currentProvider } from '#lib/provider/commands/current-provider.ts'
import { searchOrders, topUp } from '#lib/provider/index.ts'
import { iccidSchema, priceIdSchema, skuIdSchema } from '#lib/provider/rules/provider-ids.ts'
import { getReconciliation } from '#lib/reconciliation/queries/admin-reconciliation.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import {
  action,
  age,
  agreeNow,
  compare,
  foundOnce,
  freshBooks,
  orderNumOf,
  startBooks,
  theDiscrepancy,
  unsound,
} from '#tests/support/discrepancies.ts'
import { buyElsewhere, forgetOrder, refundElsewhere } from '#tests/support/recovery.ts'
import {
  buy,
  control,
  livingOrders,
  order,
  PLAN,
  pay,
  paymentLedger,
  placements,
  type Started,
  sell,
  workUntil,
} from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'
import { addStaff } from '#tests/support/staff.ts'

/** What the page offers an owner to do about a difference. */
async function offered(discrepancy: string) {
  const { discrepancies } = await getReconciliation(await addStaff('owner'), { discrepancy })

  return discrepancies.flatMap(({ actions }) => actions)
}

/** An order as the network lists it. */
async function searched(orderNum: string) {
  const { rows } = await currentProvider().call(searchOrders, { orderNum })
  const [row] = rows
  if (!row) throw new Error('The network lists no such order.')

  return row
}

const sale = duringTests(startBooks)

beforeEach(() => freshBooks(sale))

describe('reconciliation orders', () => {
  describe('an order of the network that no line of ours claims', { timeout: 60_000 }, () => {
    test('finds an order that nobody here bought, once; a person says that it was bought elsewhere', async () => {
      const { orderNum } = await buyElsewhere()
      await age(sale, orderNum)
      const discrepancy = await foundOnce('upstream_order_unknown')
      expect(discrepancy).toMatchObject({ subject: orderNum, riskCurrency: 'USD' })

      await expect(action(discrepancy.id, 'bought_elsewhere', { reason: ' ' })).rejects.toMatchObject({
        code: 'bad_input',
      })
      expect(await action(discrepancy.id, 'bought_elsewhere')).toEqual({ result: 'closed' })
      await expect(action(discrepancy.id, 'bought_elsewhere')).rejects.toMatchObject({ details: { reason: 'closed' } })

      await agreeNow()
    })

    test('cancels a foreign order at the network once, and closes with its proof', async () => {
      const { orderNum } = await buyElsewhere()
      await age(sale, orderNum)
      const { id } = await foundOnce('upstream_order_unknown')

      const both = await Promise.allSettled([action(id, 'cancel'), action(id, 'cancel')])
      expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      await expect
        .poll(async () => {
          await runUntilIdle()

          return livingOrders(sale).length
        })
        .toBe(0)

      expect(sale.shop.provider.control.calls({ path: 'refundOrder' })).toHaveLength(1)
      expect(await action(id, 'look_again')).toEqual({ result: 'closed' })
      await agreeNow()
    })

    test('adopts an order for the held line whose reference it carries, and never for one that was served', async () => {
      const held = await buy(sale)
      sale.shop.provider.control.addFault({ path: 'addEsimOrder', when: 'after', kind: 'reset' })
      await workUntil(held.itemId, ['UNKNOWN'])
      await db().orderItem.update({
        where: { id: held.itemId },
        data: { state: 'HELD', reason: 'no_look_up', nextActionAt: null, epoch: { increment: 1 } },
      })
      const [bought] = livingOrders(sale, held.itemRef)
      await age(sale, bought?.orderNum ?? '')
      const discrepancy = await foundOnce('upstream_order_unknown')
      expect(discrepancy.evidence).toMatchObject({ ours: { order: held.number } })
      const served = await sell(sale)

      await expect(action(discrepancy.id, 'link', { orderNumber: served.number })).rejects.toMatchObject({
        details: { reason: 'no_line' },
      })
      expect(await action(discrepancy.id, 'adopt')).toEqual({ result: 'closed' })
      await workUntil(held.itemId, ['DELIVERED'])

      expect(placements(sale, held.itemRef)).toHaveLength(1)
      expect(livingOrders(sale, held.itemRef)).toHaveLength(1)
      await agreeNow()
      expect(await unsound()).toEqual([])
    })

    test('links an order without a reference to the held line of an order, if it fits', async () => {
      const held = await buy(sale)
      sale.shop.provider.control.addFault({ path: 'addEsimOrder', when: 'before', kind: 'reset' })
      await workUntil(held.itemId, ['UNKNOWN'])
      await db().orderItem.update({
        where: { id: held.itemId },
        data: { state: 'HELD', reason: 'no_look_up', nextActionAt: null, epoch: { increment: 1 } },
      })
      const { orderNum } = await buyElsewhere()
      await age(sale, orderNum)
      const { id } = await foundOnce('upstream_order_unknown')

      await expect(action(id, 'adopt')).rejects.toMatchObject({ details: { reason: 'no_line' } })
      expect(await action(id, 'link', { orderNumber: held.number })).toEqual({ result: 'closed' })
      await workUntil(held.itemId, ['DELIVERED'])

      expect(await db().providerOrder.findMany({ where: { itemId: held.itemId } })).toMatchObject([{ orderNum }])
      expect(await unsound()).toEqual([])
    })

    test('finds a card that stands in two orders as one difference', async () => {
      const [first, second] = [await sell(sale), await sell(sale)]
      const [esim] = await db().esim.findMany({ where: { itemId: first.itemId } })
      const orderNum = await orderNumOf(second)
      const [own] = await db().esim.findMany({ where: { itemId: second.itemId } })
      const iccids = [own?.iccid ?? '', esim?.iccid ?? '']
      sale.shop.provider.control.changeOrder({ orderNum, iccids })
      const { id, subject } = await foundOnce('iccid_twice')
      expect(subject).toBe(esim?.id)

      sale.shop.provider.control.changeOrder({ orderNum, iccids: [own?.iccid ?? ''] })

      expect(await action(id, 'look_again')).toEqual({ result: 'closed' })
      await agreeNow()
    })

    test('offers nothing that would be refused about a top-up of an eSIM that is none of ours', async () => {
      const bought = await buyElsewhere()
      const { plans } = await searched(bought.orderNum)
      const plan = await db().plan.findFirstOrThrow({ where: { planKey: PLAN } })
      const { orderNum } = await currentProvider().call(topUp, {
        iccid: iccidSchema.parse(plans[0]?.iccid),
        skuId: skuIdSchema.parse(plan.skuId),
        priceId: priceIdSchema.parse(plan.priceId),
      })
      for (const one of [bought.orderNum, orderNum]) await age(sale, one)
      await compare()
      const [whole, data] = await Promise.all(
        [bought.orderNum, orderNum].map((subject) =>
          db().discrepancy.findFirstOrThrow({ where: { subject, kind: 'upstream_order_unknown' } }),
        ),
      )

      expect(await offered(whole?.id ?? '')).toEqual(['link', 'cancel', 'bought_elsewhere', 'look_again'])
      expect(await offered(data?.id ?? '')).toEqual(['bought_elsewhere', 'look_again'])
    })

    test('finds a top-up that was made elsewhere, and keeps it with the order of its card', async () => {
      const sold = await sell(sale)
      const esim = await db().esim.findFirstOrThrow({ where: { itemId: sold.itemId } })
      const plan = await db().plan.findFirstOrThrow({ where: { planKey: PLAN } })
      const { orderNum } = await currentProvider().call(topUp, {
        iccid: iccidSchema.parse(esim.iccid),
        skuId: skuIdSchema.parse(plan.skuId),
        priceId: priceIdSchema.parse(plan.priceId),
      })
      await age(sale, orderNum)
      const { id, orderId, evidence } = await foundOnce('top_up_elsewhere')
      expect(orderId).toBe(sold.orderId)
      expect(evidence).toMatchObject({ ours: { cards: [esim.iccid] } })

      expect(await action(id, 'link')).toEqual({ result: 'closed' })

      expect(await db().orderEvent.count({ where: { orderId: sold.orderId, kind: 'topped_up_elsewhere' } })).toBe(1)
      expect(await db().providerEntry.count({ where: { orderNum, kind: 'spend' } })).toBe(1)
      await agreeNow()
      expect(await unsound()).toEqual([])
    })
  })
})

describe('reconciliation money', () => {
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

      await action(id, 'finish')
      await runUntilIdle()
      await action(id, 'look_again').catch(() => undefined)

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

      expect(await offered(id)).not.toContain('hold')
      await db().orderItem.updateMany({ where: { orderId: sold.orderId }, data: { state: 'PLACED' } })
      expect(await offered(id)).toContain('hold')
      await db().orderItem.updateMany({ where: { orderId: sold.orderId }, data: { state: 'DELIVERED' } })
      await expect(action(id, 'hold')).rejects.toMatchObject({ details: { reason: 'not_possible' } })
      expect(await action(id, 'book_loss')).toEqual({ result: 'closed' })

      expect(await db().lossEntry.count({ where: { orderId: sold.orderId, kind: 'line_without_payment' } })).toBe(1)
      await agreeNow()
    })

    test('finds another sum taken than is noted here, and books what is between them as a loss', async () => {
      const { orderId } = await sell(sale)
      const payment = await db().payment.findFirstOrThrow({ where: { orderId } })
      await db().payment.update({ where: { id: payment.id }, data: { capturedMinor: { decrement: 100 } } })
      const { id, subject } = await foundOnce('capture_differs')
      expect(subject).toBe(payment.id)

      expect(await action(id, 'look_again')).toEqual({ result: 'differs' })
      expect(await action(id, 'book_loss')).toEqual({ result: 'closed' })

      const loss = await db().lossEntry.findFirstOrThrow({ where: { orderId } })
      expect([loss.kind, loss.amount?.toFixed(2)]).toEqual(['capture_differs', '1.00'])
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

      expect(await action(id, 'book_loss')).toEqual({ result: 'closed' })

      expect(await db().lossEntry.findFirstOrThrow({ where: { orderId: sold.orderId } })).toMatchObject({
        kind: 'refund_differs',
        currency: 'USD',
      })
      await agreeNow()
    })

    test('books a second refund at the provider without the first', async () => {
      const sold = await sell(sale)
      const { objectId } = await db().payment.findFirstOrThrow({ where: { orderId: sold.orderId } })
      const id = objectId ?? ''
      await control(sale, 'webhooks', { drop: true })
      await refundElsewhere(sale, { id, amount: 100 })
      expect(await action((await foundOnce('refund_differs')).id, 'book_loss')).toEqual({ result: 'closed' })
      await refundElsewhere(sale, { id, amount: 150, before: 100 })
      expect(await action((await foundOnce('refund_differs')).id, 'book_loss')).toEqual({ result: 'closed' })

      const losses = await db().lossEntry.findMany({ where: { orderId: sold.orderId }, orderBy: { at: 'asc' } })
      expect(losses.map(({ amount }) => amount?.toFixed(2))).toEqual(['1.00', '1.50'])
    })

    test('finds a refund behind one that was settled before any comparison', async () => {
      const sold = await sell(sale)
      const payment = await db().payment.findFirstOrThrow({ where: { orderId: sold.orderId } })
      const id = payment.objectId ?? ''
      await control(sale, 'webhooks', { drop: true })
      await refundElsewhere(sale, { id, amount: 100 })
      const object = await paymentProvider('test').readPayment({ paymentId: id })
      if (!object) throw new Error('No payment.')
      await transaction(async (tx) => noteForeignRefund(await lockPayment(payment.id, tx), object, tx))
      expect(await action((await theDiscrepancy()).id, 'ignore')).toEqual({ result: 'closed' })
      await agreeNow()
      await refundElsewhere(sale, { id, amount: 50, before: 100 })

      await foundOnce('refund_differs')
    })

    test.each([
      { state: 'HELD', reason: 'cards_unknown' },
      { state: 'REFUNDING', reason: 'cancelled' },
    ] as const)('leaves an item that is decided about already as it stands: $state', async (stands) => {
      const sold = await sell(sale)
      const { id: subject } = await db().payment.findFirstOrThrow({ where: { orderId: sold.orderId } })
      await db().orderItem.update({ where: { id: sold.itemId }, data: { ...stands, nextActionAt: null } })
      const id = `brk_${sold.itemId.slice(4)}`
      await db().discrepancy.create({
        data: { id, kind: 'refund_differs', subject, orderId: sold.orderId, evidence: {} },
      })

      await expect(action(id, 'hold')).rejects.toMatchObject({ details: { reason: 'not_possible' } })

      expect(await db().orderItem.findUniqueOrThrow({ where: { id: sold.itemId } })).toMatchObject(stands)
      await db().discrepancy.delete({ where: { id } })
      await db().orderItem.update({ where: { id: sold.itemId }, data: { state: 'DELIVERED', reason: null } })
    })

    test('takes money that went back another way for no difference, and books a refund beside it whole', async () => {
      const sold = await sell(sale)
      const payment = await db().payment.findFirstOrThrow({ where: { orderId: sold.orderId } })
      const shares = [{ itemId: sold.itemId, esimId: null, amountMinor: 50 }]
      const booked = { by: 'elsewhere', kind: 'GOODWILL', reason: 'goodwill', requestedBy: 'store', shares } as const
      await transaction(async (tx) => bookRefund(await lockPayment(payment.id, tx), booked, tx))
      await agreeNow()

      await control(sale, 'webhooks', { drop: true })
      await refundElsewhere(sale, { id: payment.objectId ?? '', amount: 100 })

      const { evidence } = await foundOnce('refund_differs')
      expect(evidence).toMatchObject({ ours: { refunded: { minor: 0 } }, provider: { refunded: { minor: 100 } } })
    })

    test('finds money of an order that was lost, and makes the order again', async () => {
      const { id, orderId } = await lostOrder()

      expect(await action(id, 'finish')).toEqual({ result: 'closed' })

      expect(await db().order.count({ where: { id: orderId } })).toBe(1)
    })

    test('finds money of an order that was lost, and books it as a loss without an order', async () => {
      const { id } = await lostOrder()

      expect(await action(id, 'book_loss')).toEqual({ result: 'closed' })

      expect(await db().lossEntry.count({ where: { orderId: null, kind: 'payment_unknown' } })).toBe(1)
      await agreeNow()
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

  /** Money at the provider whose order is in no books of ours. */
  async function lostOrder(): Promise<{ id: string; orderId: string }> {
    const lost = await sell(sale)
    sale.shop.provider.control.changeOrder({ orderNum: await orderNumOf(lost), isHidden: true })
    await forgetOrder(lost.orderId)
    const { id } = await foundOnce('payment_unknown')

    return { id, orderId: lost.orderId }
  }

  async function keptOf({ sessionId }: Started): Promise<number> {
    const { payments } = await paymentLedger(sale)
    const paid = payments.find((payment) => payment.sessionId === sessionId)

    return (paid?.captured ?? 0) - (paid?.refunded ?? 0)
  }
})

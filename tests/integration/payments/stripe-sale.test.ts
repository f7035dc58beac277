import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startOrder } from '#lib/checkout/commands/start-order.ts'
import { db, transaction } from '#lib/core/repository/client.ts'
import { decideReview } from '#lib/fulfilment/commands/review/decide-review.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { getOrderOfCheckout } from '#lib/orders/queries/order-of-quote.ts'
import { openSession } from '#lib/payments/commands/open-session.ts'
import { readPaymentForm, readPaymentNow } from '#lib/payments/commands/read-payment-now.ts'
import { settlePayment } from '#lib/payments/commands/settle-payment.ts'
import { bookLost } from '#lib/payments/repository/judged-payments.ts'
import { lockPayment } from '#lib/payments/repository/payments.ts'
import { giveGoodwill } from '#lib/refunds/commands/give-goodwill.ts'
import { giveBack, workUntilEsims } from '#tests/support/cancellations.ts'
import { lineOf, OTHER_PLAN, orderCart, workUntilItems } from '#tests/support/cart.ts'
import { putInReview } from '#tests/support/items-in-review.ts'
import { checkoutInput, forgetReadings, quote, raiseCost } from '#tests/support/quotes.ts'
import {
  freshParties,
  livingOrders,
  order,
  PLAN,
  placements,
  type Started,
  stateOf,
  workUntil,
} from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'
import { addStaff, letOneDecide } from '#tests/support/staff.ts'
import { deliver, paymentOf, type StripeSale, startStripeSale, workUntilTrue } from '#tests/support/stripe-sale.ts'
import type { IntentRow } from '#tests/support/stripe-stand-in/world.ts'

describe('stripe sale', () => {
  const world = duringTests(startStripeSale)

  beforeEach(async () => {
    await freshParties(world.sale)
    world.stripe.calls.length = 0
  })

  const captures = () => world.stripe.calls.filter(({ path }) => path.endsWith('/capture'))
  const refunds = () => [...world.stripe.world.refunds.values()].filter(({ metadata }) => metadata.key)
  const nothingLeft = () => world.sale.shop.provider.control.setInventory({ apiCode: PLAN, left: 0 })
  const completed = (started: Started, intent: IntentRow, id = `evt_${started.orderId}`) => ({
    id,
    type: 'checkout.session.completed',
    object: { id: started.sessionId, object: 'checkout.session', payment_intent: intent.id },
  })

  describe('a sale paid by card', () => {
    test('is held, placed once, captured once with a stored key, and delivered', async () => {
      const started = await order({ count: 2 })
      const intent = world.stripe.buyer.pay(started.sessionId)
      await deliver(world.stripe.hooks.sign(completed(started, intent)))

      await workUntil(started.itemId, ['DELIVERED'])

      const { row } = await paymentOf(world.stripe, started.orderId)
      expect(started.payUrl).toBe(`${world.stripe.url}/pay/${started.sessionId}`)
      expect(placements(world.sale, started.itemRef)).toHaveLength(1)
      expect(captures().map(({ key }) => key)).toEqual([`payment:${row.id}:capture:1`])
      expect(intent).toMatchObject({ status: 'succeeded', amount_received: row.amountMinor })
      expect(await checkInvariants()).toEqual([])
    })

    test('is released, not captured, when nothing can be bought', async () => {
      const started = await order()
      nothingLeft()
      await forgetReadings()
      const intent = world.stripe.buyer.pay(started.sessionId)

      await workUntil(started.itemId, ['REFUNDED'])

      expect(intent).toMatchObject({ status: 'canceled', amount_received: 0 })
      expect([captures(), placements(world.sale, started.itemRef)]).toEqual([[], []])
    })
  })

  test('an order below what a card is charged is refused with that sum, and its offer stays', async () => {
    await raiseCost(world.sale.shop, PLAN, 0.05)
    const [one, three] = await Promise.all([quote(PLAN), quote(PLAN, { count: 3 })])
    const tries = ({ id: quoteId }: { id: string }) => startOrder({ kind: 'anonymous' }, checkoutInput([quoteId]))

    await expect(tries(one)).rejects.toMatchObject({
      code: 'bad_input',
      details: { reason: 'total_too_small', leastMinor: 50, currency: 'USD' },
    })
    expect(world.stripe.calls).toEqual([])

    expect(await tries(three)).toMatchObject({ payUrl: expect.stringContaining(world.stripe.url) })
    await raiseCost(world.sale.shop, PLAN, 1)
  })

  describe('a card that is declined on the page of Stripe', () => {
    const checkoutOf = async ({ caller, orderId }: Started) => {
      const items = await db().orderItem.findMany({ where: { orderId }, select: { quoteId: true } })

      return getOrderOfCheckout(caller, items.map(({ quoteId }) => quoteId).join())
    }

    test('is told of at the checkout, charges nothing, and is forgotten when another card pays', async () => {
      const started = await order()
      world.stripe.buyer.decline(started.sessionId, { code: 'card_declined', decline_code: 'insufficient_funds' })
      await readPaymentNow(started.caller, started.orderId)
      const declined = await checkoutOf(started)
      const { row, intent } = await paymentOf(world.stripe, started.orderId)

      expect(declined).toMatchObject({ declineCode: 'insufficient_funds', statuses: ['waiting_for_payment'] })
      expect([row.state, intent?.amount_received]).toEqual(['OPEN', 0])
      expect(await openSession(row.id)).toBe(started.payUrl)

      world.stripe.buyer.pay(started.sessionId)
      await workUntil(started.itemId, ['DELIVERED'])
      expect((await paymentOf(world.stripe, started.orderId)).row.declineCode).toBeNull()
      expect(placements(world.sale, started.itemRef)).toHaveLength(1)
    })
  })

  describe('a sale paid by a method without a hold', () => {
    test('is taken first and delivered', async () => {
      const started = await order()
      world.stripe.buyer.pay(started.sessionId, 'instant')

      await workUntil(started.itemId, ['DELIVERED'])

      expect([captures(), refunds()]).toEqual([[], []])
    })

    test('is refunded once by itself when nothing can be bought, though the first answer is lost', async () => {
      const started = await order()
      nothingLeft()
      await forgetReadings()
      world.stripe.fail({ path: /^\/v1\/refunds$/, kind: 'lost', times: 3, method: 'POST' })
      const intent = world.stripe.buyer.pay(started.sessionId, 'instant')

      await workUntil(started.itemId, ['REFUNDED'])

      expect(refunds().filter((refund) => refund.payment_intent === intent.id)).toMatchObject([
        { amount: intent.amount },
      ])
      expect(placements(world.sale, started.itemRef)).toHaveLength(0)
      expect(await checkInvariants()).toEqual([])
    })

    test('waits for the answer of a slow one, and ends when that refuses', async () => {
      const started = await order()
      world.stripe.buyer.pay(started.sessionId, 'slow')
      await readPaymentNow(started.caller, started.orderId)
      const before = await stateOf(started.itemId)

      world.stripe.buyer.answer(started.sessionId, 'refused')
      await readPaymentNow(started.caller, started.orderId)

      expect([before, await stateOf(started.itemId)]).toEqual(['AWAITING_PAYMENT', 'EXPIRED'])
    })
  })

  test('money that takes days to come buys what it was for: the time to place begins with it', async () => {
    const started = await order()
    world.stripe.buyer.pay(started.sessionId, 'slow')
    await readPaymentNow(started.caller, started.orderId)
    // Begun by a release that counted from the order on.
    await db().orderItem.update({ where: { id: started.itemId }, data: { deadlineAt: new Date(Date.now() - 60_000) } })

    world.stripe.buyer.answer(started.sessionId, 'paid')
    await workUntil(started.itemId, ['DELIVERED', 'REFUNDED'])

    expect(await stateOf(started.itemId)).toBe('DELIVERED')
  })

  test('money that a bank asks back before we have seen it buys nothing, and a person is told', async () => {
    const started = await order()
    world.stripe.buyer.dispute(world.stripe.buyer.pay(started.sessionId, 'instant').id)

    await workUntil(started.itemId, ['HELD', 'DELIVERED'])

    expect(placements(world.sale, started.itemRef)).toHaveLength(0)
    expect((await paymentOf(world.stripe, started.orderId)).row.state).toBe('DISPUTED')
    expect(await db().discrepancy.count({ where: { kind: 'dispute', orderId: started.orderId } })).toBe(1)
  })

  describe('what happens at Stripe without us', () => {
    test.each([
      ['a refund by hand', (intent: IntentRow) => world.stripe.buyer.refundAtStripe(intent.id, 100), 'refund_differs'],
      ['a dispute', (intent: IntentRow) => world.stripe.buyer.dispute(intent.id), 'dispute'],
    ])('%s is laid before a person', async (_what, happen, kind) => {
      const started = await order()
      const intent = world.stripe.buyer.pay(started.sessionId, 'instant')
      await workUntil(started.itemId, ['DELIVERED'])
      happen(intent)
      const object = { id: 'x_1', object: 'charge', payment_intent: intent.id }
      await deliver(world.stripe.hooks.sign({ id: `evt_${kind}`, type: 'charge.updated', object }))

      await workUntilTrue(
        async () => (await db().discrepancy.count({ where: { kind, orderId: started.orderId } })) === 1,
      )
    })

    describe('a dispute', () => {
      let events = 0

      /** Something about the charge changes at Stripe: what, is not believed. */
      async function tell(intent: IntentRow): Promise<void> {
        const object = { id: `ch_${events}`, object: 'charge', payment_intent: intent.id }
        await deliver(world.stripe.hooks.sign({ id: `evt_dispute_${events++}`, type: 'charge.updated', object }))
        await workUntilTrue(async () => (await db().providerEvent.count({ where: { state: 'RECEIVED' } })) === 0)
      }

      async function disputed(amount?: number) {
        const started = await order()
        const intent = world.stripe.buyer.pay(started.sessionId, 'instant')
        await workUntil(started.itemId, ['DELIVERED'])
        world.stripe.buyer.dispute(intent.id, amount)
        await tell(intent)
        const state = async () => (await paymentOf(world.stripe, started.orderId)).row.state
        const cases = () => db().discrepancy.findMany({ where: { kind: 'dispute', orderId: started.orderId } })
        expect(await state()).toBe('DISPUTED')

        return { started, intent, state, cases }
      }

      test('of money that comes too late is not paid back beside the bank, and once when it is won', async () => {
        const started = await order()
        await db().orderItem.update({ where: { id: started.itemId }, data: { state: 'EXPIRED', reason: 'not_paid' } })
        const intent = world.stripe.buyer.pay(started.sessionId, 'instant')
        world.stripe.buyer.dispute(intent.id)
        const { row } = await paymentOf(world.stripe, started.orderId)
        const planned = () => db().refund.count({ where: { paymentId: row.id } })

        await settlePayment(row.id)
        await settlePayment(row.id)
        expect([(await paymentOf(world.stripe, started.orderId)).row.state, await planned()]).toEqual(['DISPUTED', 0])

        world.stripe.buyer.endDispute(intent.id, 'won')
        await tell(intent)
        await workUntilTrue(async () => (await planned()) === 1)
        await settlePayment(row.id)
        expect(await planned()).toBe(1)
      })

      test('that was won over a delivered order is over, and a later event opens it no more', async () => {
        const { intent, state, cases } = await disputed()
        world.stripe.buyer.endDispute(intent.id, 'won')

        await tell(intent)
        await tell(intent)

        expect(await state()).toBe('CAPTURED')
        expect(await cases()).toMatchObject([{ closedBy: 'store', closedAt: expect.any(Date) }])
      })

      test.each([
        { of: 'all of a delivered order', amount: undefined },
        { of: 'a part of one', amount: 100 },
      ])('that was lost over $of is booked once, and the order stays barred', async ({ amount }) => {
        const { started, intent, state, cases } = await disputed(amount)
        world.stripe.buyer.endDispute(intent.id, 'lost')

        await tell(intent)
        await tell(intent)

        const { row } = await paymentOf(world.stripe, started.orderId)
        expect(row.refundedMinor).toBe(amount ?? row.capturedMinor)
        expect(await db().refund.findMany({ where: { paymentId: row.id } })).toMatchObject([
          { state: 'DONE', reason: 'dispute_lost', amountMinor: row.refundedMinor },
        ])
        expect(await state()).toBe('DISPUTED')
        expect(await cases()).toMatchObject([{ closedBy: 'store', resolution: 'lost' }])
      })

      test('that a person has decided about stays decided when Stripe speaks of the charge again, and the next one counts', async () => {
        const { started, intent, state, cases } = await disputed()
        world.stripe.buyer.endDispute(intent.id, 'lost')
        await db().discrepancy.updateMany({
          where: { kind: 'dispute', orderId: started.orderId },
          data: { closedAt: new Date(), closedBy: 'staff:stf_1', resolution: 'lost' },
        })
        const { row } = await paymentOf(world.stripe, started.orderId)
        await transaction(async (tx) => {
          const lost = { lostMinor: row.capturedMinor, requestedBy: 'staff:stf_1' }
          await bookLost(await lockPayment(row.id, tx), lost, tx)
        })
        await db().payment.updateMany({ where: { orderId: started.orderId }, data: { state: 'CAPTURED' } })

        await tell(intent)
        expect(await state()).toBe('CAPTURED')

        world.stripe.buyer.dispute(intent.id)
        await tell(intent)
        expect(await state()).toBe('DISPUTED')
        expect((await cases()).filter(({ closedAt }) => closedAt === null)).toHaveLength(1)
      })
    })

    test('a refund that came back before we heard of it is not sent again, and waits for a person', async () => {
      const started = await order()
      nothingLeft()
      await forgetReadings()
      world.stripe.fail({ path: /^\/v1\/refunds$/, kind: 'lost', times: 3, method: 'POST' })
      const intent = world.stripe.buyer.pay(started.sessionId, 'instant')
      const own = () => refunds().filter((refund) => refund.payment_intent === intent.id)
      const working = workUntil(started.itemId, ['HELD', 'REFUNDED'])
      await expect.poll(() => own().length).toBe(1)
      for (const refund of own()) refund.status = 'failed'

      expect(await working).toBe('HELD')

      expect(own()).toHaveLength(1)
      expect(await db().discrepancy.count({ where: { kind: 'refund_refused', orderId: started.orderId } })).toBe(1)
    })

    test('a refund of ours that the bank sent back is laid before a person', async () => {
      const started = await order()
      nothingLeft()
      await forgetReadings()
      const intent = world.stripe.buyer.pay(started.sessionId, 'instant')
      await workUntil(started.itemId, ['REFUNDED'])
      for (const refund of refunds()) if (refund.payment_intent === intent.id) refund.status = 'failed'
      const object = { id: 're_1', object: 'refund', payment_intent: intent.id }
      await deliver(world.stripe.hooks.sign({ id: 'evt_back', type: 'refund.failed', object }))

      const where = { kind: 'refund_differs', orderId: started.orderId }
      await workUntilTrue(async () => (await db().discrepancy.count({ where })) === 1)
      expect(livingOrders(world.sale, started.itemRef)).toHaveLength(0)
    })
  })

  test('what went back for an item at the payment provider is no part of what its eSIMs get, nor of what others get', async () => {
    const owner = await addStaff('owner')
    const reason = 'it was goodwill'
    await letOneDecide(true)
    const cart = await orderCart([{ count: 2 }, { planKey: OTHER_PLAN }])
    const { orderId, number: typed } = cart
    const intent = world.stripe.buyer.pay(cart.sessionId, 'instant')
    await workUntilItems(cart, ['DELIVERED', 'DELIVERED'])
    world.stripe.buyer.refundAtStripe(intent.id, 200)
    const { id: itemId, priceMinor } = lineOf(cart, 0)
    await putInReview({ itemId }, 'refunded_elsewhere')
    const { epoch } = await db().orderItem.findUniqueOrThrow({ where: { id: itemId } })
    await decideReview(owner, { orderId, itemId, act: 'release', epoch, reason, typed })
    await workUntilItems(cart, ['DELIVERED', 'DELIVERED'])
    const refunded = async () => (await paymentOf(world.stripe, orderId)).row.refundedMinor
    expect(await refunded()).toBe(200)

    const goodwill = { orderId, itemId, amountMinor: priceMinor - 199, reason, once: { key: randomUUID() } }
    await expect(giveGoodwill(owner, goodwill)).rejects.toMatchObject({ details: { leftMinor: priceMinor - 200 } })

    const esims = await db().esim.findMany({ where: { item: { orderId } }, orderBy: { priceShareMinor: 'asc' } })
    await giveBack(
      cart,
      esims.filter((esim) => esim.itemId === itemId),
    )
    await workUntilEsims(
      esims.filter((esim) => esim.itemId === itemId),
      'MONEY_BACK',
    )
    await workUntilTrue(async () => (await refunded()) > 200)
    expect(await refunded()).toBe(priceMinor)

    await giveBack(
      cart,
      esims.filter((esim) => esim.itemId !== itemId),
    )
    await workUntilEsims(esims, 'MONEY_BACK')
    expect(await refunded()).toBe(cart.amountMinor)
    expect(await checkInvariants()).toEqual([])
  })
})

describe('stripe page', () => {
  let world: StripeSale

  beforeAll(async () => {
    // A session lasts longer than the patience of a test: none ends here by itself.
    world = await startStripeSale({ TIME_SCALE: '10' })
  })

  afterAll(() => world.close())

  beforeEach(() => freshParties(world.sale))

  test('a payment page at Stripe is sent the order, its reference and the same mark for the same buyer, for rules of Radar', async () => {
    const first = await order({ email: ' Ana@Example.com ' })
    const second = await order({ email: 'ana@example.com' })
    const other = await order({ email: 'bo@example.com' })
    const sent = [first, second, other].map(({ sessionId }) => world.stripe.world.sessions.get(sessionId))

    const mark = createHash('sha256').update('ana@example.com').digest('hex').slice(0, 32)
    expect(sent[0]?.metadata).toMatchObject({ buyer: mark, orderId: first.orderId, reference: first.number })
    expect(sent.map((session) => session?.intentMetadata.buyer === mark)).toEqual([true, true, false])
    expect(JSON.stringify(sent.map((session) => [session?.metadata, session?.intentMetadata]))).not.toMatch(/@/)
  })
})

describe('a sale paid in a form of Stripe in our page', () => {
  const world = duringTests(() => startStripeSale({ STRIPE_PUBLISHABLE_KEY: 'pk_test_sale' }))

  beforeEach(() => freshParties(world.sale))

  test('leads to our page, opens the form for whoever ordered until it is paid, and is delivered', async () => {
    const started = await order()
    const { session } = await paymentOf(world.stripe, started.orderId)
    const page = new URL(started.payUrl)

    expect(page.pathname).toMatch(/^\/checkout\/quo_\w+\/pay$/)
    expect(page.searchParams.get('order')).toBe(started.orderId)
    expect(await readPaymentForm(started.caller, started.orderId)).toEqual({ clientSecret: session?.client_secret })

    world.stripe.buyer.pay(started.sessionId)
    await expect(readPaymentForm(started.caller, started.orderId)).rejects.toMatchObject({ code: 'gone' })
    await workUntil(started.itemId, ['DELIVERED'])
    expect(placements(world.sale, started.itemRef)).toHaveLength(1)
    expect(await checkInvariants()).toEqual([])
  })

  test('is there for nobody else, and for nobody while Stripe does not answer', async () => {
    const [mine, others] = [await order(), await order()]

    await expect(readPaymentForm(others.caller, mine.orderId)).rejects.toMatchObject({ code: 'not_found' })
    world.stripe.fail({ path: /^\/v1\/checkout\/sessions\/cs_/, kind: 'down', times: 9 })
    await expect(readPaymentForm(mine.caller, mine.orderId)).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })
})

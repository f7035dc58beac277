import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { revealEsim } from '#lib/esims/commands/reveal-esim.ts'
import { decideReview } from '#lib/fulfilment/commands/review/decide-review.ts'
import type { ReviewAction } from '#lib/fulfilment/rules/review-actions.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import type { ReviewReason } from '#lib/orders/rules/item-states.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { giveBack, workUntilEsims } from '#tests/support/cancellations.ts'
import { type Cart, lineOf, OTHER_PLAN, orderCart, workUntilItems } from '#tests/support/cart.ts'
import { putInReview } from '#tests/support/items-in-review.ts'
import { freshParties, livingOrders, stateOf, workUntil } from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'
import { staffDuringTests } from '#tests/support/staff.ts'
import { deliver, paymentOf, startStripeSale, workUntilTrue } from '#tests/support/stripe-sale.ts'

const world = duringTests(startStripeSale)
const owner = staffDuringTests('owner')
let events = 0

beforeEach(async () => {
  world.stripe.world.refunds.clear()
  await freshParties(world.sale)
})

async function decide(cart: Cart, index: number, act: ReviewAction) {
  const itemId = lineOf(cart, index).id
  const { epoch } = await db().orderItem.findUniqueOrThrow({ where: { id: itemId } })
  const { orderId, number: typed } = cart

  return decideReview(owner, { orderId, itemId, act, epoch, reason: 'the bank has written', typed })
}

/** Something about the charge changes at Stripe: what, is not believed. */
async function tell(intentId: string): Promise<void> {
  const object = { id: `ch_${events}`, object: 'charge', payment_intent: intentId }
  await deliver(world.stripe.hooks.sign({ id: `evt_judged_${events++}`, type: 'charge.updated', object }))
  await workUntilTrue(async () => (await db().providerEvent.count({ where: { state: 'RECEIVED' } })) === 0)
}

const seen = async ({ orderId }: Cart) => (await paymentOf(world.stripe, orderId)).row

/** Two lines of which the first one is delivered and the second one waits for a person, and a dispute about their payment. */
async function disputedCart({ reason = 'disputed', amount }: { reason?: ReviewReason; amount?: number } = {}) {
  const cart = await orderCart([{}, { planKey: OTHER_PLAN }])
  const intent = world.stripe.buyer.pay(cart.sessionId, 'instant')
  await workUntilItems(cart, ['DELIVERED', 'DELIVERED'])
  await putInReview({ itemId: lineOf(cart, 1).id }, reason)
  world.stripe.buyer.dispute(intent.id, amount)
  await tell(intent.id)
  expect(await seen(cart)).toMatchObject({ state: 'DISPUTED', refundedMinor: 0 })

  return { cart, intent }
}

const CONSENT = { serviceStarts: true, withdrawalEnds: true } as const

describe('a dispute that is lost over a cart of which one line waits for a person', () => {
  test.each(['are known', 'never came'])(
    'is booked over every line, and the delivered one stays barred: the details of the other %s',
    async (details) => {
      const { cart, intent } = await disputedCart()
      if (details === 'never came') await db().esim.deleteMany({ where: { itemId: lineOf(cart, 1).id } })
      world.stripe.buyer.endDispute(intent.id, 'lost')

      expect(await decide(cart, 1, 'write_off')).toEqual({ outcome: 'moved' })
      await workUntil(lineOf(cart, 1).id, ['REFUNDED'])
      await tell(intent.id)

      expect(await seen(cart)).toMatchObject({ state: 'DISPUTED', refundedMinor: cart.amountMinor })
      expect(await db().discrepancy.findMany({ where: { kind: 'dispute', orderId: cart.orderId } })).toMatchObject([
        { resolution: 'lost', closedBy: `staff:${owner.staffId}` },
      ])
      const esims = await db().esim.findMany({ where: { itemId: lineOf(cart, 0).id } })
      await expect(giveBack(cart, esims)).rejects.toMatchObject({ code: 'conflict' })
      await expect(revealEsim(cart.caller, esims[0]?.id ?? '', CONSENT)).rejects.toMatchObject({ code: 'conflict' })
      expect(world.stripe.world.refunds.size).toBe(0)
      // The order that nobody got is given back, and counts as no loss once it is.
      await workUntilTrue(async () => livingOrders(world.sale, lineOf(cart, 1).itemRef).length === 0)
      await workUntilTrue(async () => (await db().lossEntry.count({ where: { orderId: cart.orderId } })) === 0)
      expect(await checkInvariants()).toEqual([])
    },
  )

  test('over a part of the money takes that part alone: the rest of the line is paid back, the other one is free', async () => {
    const { cart, intent } = await disputedCart({ amount: 100 })
    world.stripe.buyer.endDispute(intent.id, 'lost')

    await decide(cart, 1, 'write_off')
    await workUntil(lineOf(cart, 1).id, ['REFUNDED'])

    const { priceMinor } = lineOf(cart, 1)
    expect(await seen(cart)).toMatchObject({ state: 'CAPTURED', refundedMinor: priceMinor })
    expect([...world.stripe.world.refunds.values()].map(({ amount }) => amount)).toEqual([priceMinor - 100])
    expect(await checkInvariants()).toEqual([])
    world.stripe.world.refunds.clear()
  })

  test.each([
    { how: 'is open', end: undefined, reason: 'disputed' },
    { how: 'was won', end: 'won', reason: 'changed' },
  ] as const)('books nothing while the bank has taken nothing: the dispute $how', async ({ end, reason }) => {
    const { cart, intent } = await disputedCart()
    if (end) world.stripe.buyer.endDispute(intent.id, end)

    await expect(decide(cart, 1, 'write_off')).rejects.toMatchObject({ code: 'conflict', details: { reason } })

    await runUntilIdle()
    expect(await seen(cart)).toMatchObject({ state: 'DISPUTED', refundedMinor: 0 })
  })
})

describe('a line that waits for something else when the bank takes the money', () => {
  test.each([
    { kind: 'PURCHASE', living: 0 },
    { kind: 'RENEWAL', living: 1 },
  ] as const)(
    'is written off all the same when the loss was booked without a person: a $kind',
    async ({ kind, living }) => {
      const { cart, intent } = await disputedCart({ reason: 'order_differs' })
      const { id: itemId, itemRef } = lineOf(cart, 1)
      const { id: esimId } = await db().esim.findFirstOrThrow({ where: { itemId: lineOf(cart, 0).id } })
      await db().orderItem.update({ where: { id: itemId }, data: { kind, esimId: kind === 'RENEWAL' ? esimId : null } })
      world.stripe.buyer.endDispute(intent.id, 'lost')
      await tell(intent.id)
      expect(await seen(cart)).toMatchObject({ state: 'DISPUTED', refundedMinor: cart.amountMinor })

      expect(await decide(cart, 1, 'write_off')).toEqual({ outcome: 'moved' })

      await workUntil(itemId, ['REFUNDED'])
      // A top-up cannot be taken off its eSIM: what it cost stays lost.
      await workUntilTrue(async () => livingOrders(world.sale, itemRef).length === living)
      await workUntilTrue(async () => (await db().lossEntry.count({ where: { orderId: cart.orderId } })) === living)
      expect(await seen(cart)).toMatchObject({ state: 'DISPUTED', refundedMinor: cart.amountMinor })
      expect(world.stripe.world.refunds.size).toBe(0)
      expect(await checkInvariants()).toEqual([])
    },
  )

  test('and whose order may still turn up is looked for afterwards', async () => {
    const { cart, intent } = await disputedCart({ reason: 'no_look_up' })
    const { id: itemId } = lineOf(cart, 1)
    await db().attempt.updateMany({ where: { itemId }, data: { state: 'ABSENT' } })
    world.stripe.buyer.endDispute(intent.id, 'lost')
    await tell(intent.id)

    await decide(cart, 1, 'write_off')

    await workUntil(itemId, ['REFUNDED'])
    const watched = { itemId, watchUntil: { not: null } }
    expect(await db().attempt.count({ where: watched })).toBe(1)
  })
})

test('a dispute that ends well gives the details of an order their time anew, however long it took', async () => {
  const { cart, intent } = await disputedCart()
  const { id: itemId } = lineOf(cart, 1)
  const longAgo = new Date(Date.now() - 10 * 86_400_000)
  await db().orderItem.update({ where: { id: itemId }, data: { placedAt: longAgo } })
  await db().esim.updateMany({ where: { itemId }, data: { sealedCode: null } })
  world.sale.shop.provider.control.addFault({ path: 'reDownOrderPDF', kind: 'code', code: 99 })
  world.stripe.buyer.endDispute(intent.id, 'won')

  await decide(cart, 1, 'release')

  await workUntil(itemId, ['DELIVERED', 'REFUNDED'])
  expect(await stateOf(itemId)).toBe('DELIVERED')
  expect(await checkInvariants()).toEqual([])
})

describe('a dispute that a person calls over', () => {
  test.each([
    { how: 'is open', end: undefined, reason: 'disputed' },
    { how: 'was lost', end: 'lost', reason: 'lost' },
  ] as const)('stays one while the bank says otherwise: it $how', async ({ end, reason }) => {
    const { cart, intent } = await disputedCart()
    if (end) world.stripe.buyer.endDispute(intent.id, end)

    await expect(decide(cart, 1, 'release')).rejects.toMatchObject({ code: 'conflict', details: { reason } })

    await runUntilIdle()
    expect([await seen(cart), await stateOf(lineOf(cart, 1).id)]).toMatchObject([{ state: 'DISPUTED' }, 'HELD'])
  })

  test('is one again when the bank takes the money after all, and its loss is booked', async () => {
    const { cart, intent } = await disputedCart()
    // As it was closed while its provider did not tell how it stands.
    const closed = { closedAt: new Date(), closedBy: `staff:${owner.staffId}`, resolution: 'ended' }
    await db().discrepancy.updateMany({ where: { kind: 'dispute', orderId: cart.orderId }, data: closed })
    await db().payment.update({ where: { id: cart.paymentId }, data: { state: 'CAPTURED' } })
    const delivered = { state: 'DELIVERED', reason: null, deliveredAt: new Date() } as const
    await db().orderItem.update({ where: { id: lineOf(cart, 1).id }, data: delivered })
    await tell(intent.id)
    expect(await seen(cart)).toMatchObject({ state: 'CAPTURED', refundedMinor: 0 })
    world.stripe.buyer.endDispute(intent.id, 'lost')

    await tell(intent.id)
    await tell(intent.id)

    expect(await seen(cart)).toMatchObject({ state: 'DISPUTED', refundedMinor: cart.amountMinor })
    const found = { kind: 'dispute', orderId: cart.orderId, resolution: 'lost', closedBy: 'store' }
    expect(await db().discrepancy.count({ where: found })).toBe(1)
  })
})

describe('an eSIM whose return is proven while its payment is disputed', () => {
  /** Its return is asked before the dispute and proven after it, so that nothing can be paid back for it yet. */
  async function returnedWhileDisputed() {
    const cart = await orderCart([{}, { planKey: OTHER_PLAN }])
    const intent = world.stripe.buyer.pay(cart.sessionId, 'instant')
    await workUntilItems(cart, ['DELIVERED', 'DELIVERED'])
    const { id: itemId, priceMinor } = lineOf(cart, 0)
    const esims = await db().esim.findMany({ where: { itemId } })
    await giveBack(cart, esims)
    const later = new Date(Date.now() + 3_600_000)
    await db().cancelAttempt.updateMany({ where: { itemId }, data: { nextActionAt: later } })
    world.stripe.buyer.dispute(intent.id)
    await tell(intent.id)
    await db().cancelAttempt.updateMany({ where: { itemId }, data: { nextActionAt: new Date(0) } })
    await workUntilEsims(esims, 'CONFIRMED')
    const finding = () => db().discrepancy.findMany({ where: { kind: 'return_unpaid', orderId: cart.orderId } })
    expect(await finding()).toMatchObject([{ closedAt: null }])
    const refunded = () =>
      [...world.stripe.world.refunds.values()]
        .filter(({ payment_intent: of }) => of === intent.id)
        .map(({ amount }) => amount)

    return { cart, intent, esims, finding, refunded, priceMinor }
  }

  test.each([
    { how: 'the bank', isByPerson: false },
    { how: 'a person', isByPerson: true },
  ])('is paid back once when $how ends the dispute well', async ({ isByPerson }) => {
    const { cart, intent, esims, finding, refunded, priceMinor } = await returnedWhileDisputed()
    if (isByPerson) await putInReview({ itemId: lineOf(cart, 1).id }, 'disputed')
    world.stripe.buyer.endDispute(intent.id, 'won')
    if (isByPerson) await decide(cart, 1, 'release')

    await tell(intent.id)
    await workUntilEsims(esims, 'MONEY_BACK')
    await tell(intent.id)

    expect(refunded()).toEqual([priceMinor])
    expect(await finding()).toMatchObject([{ resolution: 'given_back', closedBy: 'store' }])
    await workUntilItems(cart, ['CANCELLED', 'DELIVERED'])
    expect(await checkInvariants()).toEqual([])
  })

  test('is not paid back beside the bank that has the money', async () => {
    const { intent, finding, refunded } = await returnedWhileDisputed()
    world.stripe.buyer.endDispute(intent.id, 'lost')

    await tell(intent.id)

    expect(refunded()).toEqual([])
    expect(await finding()).toMatchObject([{ closedAt: null }])
  })
})

describe('a payment of which somebody took another sum', () => {
  /** Two lines that were paid together; at Stripe another sum was taken, and the first line waits for a person. */
  async function takenOtherwise(captured: number) {
    const cart = await orderCart([{}, { planKey: OTHER_PLAN }])
    const intent = world.stripe.buyer.pay(cart.sessionId, 'instant')
    await workUntilItems(cart, ['DELIVERED', 'DELIVERED'])
    intent.amount_received = captured
    await db().payment.update({ where: { id: cart.paymentId }, data: { capturedMinor: captured } })
    await putInReview({ itemId: lineOf(cart, 0).id }, 'payment_mismatch', { asked: cart.amountMinor, captured })

    return { cart, intent }
  }

  test('is spread over every line that it is for when a person accepts less', async () => {
    const { cart } = await takenOtherwise(908)
    await putInReview({ itemId: lineOf(cart, 1).id }, 'order_differs', { problems: ['cost'] })

    await decide(cart, 0, 'accept')
    await workUntilItems(cart, ['DELIVERED', 'HELD'])
    await decide(cart, 1, 'accept')
    await workUntilItems(cart, ['DELIVERED', 'DELIVERED'])

    const order = await db().order.findUniqueOrThrow({ where: { id: cart.orderId }, include: { items: true } })
    const prices = cart.items.map(({ id }) => order.items.find((item) => item.id === id)?.priceMinor)
    expect([cart.items.map(({ priceMinor }) => priceMinor), prices, order.totalMinor]).toEqual([
      [429, 579],
      [386, 522],
      908,
    ])
    expect(await checkInvariants()).toEqual([])
  })

  test('is compared with what was asked for the lines that were to be charged: what is above it goes back', async () => {
    const { cart, intent } = await takenOtherwise(500)
    const failed = { state: 'REFUNDED', notCaptured: true } as const
    await db().orderItem.update({ where: { id: lineOf(cart, 1).id }, data: failed })
    const refunded = () => [...world.stripe.world.refunds.values()].filter((one) => one.payment_intent === intent.id)

    await decide(cart, 0, 'accept')
    await workUntilItems(cart, ['DELIVERED', 'REFUNDED'])
    await workUntilTrue(async () => (await seen(cart)).refundedMinor > 0)

    const { priceMinor } = await db().orderItem.findUniqueOrThrow({ where: { id: lineOf(cart, 0).id } })
    expect([priceMinor, refunded().map(({ amount }) => amount)]).toEqual([429, [71]])
    expect(await checkInvariants()).toEqual([])
  })
})

describe('a line whose return the provider refused once', () => {
  /** Marks a bought line as one whose order was asked back before. */
  async function refusedBefore(cart: Cart, state: 'REFUSED' | 'HELD' = 'REFUSED') {
    const { id: itemId } = lineOf(cart, 0)
    const { id: esimId, orderNum, iccid } = await db().esim.findFirstOrThrow({ where: { itemId } })
    const ids = { id: `can_${itemId.slice(4)}`, orderNum, itemId }
    await db().cancelAttempt.create({
      data: { ...ids, state, reason: 'cancelled', requestedBy: 'store', answer: { iccids: [iccid] } },
    })

    return { itemId, esimId }
  }

  test.each([
    { reason: 'cancel_refused', state: 'REFUSED', kind: 'PURCHASE', living: 0 },
    { reason: 'cancel_refused', state: 'HELD', kind: 'PURCHASE', living: 0 },
    { reason: 'cards_unknown', state: 'REFUSED', kind: 'PURCHASE', living: 0 },
    { reason: 'order_differs', state: 'REFUSED', kind: 'RENEWAL', living: 1 },
  ] as const)(
    'ends when it is written off with a lost dispute, and is offered to nobody: $kind, $reason, $state',
    async ({ reason, state, kind, living }) => {
      const cart = await orderCart([{}])
      const intent = world.stripe.buyer.pay(cart.sessionId, 'instant')
      await workUntilItems(cart, ['DELIVERED'])
      const { itemId, esimId } = await refusedBefore(cart, state)
      await db().orderItem.update({ where: { id: itemId }, data: { kind, esimId: kind === 'RENEWAL' ? esimId : null } })
      await putInReview({ itemId }, reason)
      world.stripe.buyer.dispute(intent.id)
      await tell(intent.id)
      world.stripe.buyer.endDispute(intent.id, 'lost')

      expect(await decide(cart, 0, 'write_off')).toEqual({ outcome: 'moved' })

      expect(await workUntil(itemId, ['REFUNDED', 'HELD'])).toBe('REFUNDED')
      // What cannot be taken back stays lost.
      await workUntilTrue(async () => livingOrders(world.sale, lineOf(cart, 0).itemRef).length === living)
      await workUntilTrue(async () => (await db().lossEntry.count({ where: { orderId: cart.orderId } })) === living)
      expect(await seen(cart)).toMatchObject({ state: 'CAPTURED', refundedMinor: cart.amountMinor })
      expect(world.stripe.world.refunds.size).toBe(0)
      expect(await checkInvariants()).toEqual([])
    },
  )

  /** Two lines that wait for one decision about their money: the first one was refused before, nothing lives for the second. */
  async function givenBack(reason: ReviewReason) {
    const cart = await orderCart([{}, { planKey: OTHER_PLAN }])
    world.stripe.buyer.pay(cart.sessionId, 'instant')
    await workUntilItems(cart, ['DELIVERED', 'DELIVERED'])
    await refusedBefore(cart)
    const { id: itemId } = lineOf(cart, 1)
    await db().providerOrder.updateMany({ where: { itemId }, data: { status: 2 } })
    for (const { id } of cart.items) await putInReview({ itemId: id }, reason)

    return { cart, refuse: () => decide(cart, 1, 'refund') }
  }

  test.each(['payment_mismatch', 'refunded_elsewhere'] as const)(
    'is asked back anew when its money is given back: %s',
    async (reason) => {
      const { cart, refuse } = await givenBack(reason)

      await refuse()

      await workUntilItems(cart, ['REFUNDED', 'REFUNDED'])
      expect(livingOrders(world.sale, lineOf(cart, 0).itemRef)).toEqual([])
      await workUntilTrue(async () => (await seen(cart)).refundedMinor === cart.amountMinor)
      expect(await checkInvariants()).toEqual([])
    },
  )

  test('ends as paid back, not as never paid, when it is refused again', async () => {
    const { cart, refuse } = await givenBack('payment_mismatch')
    world.sale.shop.provider.control.addFault({ path: 'refundOrder', kind: 'code', code: 22, message: 'not possible' })
    await refuse()
    await workUntilItems(cart, ['HELD', 'REFUNDED'])

    await decide(cart, 0, 'write_off')

    await workUntilItems(cart, ['REFUNDED', 'REFUNDED'])
    expect(await seen(cart)).toMatchObject({ refundedMinor: cart.amountMinor })
    expect(await checkInvariants()).toEqual([])
  })
})

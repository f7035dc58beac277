import { beforeEach, describe, expect, test } from 'vitest'
import { addWholeCancellation } from '#lib/cancellations/repository/cancellations.ts'
import { db, transaction } from '#lib/core/repository/client.ts'
import { decideReview } from '#lib/fulfilment/commands/review/decide-review.ts'
import type { ReviewInput, ReviewOutcome } from '#lib/fulfilment/commands/review/review-input.ts'
import type { ReviewAction } from '#lib/fulfilment/rules/review-actions.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { REVIEW_REASONS } from '#lib/orders/rules/item-states.ts'
import { bookRefund } from '#lib/payments/repository/judged-payments.ts'
import { lockPayment } from '#lib/payments/repository/payments.ts'
import { currentProvider } from '#lib/provider/commands/current-provider.ts'
import { cancelCards, searchOrders } from '#lib/provider/index.ts'
import { iccidSchema } from '#lib/provider/rules/provider-ids.ts'
import { bookLostOrder } from '#lib/reconciliation/repository/discrepancies.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import {
  addAttempt,
  boughtAndInReview,
  buyBehind,
  dearer,
  paidOrder,
  putInReview,
  REVIEW_CASES,
  unknownOrder,
} from '#tests/support/items-in-review.ts'
import {
  freshParties,
  livingOrders,
  paymentLedger,
  type Started,
  startSale,
  stateOf,
  workUntil,
} from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'
import { addStaff, staffDuringTests } from '#tests/support/staff.ts'

const sale = duringTests(startSale)
const owner = staffDuringTests('owner')

beforeEach(() => freshParties(sale))

type Input = Partial<Pick<ReviewInput, 'orderNum' | 'typed' | 'epoch'>>

async function decide(
  started: Started,
  action: ReviewAction,
  input: Input = {},
  caller = owner,
): Promise<ReviewOutcome> {
  const { orderId, itemId, number } = started
  const { epoch } = await db().orderItem.findUniqueOrThrow({ where: { id: itemId } })
  const { outcome } = await decideReview(caller, {
    orderId,
    itemId,
    act: action,
    epoch,
    reason: 'the customer is waiting',
    typed: number,
    ...input,
  })

  return outcome
}

/** What the buyer is out of pocket for, by the provider's books. */
async function kept({ number }: Started): Promise<number> {
  const { payments } = await paymentLedger(sale)
  const own = payments.filter(({ reference }) => reference === number)

  return own.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0)
}

test('there is a way out of every reason to hold a line', () => {
  expect(REVIEW_REASONS.filter((reason) => !REVIEW_CASES.some((one) => one.reason === reason))).toEqual([])
})

test.each(REVIEW_CASES)('$reason is closed by $act', async ({ act, ends, reason, arrange }) => {
  const started = await arrange(sale)
  expect(await db().orderItem.findUnique({ where: { id: started.itemId } })).toMatchObject({ state: 'HELD', reason })

  const outcome = await decide(started, act)

  expect(outcome).toBe('moved')
  await workUntil(started.itemId, ends)
  const living = livingOrders(sale, started.itemRef).length
  // After a lost dispute the money went back through the banks: the provider's own sums do not show it.
  if (ends[0] === 'REFUNDED' && reason !== 'disputed') expect(await kept(started)).toBe(0)
  if (ends[0] === 'DELIVERED') expect(living).toBe(1)
  if (ends[0] !== 'HELD') expect(living).toBeLessThanOrEqual(1)
  const audit = await db().auditEvent.findMany({ where: { subject: started.itemId, act: `held.${act}` } })
  expect(audit).toMatchObject([{ actor: `staff:${owner.staffId}`, reason: 'the customer is waiting' }])
  expect(await db().orderEvent.count({ where: { itemId: started.itemId, kind: 'decided' } })).toBe(1)
  expect(await checkInvariants()).toEqual([])
})

test('a dispute that ended well orders nothing anew that was being given back', async () => {
  const started = await paidOrder(sale)
  await db().payment.updateMany({ where: { orderId: started.orderId }, data: { state: 'DISPUTED' } })
  const cancelled = { state: 'REFUND_DUE', reason: 'cancelled', nextActionAt: new Date(0) } as const
  await db().orderItem.update({ where: { id: started.itemId }, data: cancelled })
  await workUntil(started.itemId, ['HELD'])

  await decide(started, 'release')

  await workUntil(started.itemId, ['REFUNDED'])
  expect(livingOrders(sale, started.itemRef)).toEqual([])
  expect(await kept(started)).toBe(0)
})

test('an order under our reference that does not fit goes to a person before another one is placed', async () => {
  const started = await paidOrder(sale)
  await addAttempt(started, { state: 'ABSENT' })
  await buyBehind(started, { reference: started.itemRef, count: 2 })

  await workUntil(started.itemId, ['HELD'])

  expect(await db().orderItem.findUnique({ where: { id: started.itemId } })).toMatchObject({ reason: 'misfit' })
  expect(await db().attempt.count({ where: { itemId: started.itemId } })).toBe(1)
})

describe('a cancellation whose outcome stayed open', () => {
  /** Held for a person after an hour, and carried out by the provider afterwards. */
  async function openAndDone() {
    const started = await boughtAndInReview(sale, 'cancel_refused')
    const { itemId, orderId } = started
    const { orderNum } = await db().providerOrder.findFirstOrThrow({ where: { itemId } })
    const { iccid } = await db().esim.findFirstOrThrow({ where: { orderNum } })
    const facts = { orderNum, itemId, requestedBy: 'store', reason: 'cancelled', answer: { iccids: [iccid] } }
    const asked = { ...facts, state: 'HELD', sentAt: new Date(), nextActionAt: new Date(0) } as const
    await db().cancelAttempt.create({ data: { id: `can_${itemId.slice(4)}`, ...asked } })
    const loss = { orderId, kind: 'cancel_refused', amount: '4.5', currency: 'USD', orderNum } as const
    await transaction((tx) => bookLostOrder(loss, tx))
    await currentProvider().call(cancelCards, { orderNum, iccids: [iccidSchema.parse(iccid)] })

    return { started, orderNum }
  }

  test('gives the money back when it is proven, once, and counts as no loss', async () => {
    const { started, orderNum } = await openAndDone()

    await workUntil(started.itemId, ['REFUNDED'])

    expect(await kept(started)).toBe(0)
    expect(await db().lossEntry.count({ where: { orderId: started.orderId } })).toBe(0)
    expect(await db().providerEntry.count({ where: { orderNum, kind: 'expected_credit' } })).toBe(1)
    expect(await checkInvariants()).toEqual([])
  })

  test('says nothing of the own order of an item when it was about one beside that', async () => {
    const started = await boughtAndInReview(sale, 'cancel_refused')
    const { itemId } = started
    const orderNum = await buyBehind(started, { reference: started.itemRef, count: 1 })
    await db().providerOrder.create({ data: { orderNum, itemId, status: 0, cost: '4.5', costCurrency: 'USD' } })
    await db().providerEntry.create({
      data: {
        id: `sup_${itemId.slice(4)}`,
        kind: 'spend',
        amount: '4.5',
        currency: 'USD',
        orderNum,
        note: 'late_order',
      },
    })
    const [row] = (await currentProvider().call(searchOrders, { orderNum })).rows
    const iccids = row?.plans.flatMap(({ iccid }) => iccid ?? []) ?? []
    const events = () => db().orderEvent.count({ where: { itemId, kind: 'held' } })
    const before = await events()
    await transaction((tx) =>
      addWholeCancellation({ orderNum, itemId, iccids, reason: 'late_order', requestedBy: 'store' }, tx),
    )

    await expect
      .poll(
        async () => {
          await runUntilIdle()

          return db().cancelAttempt.count({ where: { orderNum, state: 'CONFIRMED' } })
        },
        { timeout: 60_000 },
      )
      .toBe(1)
    await runUntilIdle()

    expect([await stateOf(itemId), (await events()) - before]).toEqual(['HELD', 0])
  })

  test('is a finding where somebody has delivered the order meanwhile', async () => {
    const { started, orderNum } = await openAndDone()
    await db().orderItem.update({ where: { id: started.itemId }, data: { state: 'DELIVERED', reason: null } })

    await runUntilIdle()

    const found = await db().discrepancy.findMany({ where: { subject: orderNum, closedAt: null } })
    expect(found).toMatchObject([{ kind: 'cancelled_elsewhere', orderId: started.orderId }])
    // The next test looks at the whole store, in which this one would be amiss for good.
    await putInReview(started, 'cancel_refused')
  })
})

test('an order that was cancelled after all is not accepted as one whose cancellation was refused', async () => {
  const started = await boughtAndInReview(sale, 'cancel_refused')
  const { orderNum } = await db().providerOrder.findFirstOrThrow({ where: { itemId: started.itemId } })
  const { iccid } = await db().esim.findFirstOrThrow({ where: { orderNum } })
  await currentProvider().call(cancelCards, { orderNum, iccids: [iccidSchema.parse(iccid)] })

  await expect(decide(started, 'accept')).rejects.toMatchObject({ details: { reason: 'candidate_gone' } })
})

test('an order of which a part was cancelled is not accepted either', async () => {
  const started = await boughtAndInReview(sale, 'cancel_refused', { count: 2 })
  const { orderNum } = await db().providerOrder.findFirstOrThrow({ where: { itemId: started.itemId } })
  const { iccid } = await db().esim.findFirstOrThrow({ where: { orderNum } })
  await currentProvider().call(cancelCards, { orderNum, iccids: [iccidSchema.parse(iccid)] })

  await expect(decide(started, 'accept')).rejects.toMatchObject({ details: { reason: 'candidate_gone' } })
})

test('an order of which a part was cancelled is not taken over', async () => {
  const started = await paidOrder(sale, 2)
  const orderNum = await buyBehind(started, { count: 2 })
  const [row] = (await currentProvider().call(searchOrders, { orderNum })).rows
  const iccids = row?.plans.flatMap(({ iccid }) => iccid ?? []).slice(0, 1) ?? []
  await currentProvider().call(cancelCards, { orderNum, iccids: iccids.map((iccid) => iccidSchema.parse(iccid)) })
  await putInReview(started, 'misfit', { candidates: [{ orderNum }] })

  await expect(decide(started, 'adopt')).rejects.toMatchObject({ details: { reason: 'candidate_gone' } })
})

test('an order is asked back with the eSIMs that did not come with it', async () => {
  sale.shop.provider.control.changeAccount({ esimsWithOrder: 'one-missing' })
  const started = await paidOrder(sale, 2)
  await workUntil(started.itemId, ['HELD'])
  expect(await db().esim.count({ where: { itemId: started.itemId } })).toBe(1)

  await decide(started, 'cancel')

  expect(await workUntil(started.itemId, ['REFUNDED', 'HELD', 'CANCEL_UNKNOWN'])).toBe('REFUNDED')
  expect(livingOrders(sale, started.itemRef)).toEqual([])
  expect(await checkInvariants()).toEqual([])
})

test('an order that is written off without its cost being known is a loss of unknown size, never of nothing', async () => {
  const started = await dearer(sale)
  await db().providerOrder.updateMany({ where: { itemId: started.itemId }, data: { cost: null } })

  await decide(started, 'write_off')

  expect(await db().lossEntry.findMany({ where: { orderId: started.orderId } })).toMatchObject([
    { kind: 'written_off', amount: null, mode: 'trial' },
  ])
})

test('an order that was found without our reference is left alone when another one is taken over', async () => {
  const started = await paidOrder(sale)
  const own = await buyBehind(started, { count: 1 })
  const foreign = await buyBehind(started, { count: 1 })
  const candidates = [{ orderNum: own }, { orderNum: foreign }]
  await putInReview(started, 'recovered', { candidates, isLane: true })

  await decide(started, 'adopt', { orderNum: own })

  await workUntil(started.itemId, ['DELIVERED'])
  expect(await db().discrepancy.count({ where: { kind: 'late_order', orderId: started.orderId } })).toBe(0)
})

test.each(['zero', '3'] as const)(
  'an order that is gone is taken over by nobody, where nothing is told by %s',
  async (emptySearch) => {
    sale.shop.provider.control.changeAccount({ emptySearch })
    const started = await paidOrder(sale)
    await putInReview(started, 'misfit', { candidates: [{ orderNum: 'EP20200101000001' }] })

    await expect(decide(started, 'adopt')).rejects.toMatchObject({ details: { reason: 'candidate_gone' } })
  },
)

test("another look at what was found under no reference makes it nobody's to cancel", async () => {
  sale.shop.provider.control.changeAccount({ keepReferences: false })
  const started = await paidOrder(sale)
  const orderNum = await buyBehind(started, { count: 1 })
  await putInReview(started, 'misfit')

  expect(await decide(started, 'look_again')).toBe('found')

  const { evidence } = await db().orderItem.findUniqueOrThrow({ where: { id: started.itemId } })
  expect(evidence).toMatchObject({ isLane: true, proposed: orderNum })
  await expect(decide(started, 'cancel')).rejects.toMatchObject({ details: { bar: 'no_order' } })
})

describe('cards that never came', () => {
  test('are paid back when the others are delivered', async () => {
    const started = await dearer(sale, 3, ['card_count'])
    const [, , third] = await db().esim.findMany({ where: { itemId: started.itemId }, orderBy: { position: 'asc' } })
    await db().esim.delete({ where: { id: third?.id ?? '' } })
    const before = await kept(started)

    await decide(started, 'deliver_partial')

    await workUntil(started.itemId, ['DELIVERED'])
    await expect
      .poll(async () => {
        await workUntil(started.itemId, ['DELIVERED'])

        return before - (await kept(started))
      })
      .toBe(third?.priceShareMinor)
    expect(await checkInvariants()).toEqual([])
  })
})

describe('an order that came in another number than was ordered', () => {
  async function foundInAnotherNumber(count: number) {
    const started = await paidOrder(sale, 2)
    await addAttempt(started, { state: 'UNKNOWN' })
    const orderNum = await buyBehind(started, { reference: started.itemRef, count })
    await putInReview(started, 'misfit', { candidates: [{ orderNum }] })
    await decide(started, 'adopt')
    await workUntil(started.itemId, ['HELD'])

    return started
  }

  test('is delivered once a person has accepted more, although its details say the same again', async () => {
    const started = await foundInAnotherNumber(3)

    await decide(started, 'accept')

    expect(await workUntil(started.itemId, ['DELIVERED', 'HELD'])).toBe('DELIVERED')
    expect(await checkInvariants()).toEqual([])
  })

  test('keeps the codes of fewer that came, so that those are delivered and the others paid back', async () => {
    const started = await foundInAnotherNumber(1)
    const { priceMinor } = await db().orderItem.findUniqueOrThrow({ where: { id: started.itemId } })
    await decide(started, 'fetch_again')
    await workUntil(started.itemId, ['HELD'])

    await decide(started, 'deliver_partial')

    expect(await workUntil(started.itemId, ['DELIVERED', 'HELD'])).toBe('DELIVERED')
    await expect.poll(async () => runUntilIdle().then(() => kept(started)), { timeout: 30_000 }).toBe(priceMinor / 2)
    expect(await checkInvariants()).toEqual([])
  })
})

describe('eSIMs without a code', () => {
  /** Two eSIMs of which one has no code, after a part of their price went back elsewhere. */
  async function refundedBefore(refundOf: (price: number) => number) {
    const started = await boughtAndInReview(sale, 'details_refused', { count: 2 })
    const { itemId, orderId } = started
    const [esim] = await db().esim.findMany({ where: { itemId }, orderBy: { position: 'asc' } })
    await db().esim.update({ where: { id: esim?.id ?? '' }, data: { sealedCode: null } })
    const { priceMinor } = await db().orderItem.findUniqueOrThrow({ where: { id: itemId } })
    await transaction(async (tx) => {
      const { id } = await tx.payment.findFirstOrThrow({ where: { orderId } })
      const shares = [{ itemId, esimId: null, amountMinor: refundOf(priceMinor) }]
      const booked = { by: 'elsewhere', kind: 'GOODWILL', reason: 'refunded_elsewhere', requestedBy: 'store' } as const
      await bookRefund(await lockPayment(id, tx), { ...booked, shares }, tx)
    })

    return { started, shareMinor: esim?.priceShareMinor ?? 0 }
  }

  test.each([
    { what: 'whole beside', refundOf: () => 50, due: (shareMinor: number) => shareMinor },
    { what: 'as far as the item has money after', refundOf: (price: number) => price - 100, due: () => 100 },
  ])('are paid back once, $what what went back before', async ({ refundOf, due }) => {
    const { started, shareMinor } = await refundedBefore(refundOf)
    const before = await kept(started)

    await decide(started, 'deliver_partial')

    await workUntil(started.itemId, ['DELIVERED'])
    await expect
      .poll(async () => {
        await runUntilIdle()

        return before - (await kept(started))
      })
      .toBe(due(shareMinor))
    // Delivered once more: nothing of it goes back a second time.
    await putInReview(started, 'details_refused', { acceptedCount: 1 })
    await decide(started, 'deliver_partial')
    await workUntil(started.itemId, ['DELIVERED'])
    await runUntilIdle()
    expect(before - (await kept(started))).toBe(due(shareMinor))
    expect(await checkInvariants()).toEqual([])
  })
})

describe('an order of unknown fate', () => {
  test('is looked for at once when a person asks, long before its time, and bought once', async () => {
    const started = await unknownOrder(sale)
    const support = await addStaff('support')

    expect(await decide(started, 'look_again', { epoch: 0 }, support)).toBe('moved')

    await workUntil(started.itemId, ['DELIVERED'])
    expect(livingOrders(sale, started.itemRef)).toHaveLength(1)
    const audit = await db().auditEvent.findMany({ where: { subject: started.itemId, act: 'held.look_again' } })
    expect(audit).toMatchObject([{ actor: `staff:${support.staffId}`, reason: 'the customer is waiting' }])
  })

  test('is not looked for again right after a look: looks in a row would prove no more than one', async () => {
    const started = await unknownOrder(sale)
    const lastLookAt = new Date(Date.now() + 60_000)
    await db().attempt.updateMany({ where: { itemId: started.itemId }, data: { lastLookAt } })

    await expect(decide(started, 'look_again')).rejects.toMatchObject({ code: 'conflict', details: { reason: 'busy' } })

    expect(await db().orderItem.findUnique({ where: { id: started.itemId } })).toMatchObject({ state: 'UNKNOWN' })
    expect(await db().auditEvent.count({ where: { subject: started.itemId } })).toBe(0)
  })

  test('takes no other decision, and none of a role that may not look', async () => {
    const started = await unknownOrder(sale)

    await expect(decide(started, 'refund')).rejects.toMatchObject({ code: 'conflict' })
    const finance = await addStaff('finance')
    await expect(decide(started, 'look_again', {}, finance)).rejects.toMatchObject({ code: 'forbidden' })
  })
})

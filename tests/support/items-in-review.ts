import { db } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import type { ReviewAction } from '#lib/fulfilment/rules/review-actions.ts'
import type { Evidence } from '#lib/orders/repository/items.ts'
import type { ReviewReason } from '#lib/orders/rules/item-states.ts'
import { settlePayment } from '#lib/payments/commands/settle-payment.ts'
import { callsLogged, currentProvider } from '#lib/provider/commands/current-provider.ts'
import { placeOrder } from '#lib/provider/index.ts'
import { priceIdSchema, skuIdSchema } from '#lib/provider/rules/provider-ids.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { eventually } from '#tests/support/patience.ts'
import { buy, control, order, type Payments, type Started, workUntil } from '#tests/support/sale.ts'

/** An order whose payment is proven and which nobody has placed yet. */
export async function paidOrder(sale: Payments, count = 1): Promise<Started> {
  const started = await buy(sale, { count })
  await settlePayment(await paymentIdOf(started))

  return started
}

async function paymentIdOf({ orderId }: Pick<Started, 'orderId'>): Promise<string> {
  return (await db().payment.findFirstOrThrow({ where: { orderId }, select: { id: true } })).id
}

/** Gives a line to a person, as its own step would have done it. */
export async function putInReview(
  { itemId }: Pick<Started, 'itemId'>,
  reason: ReviewReason | 'refund_accepted',
  evidence: Evidence = {},
): Promise<void> {
  const changes = { state: 'HELD', reason, evidence, nextActionAt: null, deliveredAt: null } as const
  await db().orderItem.update({ where: { id: itemId }, data: changes })
}

/** A paid order that lives at the network with its eSIMs, given to a person. */
export async function boughtAndInReview(
  sale: Payments,
  reason: ReviewReason,
  { count = 1, evidence = {} }: { count?: number; evidence?: Evidence } = {},
): Promise<Started> {
  const started = await paidOrder(sale, count)
  await workUntil(started.itemId, ['DELIVERED'])
  await putInReview(started, reason, evidence)

  return started
}

/** A call of the item, as the books have it after it ended. */
export async function addAttempt(
  { itemId, itemRef }: Pick<Started, 'itemId' | 'itemRef'>,
  attempt: { state: 'UNKNOWN' | 'REJECTED' | 'ABSENT'; code?: number },
): Promise<void> {
  const { state, code = null } = attempt
  const ids = { id: newId('att'), itemId, n: 1, attemptRef: `${itemRef}-1` }
  await db().attempt.create({ data: { ...ids, state, class: state, code, sentAt: new Date(), endedAt: new Date() } })
}

/** A paid order whose call got no answer and that the network has; the worker looks for it in an hour. */
export async function unknownOrder(sale: Payments): Promise<Started> {
  const started = await paidOrder(sale)
  await addAttempt(started, { state: 'UNKNOWN' })
  const later = new Date(Date.now() + 3_600_000)
  const changes = { state: 'UNKNOWN', unknownSince: new Date(), nextActionAt: later } as const
  await db().orderItem.update({ where: { id: started.itemId }, data: changes })
  await buyBehind(started, { reference: started.itemRef, count: 1 })

  return started
}

/** Buys at the network behind the worker's back, under the item's own reference or under none. */
export async function buyBehind(
  { itemId }: Pick<Started, 'itemId'>,
  { reference, count }: { reference?: string; count: number },
): Promise<string> {
  const quote = await db().quote.findFirstOrThrow({ where: { items: { some: { id: itemId } } } })
  const { orderNum } = await currentProvider().call(placeOrder, {
    skuId: skuIdSchema.parse(quote.skuId),
    priceId: priceIdSchema.parse(quote.priceId),
    count,
    ...(reference ? { otherOrderId: reference } : {}),
  })
  // The books need not notice this test's own call.
  await callsLogged()
  await db().callLog.deleteMany({
    where: { endpoint: 'placeOrder', OR: [{ orderNum }, { reference: reference ?? '' }] },
  })

  return orderNum
}

/** Makes the provider's record of an order's payment differ from what was asked for. */
export async function alterPayment(
  sale: Payments,
  { number }: Started,
  change: Record<string, unknown>,
): Promise<void> {
  const { payments } = await control<{ payments: { id: string; reference: string }[] }>(sale, 'ledger')
  const payment = payments.find(({ reference }) => reference === number)
  await control(sale, `payments/${payment?.id}/alter`, change)
}

/** One way out of one reason to hold a line: what is arranged, what a person does, where the item ends. */
export type ReviewCase = {
  reason: string
  act: ReviewAction
  ends: string[]
  arrange: (sale: Payments) => Promise<Started>
}

async function mismatched(sale: Payments, change: Record<string, unknown>): Promise<Started> {
  const started = await buy(sale)
  await alterPayment(sale, started, change)
  await settlePayment(await paymentIdOf(started))

  return started
}

async function disputed(started: Started): Promise<Started> {
  await db().payment.update({ where: { id: await paymentIdOf(started) }, data: { state: 'DISPUTED' } })
  await putInReview(started, 'disputed')

  return started
}

/** The bank of the buyer asks the money back, and the store has heard of it. */
async function disputeAtProvider(sale: Payments, { orderId }: Pick<Started, 'orderId'>): Promise<void> {
  const payment = () => db().payment.findFirstOrThrow({ where: { orderId } })
  await control(sale, `payments/${(await payment()).objectId}/dispute`, {})
  const check = async () => {
    await runUntilIdle()

    return (await payment()).state
  }
  await eventually(check, (state) => state === 'DISPUTED')
}

async function unknownAndInReview(
  sale: Payments,
  reason: 'no_look_up' | 'misfit' | 'refund_accepted',
  orderNums: string[] = [],
) {
  const started = await paidOrder(sale)
  await addAttempt(started, { state: 'UNKNOWN' })
  await putInReview(started, reason, { candidates: orderNums.map((orderNum) => ({ orderNum })) })

  return started
}

async function withOrphan(
  sale: Payments,
  reason: 'misfit' | 'order_without_attempt' | 'recovered' | 'no_look_up',
  count = 1,
) {
  const started = await paidOrder(sale)
  if (reason !== 'order_without_attempt') await addAttempt(started, { state: 'UNKNOWN' })
  const orderNum = await buyBehind(started, { reference: started.itemRef, count })
  await putInReview(started, reason, { candidates: [{ orderNum }] })

  return started
}

async function unpaidButOrdered(): Promise<Started> {
  const started = await order()
  const orderNum = await buyBehind(started, { reference: started.itemRef, count: 1 })
  await putInReview(started, 'order_unpaid', { candidates: [{ orderNum }] })

  return started
}

async function refundRefused(sale: Payments): Promise<Started> {
  const started = await boughtAndInReview(sale, 'cancel_refused')
  await db().providerOrder.updateMany({ where: { itemId: started.itemId }, data: { status: 2 } })
  const paymentId = await paymentIdOf(started)
  const { priceMinor } = await db().orderItem.findUniqueOrThrow({ where: { id: started.itemId } })
  const id = `rfd_${started.itemId.slice(4)}`
  const facts = { paymentId, key: `refund:${id}`, kind: 'AUTOMATIC', state: 'REFUSED', reason: 'cancelled' } as const
  const items = { create: [{ id: `rfi_${id}`, itemId: started.itemId, amountMinor: priceMinor }] }
  await db().refund.create({
    data: { id, ...facts, amountMinor: priceMinor, expectedRefundedSoFar: 0, requestedBy: 'store', items },
  })
  await putInReview(started, 'refund_refused')

  return started
}

export async function dearer(sale: Payments, count = 1, problems: string[] = ['cost']): Promise<Started> {
  return boughtAndInReview(sale, 'order_differs', { count, evidence: { problems } })
}

async function withoutCodes(sale: Payments, reason: 'order_differs' | 'details_refused', problems: string[] = []) {
  const started = await boughtAndInReview(sale, reason, { evidence: { problems } })
  await db().esim.updateMany({ where: { itemId: started.itemId }, data: { sealedCode: null } })

  return started
}

async function withoutEsims(sale: Payments): Promise<Started> {
  const started = await boughtAndInReview(sale, 'cards_unknown')
  await db().esim.deleteMany({ where: { itemId: started.itemId } })

  return started
}

/** A top-up that was carried out, and whose money cannot be taken. */
async function topUpUnpaid(sale: Payments): Promise<Started> {
  const started = await paidOrder(sale)
  const orderNum = await buyBehind(started, { reference: started.itemRef, count: 1 })
  const { itemId } = started
  await db().providerOrder.create({ data: { orderNum, itemId, status: 0, cost: '7.1', costCurrency: 'USD' } })
  const lost = { state: 'FAILED', reason: 'not_capturable' } as const
  await db().payment.update({ where: { id: await paymentIdOf(started) }, data: lost })
  await putInReview(started, 'top_up_unpaid')

  return started
}

/** Every way out of every reason that a store can be stuck with. */
export const REVIEW_CASES: ReviewCase[] = [
  {
    reason: 'payment_mismatch',
    act: 'accept',
    ends: ['DELIVERED'],
    arrange: (sale) => mismatched(sale, { amount: 500 }),
  },
  {
    reason: 'payment_mismatch',
    act: 'refund',
    ends: ['REFUNDED'],
    arrange: (sale) => mismatched(sale, { currency: 'EUR' }),
  },
  {
    reason: 'payment_mismatch',
    act: 'accept',
    ends: ['DELIVERED'],
    arrange: (sale) => boughtAndInReview(sale, 'payment_mismatch', { evidence: { asked: 900, captured: 800 } }),
  },
  { reason: 'disputed', act: 'release', ends: ['DELIVERED'], arrange: async (sale) => disputed(await paidOrder(sale)) },
  {
    reason: 'disputed',
    act: 'write_off',
    ends: ['REFUNDED'],
    arrange: async (sale) => {
      const started = await dearer(sale)
      await disputeAtProvider(sale, started)
      await putInReview(started, 'disputed')

      return started
    },
  },
  { reason: 'order_unpaid', act: 'cancel', ends: ['EXPIRED'], arrange: unpaidButOrdered },
  {
    reason: 'order_missing',
    act: 'refund',
    ends: ['REFUNDED'],
    arrange: async (sale) => {
      const started = await paidOrder(sale)
      await putInReview(started, 'order_missing')

      return started
    },
  },
  { reason: 'order_differs', act: 'accept', ends: ['DELIVERED'], arrange: (sale) => dearer(sale) },
  { reason: 'order_differs', act: 'cancel', ends: ['REFUNDED'], arrange: (sale) => dearer(sale) },
  { reason: 'order_differs', act: 'write_off', ends: ['REFUNDED'], arrange: (sale) => dearer(sale) },
  {
    reason: 'order_differs',
    act: 'fetch_again',
    ends: ['DELIVERED'],
    arrange: (sale) => withoutCodes(sale, 'order_differs', ['code_unusable']),
  },
  {
    reason: 'order_without_attempt',
    act: 'adopt',
    ends: ['DELIVERED'],
    arrange: (sale) => withOrphan(sale, 'order_without_attempt'),
  },
  {
    reason: 'order_without_attempt',
    act: 'cancel',
    ends: ['REFUNDED'],
    arrange: (sale) => withOrphan(sale, 'order_without_attempt'),
  },
  { reason: 'misfit', act: 'cancel', ends: ['REFUNDED'], arrange: (sale) => withOrphan(sale, 'misfit', 2) },
  { reason: 'misfit', act: 'adopt', ends: ['HELD'], arrange: (sale) => withOrphan(sale, 'misfit', 2) },
  { reason: 'no_look_up', act: 'adopt', ends: ['DELIVERED'], arrange: (sale) => withOrphan(sale, 'no_look_up') },
  {
    reason: 'no_look_up',
    act: 'refund',
    ends: ['REFUNDED'],
    arrange: (sale) => unknownAndInReview(sale, 'no_look_up'),
  },
  {
    reason: 'attempt_missing',
    act: 'place_again',
    ends: ['DELIVERED'],
    arrange: async (sale) => {
      const started = await paidOrder(sale)
      await putInReview(started, 'attempt_missing')

      return started
    },
  },
  ...(['release', 'place_again', 'refund'] as const).map(
    (action): ReviewCase => ({
      reason: 'our_fault',
      act: action,
      ends: [action === 'refund' ? 'REFUNDED' : 'DELIVERED'],
      arrange: async (sale) => {
        const started = await paidOrder(sale)
        await addAttempt(started, { state: 'REJECTED', code: -2 })
        await putInReview(started, 'our_fault', { code: -2 })

        return started
      },
    }),
  ),
  {
    reason: 'details_refused',
    act: 'fetch_again',
    ends: ['DELIVERED'],
    arrange: (sale) => withoutCodes(sale, 'details_refused'),
  },
  {
    reason: 'details_refused',
    act: 'cancel',
    ends: ['REFUNDED'],
    arrange: (sale) => withoutCodes(sale, 'details_refused'),
  },
  { reason: 'cards_unknown', act: 'accept', ends: ['DELIVERED'], arrange: withoutEsims },
  { reason: 'cards_unknown', act: 'cancel', ends: ['REFUNDED'], arrange: withoutEsims },
  {
    reason: 'cancel_refused',
    act: 'accept',
    ends: ['DELIVERED'],
    arrange: (sale) => boughtAndInReview(sale, 'cancel_refused'),
  },
  {
    reason: 'cancel_refused',
    act: 'write_off',
    ends: ['REFUNDED'],
    arrange: (sale) => boughtAndInReview(sale, 'cancel_refused'),
  },
  { reason: 'refund_refused', act: 'refund', ends: ['REFUNDED'], arrange: refundRefused },
  {
    reason: 'refunded_elsewhere',
    act: 'release',
    ends: ['DELIVERED'],
    arrange: async (sale) => {
      const started = await paidOrder(sale)
      await putInReview(started, 'refunded_elsewhere')

      return started
    },
  },
  {
    reason: 'refunded_elsewhere',
    act: 'refund',
    ends: ['REFUNDED'],
    arrange: async (sale) => {
      const started = await paidOrder(sale)
      await putInReview(started, 'refunded_elsewhere')

      return started
    },
  },
  { reason: 'recovered', act: 'adopt', ends: ['DELIVERED'], arrange: (sale) => withOrphan(sale, 'recovered') },
  ...(['place_again', 'refund'] as const).map(
    (action): ReviewCase => ({
      reason: 'rebuilt',
      act: action,
      ends: [action === 'refund' ? 'REFUNDED' : 'DELIVERED'],
      arrange: async (sale) => {
        const started = await paidOrder(sale)
        await putInReview(started, 'rebuilt')

        return started
      },
    }),
  ),
  { reason: 'top_up_unpaid', act: 'write_off', ends: ['REFUNDED'], arrange: topUpUnpaid },
  {
    reason: 'refund_accepted',
    act: 'refund',
    ends: ['REFUNDED'],
    arrange: (sale) => unknownAndInReview(sale, 'refund_accepted'),
  },
]

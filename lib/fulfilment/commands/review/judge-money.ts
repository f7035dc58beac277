import 'server-only'
import type { Tx } from '#lib/core/repository/client.ts'
import { wakeRow } from '#lib/core/repository/leases.ts'
import { allocate } from '#lib/core/rules/allocate.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf } from '#lib/core/rules/caller.ts'
import { currencyCodeSchema } from '#lib/core/rules/field-schemas.ts'
import { money } from '#lib/core/rules/money.ts'
import { toRecord } from '#lib/core/rules/records.ts'
import { NothingDone } from '#lib/fulfilment/commands/decide.ts'
import { askBackAnew } from '#lib/fulfilment/commands/fulfil-item/cancel-item.ts'
import {
  carryOut,
  changedMeanwhile,
  type DecidingReview,
  type ReviewOutcome,
  watchReferences,
} from '#lib/fulfilment/commands/review/review-input.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import {
  type Evidence,
  type LockedItem,
  lockItemsOfOrder,
  type Move,
  placeFromNow,
  stepItem,
} from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import type { ItemState } from '#lib/orders/rules/item-states.ts'
import { giveDifferingBack } from '#lib/payments/commands/payment-differs.ts'
import { readObject } from '#lib/payments/commands/read-payment.ts'
import type { ProviderPayment } from '#lib/payments/providers/index.ts'
import {
  addOverpaidRefund,
  bookLost,
  bookRefund,
  closeDiscrepancyBy,
  endDisputeOf,
  hasLostBeyond,
  hasUnbookedLoss,
  type ItemInReview,
  listInReviewFor,
  lowerPrices,
  payUnpaidReturns,
  restOfItems,
  sumRefundsAtProvider,
  takeOverSums,
} from '#lib/payments/repository/judged-payments.ts'
import { lockPayment, type PaymentRow } from '#lib/payments/repository/payments.ts'
import { isCancellable, resumeMove, sumAsked } from '#lib/payments/rules/payment.ts'

/** Reads the payment of an item in review now. Throws `conflict` when there is none. */
export async function readPaymentOf({
  payment,
}: DecidingReview): Promise<{ payment: PaymentRow; object: ProviderPayment }> {
  if (!payment) throw new AppError('conflict', 'There is no payment.', { reason: 'no_money' })
  const object = await readObject(payment)
  if (!object) throw new NothingDone('no_answer')

  return { payment, object }
}

/** Why items wait for a decision about their payment, and the difference that it closes. */
const MISMATCH = { reason: 'payment_mismatch', kind: 'payment_mismatch' }
const DISPUTE = { reason: 'disputed', kind: 'dispute' }
const REFUND = { reason: 'refunded_elsewhere', kind: 'refund_differs' }

type About = typeof MISMATCH & { resolution: string }
type Judging = { payment: PaymentRow; items: ItemInReview[]; tx: Tx }
type Judged = { before?: Evidence; after?: Evidence; move: (item: ItemInReview) => Omit<Move, 'from'> }

/**
 * Decides about a payment: with every item that waits for it and the one on the page, whatever that waits for, as `work` says,
 * and with the difference that it was.
 */
async function judge(
  deciding: DecidingReview,
  { reason, kind, resolution }: About,
  work: (judging: Judging) => Promise<Judged>,
): Promise<ReviewOutcome> {
  const { item, payment, staff } = deciding
  if (!payment) throw changedMeanwhile()

  return carryOut(deciding, async (tx) => {
    const current = await lockPayment(payment.id, tx)
    const items = await listInReviewFor(item.orderId, { reason, itemId: item.id }, tx)
    const { move, ...noted } = await work({ payment: current, items, tx })
    await moveAll(deciding, { items, move, tx })
    await closeDiscrepancyBy({ kind, subject: payment.id }, { by: actorOf(staff), resolution }, tx)

    return noted
  })
}

/**
 * Takes a payment that differs as it is and orders for it. What is above the price goes back; for less, the price of
 * the order is lowered to what was paid.
 */
export async function takeMoneyAsItIs(deciding: DecidingReview): Promise<ReviewOutcome> {
  const { payment, object } = await readPaymentOf(deciding)
  if (object.amount.currency !== payment.currency || object.isTest !== payment.isTest) {
    throw new AppError('conflict', 'This money cannot be used.', { reason: 'other_currency' })
  }
  const { orderId } = deciding.item

  return judge(deciding, { ...MISMATCH, resolution: 'accepted' }, async (judging) => {
    const { tx } = judging
    const sums = await settleSums(deciding, object, judging)
    const times = await placeFromNow(tx)
    await recordOrderEvent({ orderId, kind: 'paid', data: { amountMinor: object.amount.minor } }, tx)
    await queueMail(tx, { kind: 'order_paid', orderId, dedupeKey: `paid:${orderId}` })
    await wakeRow('Payment', payment.id, tx)

    // Somebody may have taken another sum when the item was ordered already.
    return { ...sums, move: (one) => resumeMove(one, times) }
  })
}

async function settleSums(deciding: DecidingReview, object: ProviderPayment, { payment, tx }: Judging) {
  const items = await lockItemsOfOrder(payment.orderId, tx)
  const asked = sumAsked(payment, items)
  const paid = object.capturedMinor > 0 ? object.capturedMinor : object.amount.minor
  const isTaken = object.capturedMinor > 0
  // Of a larger hold only the price is taken; of larger money that is here the rest goes back.
  const amountMinor = isTaken ? paid : Math.min(paid, payment.amountMinor)
  const sums = { amountMinor, currency: payment.currency, capturedMinor: object.capturedMinor, reason: null }
  await takeOverSums(payment.id, sums, tx)
  if (paid < asked) await spread(payment, { paid, items, tx })
  if (isTaken && paid > asked) {
    const requestedBy = actorOf(deciding.staff)
    await addOverpaidRefund(payment, { amountMinor: paid - asked, requestedBy }, tx)
  }

  return { before: { amountMinor: asked }, after: { amountMinor: paid } }
}

const AT_THEIR_PRICE: readonly ItemState[] = ['CANCELLED', 'REFUNDING', 'REFUNDED']

/** Spreads less than was asked for over every line that it is for. What goes back of a line was its whole price. */
async function spread(
  { orderId, currency }: PaymentRow,
  { paid, items, tx }: { paid: number; items: LockedItem[]; tx: Tx },
): Promise<void> {
  const paidFor = items.filter(({ notCaptured }) => !notCaptured)
  const kept = paidFor.filter(({ state }) => !AT_THEIR_PRICE.includes(state))
  const gone = paidFor.filter(({ state }) => AT_THEIR_PRICE.includes(state))
  const left = paid - gone.reduce((sum, { priceMinor }) => sum + priceMinor, 0)
  const shares = allocate(
    money(Math.max(0, left), currencyCodeSchema.parse(currency)),
    kept.map(({ priceMinor }) => priceMinor),
  )
  const lowered = kept.map(({ id }, index) => ({ id, priceMinor: shares[index]?.minor ?? 0 }))
  await lowerPrices({ orderId, currency }, lowered, tx)
}

/** Gives a payment that differs back, whatever it is: a hold is released, taken money is refunded in its own currency. */
export async function refuseMoney(deciding: DecidingReview): Promise<ReviewOutcome> {
  const { object } = await readPaymentOf(deciding)

  return judge(deciding, { ...MISMATCH, resolution: 'given_back' }, async ({ payment, tx }) => {
    const after = await giveDifferingBack(payment, object, tx)
    const changes = { reason: 'staff_refund' }

    return { after, move: (one) => ({ to: isCancellable(one) ? 'CANCELLING' : 'REFUNDING', changes }) }
  })
}

/** Ends a dispute that was withdrawn or won: every item of the payment goes on where it stood. */
export async function endDispute(deciding: DecidingReview): Promise<ReviewOutcome> {
  const { object } = await readPaymentOf(deciding)

  return judge(deciding, { ...DISPUTE, resolution: 'ended' }, async ({ payment, tx }) => {
    await requireOver(payment, object, tx)
    if (!(await endDisputeOf(payment, tx))) throw changedMeanwhile()
    await payUnpaidReturns(payment, tx)
    const times = await placeFromNow(tx)

    return {
      move: (one) => {
        const { givingBack: reason } = toRecord(one.evidence)

        return typeof reason === 'string' ? { to: 'REFUND_DUE', changes: { reason } } : resumeMove(one, times)
      },
    }
  })
}

/** Where the provider does not tell how a dispute stands, a person's word is that it is over. */
async function requireOver(payment: PaymentRow, { state, lostMinor }: ProviderPayment, tx: Tx): Promise<void> {
  if (state !== 'disputed' || lostMinor === undefined) return
  if (lostMinor === 0) throw undecided()
  if (await hasUnbookedLoss(payment, lostMinor, tx)) {
    throw new AppError('conflict', 'The bank has the money.', { reason: 'lost' })
  }
}

function undecided(): AppError {
  return new AppError('conflict', 'The bank has not decided.', { reason: 'disputed' })
}

/** Gives the order of an item back whose money the bank has. */
type GiveOrderBack = (item: ItemInReview, tx: Tx) => Promise<void>

/**
 * Books a lost dispute: what the bank has taken, over everything that the payment paid for. What was bought and not delivered
 * is given back to the network. Items whose whole money the bank has end with that, and where it has more than theirs, the
 * payment stays barred.
 */
export async function loseDispute(deciding: DecidingReview, giveOrderBack: GiveOrderBack): Promise<ReviewOutcome> {
  const { object } = await readPaymentOf(deciding)
  const lostMinor = takenByBank(object)
  const requestedBy = actorOf(deciding.staff)

  return judge(deciding, { ...DISPUTE, resolution: 'lost' }, async ({ payment, items, tx }) => {
    if (payment.state !== 'DISPUTED') throw changedMeanwhile()
    const changes = { reason: 'staff_refund' }
    const first = items.map(({ id }) => id)
    for (const itemId of first) await watchReferences(itemId, tx)
    // What differed from the price is lost or left like any other money of the order.
    if (payment.reason === 'mismatch') {
      await takeOverSums(payment.id, { ...payment, reason: null }, tx)
      await closeDiscrepancyBy(
        { kind: MISMATCH.kind, subject: payment.id },
        { by: requestedBy, resolution: 'lost' },
        tx,
      )
    }
    const amountMinor = await bookLost(payment, { lostMinor, requestedBy, first }, tx)
    // Nothing is left to pay back: whatever becomes of the orders, nobody is offered what they brought.
    const isAllGone = (await restOfItems(payment, { items }, tx)).length === 0
    for (const one of isAllGone ? items : []) await giveOrderBack(one, tx)
    if (!isAllGone || !(await hasLostBeyond(payment.id, first, tx))) {
      await endDisputeOf(payment, tx)
      await payUnpaidReturns(payment, tx)
    }
    const move = (one: ItemInReview) =>
      ({ to: isAllGone ? 'REFUNDED' : isCancellable(one) ? 'CANCELLING' : 'REFUND_DUE', changes }) as const

    return { after: { amountMinor }, move }
  })
}

/** What a bank has taken for good. Where the provider does not tell how a dispute stands, a person's word is that it is all. */
function takenByBank({ state, lostMinor = Number.MAX_SAFE_INTEGER }: ProviderPayment): number {
  if (state !== 'disputed') throw changedMeanwhile()
  if (lostMinor === 0) throw undecided()

  return lostMinor
}

/** Books a refund that somebody made at the provider, as goodwill, and goes on with the order all the same. */
export async function goOnAfterRefund(deciding: DecidingReview): Promise<ReviewOutcome> {
  return bookForeign(deciding, { kind: 'GOODWILL', to: 'READY' })
}

/** Books a refund that somebody made at the provider, and gives back what is still here. */
export async function endAfterRefund(deciding: DecidingReview): Promise<ReviewOutcome> {
  return bookForeign(deciding, { kind: 'AUTOMATIC', to: 'REFUND_DUE' })
}

async function bookForeign(
  deciding: DecidingReview,
  { kind, to }: { kind: 'GOODWILL' | 'AUTOMATIC'; to: 'READY' | 'REFUND_DUE' },
): Promise<ReviewOutcome> {
  const { object } = await readPaymentOf(deciding)

  return judge(deciding, { ...REFUND, resolution: 'booked' }, async (judging) => {
    const { payment, items, tx } = judging
    const ours = await sumRefundsAtProvider(payment.id, tx)
    const shares = await restOfItems(payment, { items, maxMinor: object.refundedMinor - ours }, tx)
    const requestedBy = actorOf(deciding.staff)
    const booked = { by: 'provider', kind, reason: 'refunded_elsewhere', requestedBy, shares } as const
    const amountMinor = payment.capturedMinor > 0 ? await bookRefund(payment, booked, tx) : 0
    const times = await placeFromNow(tx)
    const changes = { reason: 'staff_refund' }

    return {
      after: { amountMinor },
      move: (one) =>
        to === 'READY' ? resumeMove(one, times) : { to: isCancellable(one) ? 'CANCELLING' : to, changes },
    }
  })
}

/** Lets an order wait for its payment again; when it is proven, the order at the network is found and taken over. */
export async function waitForPayment(deciding: DecidingReview): Promise<ReviewOutcome> {
  const { orderId } = deciding.item

  return carryOut(deciding, async (tx) => {
    const open = await tx.payment.findMany({
      where: { orderId, state: { in: ['INTENDED', 'OPEN'] } },
      select: { id: true },
    })
    if (open.length === 0) throw new AppError('conflict', 'No payment is expected any more.', { reason: 'no_money' })
    const items = await listInReviewFor(orderId, { reason: 'order_unpaid' }, tx)
    await moveAll(deciding, { items, move: () => ({ to: 'AWAITING_PAYMENT', changes: { reason: null } }), tx })
    for (const { id } of open) await wakeRow('Payment', id, tx)
  })
}

type MoveAll = Pick<Judging, 'items' | 'tx'> & Pick<Judged, 'move'>

/** A decision about a payment is one about every item that waits for it; the one on the page must be among them. */
async function moveAll(deciding: DecidingReview, { items, move, tx }: MoveAll): Promise<void> {
  if (!items.some(({ id, epoch }) => id === deciding.item.id && epoch === deciding.epoch)) throw changedMeanwhile()
  const requestedBy = actorOf(deciding.staff)
  for (const item of items) {
    const next = move(item)
    await stepItem({ id: item.id, epoch: item.epoch }, { from: 'HELD', ...next }, tx)
    if (next.to === 'CANCELLING') await askBackAnew(item, { requestedBy, tx })
    await wakeRow('Line', item.id, tx)
  }
}

import 'server-only'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { databaseNow, wakeRow } from '#lib/core/repository/leases.ts'
import { allocate } from '#lib/core/rules/allocate.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf } from '#lib/core/rules/caller.ts'
import { currencyCodeSchema } from '#lib/core/rules/field-schemas.ts'
import { money } from '#lib/core/rules/money.ts'
import {
  changedMeanwhile,
  type DecidingReview,
  noteDecision,
  type ReviewOutcome,
} from '#lib/fulfilment/commands/review/review-input.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { type Move, moveItem } from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import type { ItemState } from '#lib/orders/rules/item-states.ts'
import { readObject } from '#lib/payments/commands/read-payment.ts'
import { PaymentError, type ProviderPayment } from '#lib/payments/providers/index.ts'
import {
  addOverpaidRefund,
  bookRefund,
  closeDiscrepancyBy,
  endDisputeOf,
  type ItemInReview,
  listInReviewFor,
  lowerPrices,
  takeOverSums,
} from '#lib/payments/repository/judged-payments.ts'
import { lockPayment, type PaymentRow } from '#lib/payments/repository/payments.ts'
import { sumRefundsOfItem, sumRefundsOfPayment } from '#lib/refunds/repository/refunds.ts'

const PLACE_WITHIN_MS = 24 * 3_600_000
const CANCELLED = 2

/** Reads the payment of a held line now. Throws `conflict` when there is none; `null` when its provider is silent. */
export async function readPaymentOf({ review }: DecidingReview): Promise<ProviderPayment | null> {
  if (!review.payment) throw new AppError('conflict', 'There is no payment.', { reason: 'no_money' })
  try {
    return await readObject(review.payment)
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error

    return null
  }
}

/**
 * Takes a payment that differs as it is and orders for it. What is above the price goes back; for less, the price of
 * the order is lowered to what was paid.
 */
export async function takeMoneyAsItIs(deciding: DecidingReview): Promise<ReviewOutcome> {
  const object = await readPaymentOf(deciding)
  if (!object) return 'no_answer'
  const { item, payment } = deciding.review
  if (!payment || object.amount.currency !== payment.currency || object.isTest !== payment.isTest) {
    throw new AppError('conflict', 'This money cannot be used.', { reason: 'other_currency' })
  }
  const { orderId } = item
  await transaction(async (tx) => {
    const current = await lockPayment(payment.id, tx)
    const items = await listInReviewFor(orderId, 'payment_mismatch', tx)
    const { before, after } = await settleSums(deciding, { current, items, object, tx })
    const now = await databaseNow(tx)
    const deadlineAt = new Date(now.getTime() + PLACE_WITHIN_MS)
    await moveAll(deciding, {
      items,
      move: () => ({ to: 'READY', changes: { reason: null, readyAt: now, deadlineAt } }),
      tx,
    })
    await closeMismatch(deciding, { paymentId: payment.id, resolution: 'accepted', tx })
    await recordOrderEvent({ orderId, kind: 'paid', data: { amountMinor: object.amount.minor } }, tx)
    await queueMail(tx, { kind: 'order_paid', orderId, dedupeKey: `paid:${orderId}` })
    await wakeRow('Payment', payment.id, tx)
    await noteDecision(deciding, { before, after, tx })
  })

  return 'moved'
}

type Settling = { current: PaymentRow; items: ItemInReview[]; object: ProviderPayment; tx: Tx }

async function settleSums(deciding: DecidingReview, { current, items, object, tx }: Settling) {
  const { orderId } = deciding.review.item
  const asked = current.amountMinor
  const paid = object.capturedMinor > 0 ? object.capturedMinor : object.amount.minor
  const isTaken = object.capturedMinor > 0
  // Of a larger hold only the price is taken; of larger money that is here the rest goes back.
  const amountMinor = isTaken ? paid : Math.min(paid, asked)
  const sums = { amountMinor, currency: current.currency, capturedMinor: object.capturedMinor, reason: null }
  await takeOverSums(current.id, sums, tx)
  if (paid < asked) {
    const shares = allocate(
      money(paid, currencyCodeSchema.parse(current.currency)),
      items.map(({ priceMinor }) => priceMinor),
    )
    const lowered = items.map(({ id }, index) => ({ id, priceMinor: shares[index]?.minor ?? 0 }))
    await lowerPrices(orderId, lowered, tx)
  }
  if (isTaken && paid > asked) {
    const requestedBy = actorOf(deciding.staff)
    await addOverpaidRefund(current, { amountMinor: paid - asked, requestedBy }, tx)
  }

  return { before: { amountMinor: asked }, after: { amountMinor: paid } }
}

/** Gives a payment that differs back, whatever it is: a hold is released, taken money is refunded in its own currency. */
export async function refuseMoney(deciding: DecidingReview): Promise<ReviewOutcome> {
  const object = await readPaymentOf(deciding)
  if (!object) return 'no_answer'
  const { item, payment } = deciding.review
  if (!payment) return 'no_answer'
  await transaction(async (tx) => {
    await lockPayment(payment.id, tx)
    const { amount, capturedMinor } = object
    const amountMinor = Math.max(amount.minor, capturedMinor)
    await takeOverSums(payment.id, { amountMinor, currency: amount.currency, capturedMinor, reason: 'given_back' }, tx)
    const items = await listInReviewFor(item.orderId, 'payment_mismatch', tx)
    await moveAll(deciding, { items, move: () => ({ to: 'REFUNDING', changes: { reason: 'staff_refund' } }), tx })
    await closeMismatch(deciding, { paymentId: payment.id, resolution: 'given_back', tx })
    await wakeRow('Payment', payment.id, tx)
    await noteDecision(deciding, { after: { amountMinor, currency: amount.currency }, tx })
  })

  return 'moved'
}

/** Ends a dispute that was withdrawn or won: every item of the payment goes on where it stood. */
export async function endDispute(deciding: DecidingReview): Promise<ReviewOutcome> {
  const { item, payment } = deciding.review
  if (!payment) throw changedMeanwhile()
  await transaction(async (tx) => {
    const current = await lockPayment(payment.id, tx)
    if (!(await endDisputeOf(current, tx))) throw changedMeanwhile()
    const items = await listInReviewFor(item.orderId, 'disputed', tx)
    const now = await databaseNow(tx)
    const deadlineAt = new Date(now.getTime() + PLACE_WITHIN_MS)
    const move = (one: ItemInReview) => ({ to: resumeState(one), changes: { reason: null, readyAt: now, deadlineAt } })
    await moveAll(deciding, { items, move, tx })
    await closeDiscrepancyBy({ kind: 'dispute', subject: payment.id }, resolvedBy(deciding, 'ended'), tx)
    await noteDecision(deciding, { tx })
  })

  return 'moved'
}

/** Books a lost dispute: the bank has the money. What was bought and not delivered is given back to the network. */
export async function loseDispute(deciding: DecidingReview): Promise<ReviewOutcome> {
  const { item, payment } = deciding.review
  if (!payment) throw changedMeanwhile()
  await transaction(async (tx) => {
    const current = await lockPayment(payment.id, tx)
    if (!(await endDisputeOf(current, tx))) throw changedMeanwhile()
    const items = await listInReviewFor(item.orderId, 'disputed', tx)
    const requestedBy = actorOf(deciding.staff)
    const shares = await restOf(current, { items, tx })
    const reason = 'dispute_lost'
    const amountMinor = await bookRefund(
      current,
      { by: 'elsewhere', kind: 'AUTOMATIC', reason, requestedBy, shares },
      tx,
    )
    const move = (one: ItemInReview): Omit<Move, 'from'> => ({
      to: hasLivingOrder(one) ? 'CANCELLING' : 'REFUND_DUE',
      changes: { reason: 'staff_refund' },
    })
    await moveAll(deciding, { items, move, tx })
    await closeDiscrepancyBy({ kind: 'dispute', subject: payment.id }, resolvedBy(deciding, 'lost'), tx)
    await noteDecision(deciding, { after: { amountMinor }, tx })
  })

  return 'moved'
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
  const object = await readPaymentOf(deciding)
  if (!object) return 'no_answer'
  const { item, payment } = deciding.review
  if (!payment) return 'no_answer'
  await transaction(async (tx) => {
    const current = await lockPayment(payment.id, tx)
    const items = await listInReviewFor(item.orderId, 'refunded_elsewhere', tx)
    const foreign = Math.max(0, object.refundedMinor - (await sumRefundsOfPayment(current.id, tx)))
    const shares = cut(await restOf(current, { items, tx }), foreign)
    const requestedBy = actorOf(deciding.staff)
    const booked = { by: 'provider', kind, reason: 'refunded_elsewhere', requestedBy, shares } as const
    const amountMinor = current.capturedMinor > 0 ? await bookRefund(current, booked, tx) : 0
    const now = await databaseNow(tx)
    const changes = {
      reason: to === 'READY' ? null : 'staff_refund',
      readyAt: now,
      deadlineAt: new Date(now.getTime() + PLACE_WITHIN_MS),
    }
    await moveAll(deciding, { items, move: () => ({ to, changes }), tx })
    await closeDiscrepancyBy({ kind: 'refund_differs', subject: payment.id }, resolvedBy(deciding, 'booked'), tx)
    await noteDecision(deciding, { after: { amountMinor }, tx })
  })

  return 'moved'
}

/** Lets an order wait for its payment again; when it is proven, the order at the network is found and taken over. */
export async function waitForPayment(deciding: DecidingReview): Promise<ReviewOutcome> {
  const { item } = deciding.review
  await transaction(async (tx) => {
    const open = await tx.payment.findMany({
      where: { orderId: item.orderId, state: { in: ['INTENDED', 'OPEN'] } },
      select: { id: true },
    })
    if (open.length === 0) throw new AppError('conflict', 'No payment is expected any more.', { reason: 'no_money' })
    const items = await listInReviewFor(item.orderId, 'order_unpaid', tx)
    await moveAll(deciding, { items, move: () => ({ to: 'AWAITING_PAYMENT', changes: { reason: null } }), tx })
    for (const { id } of open) await wakeRow('Payment', id, tx)
    await noteDecision(deciding, { tx })
  })

  return 'moved'
}

type MoveAll = { items: ItemInReview[]; move: (item: ItemInReview) => Omit<Move, 'from'>; tx: Tx }

/** A decision about a payment is one about every item that waits for it; the one on the page must be among them. */
async function moveAll({ review }: DecidingReview, { items, move, tx }: MoveAll): Promise<void> {
  if (!items.some(({ id, epoch }) => id === review.item.id && epoch === review.epoch)) throw changedMeanwhile()
  for (const item of items) {
    const lease = { id: item.id, epoch: item.epoch }
    if (!(await moveItem(lease, { from: 'HELD', ...move(item) }, tx))) throw changedMeanwhile()
    await wakeRow('Line', item.id, tx)
  }
}

/** Where a line that was stopped goes on. */
function resumeState(item: ItemInReview): ItemState {
  if (hasLivingOrder(item)) return 'PLACED'

  return item.attempts.some(({ state }) => state === 'UNKNOWN') ? 'UNKNOWN' : 'READY'
}

function hasLivingOrder({ providerOrders }: ItemInReview): boolean {
  return providerOrders.some(({ status }) => status !== CANCELLED)
}

async function restOf(payment: PaymentRow, { items, tx }: { items: ItemInReview[]; tx: Tx }) {
  const left = payment.capturedMinor - (await sumRefundsOfPayment(payment.id, tx))
  const shares = []
  for (const { id, priceMinor } of items) {
    const rest = priceMinor - (await sumRefundsOfItem(id, payment.id, tx))
    shares.push({ itemId: id, esimId: null, amountMinor: Math.max(0, rest) })
  }

  return cut(shares, left)
}

/** The shares up to a sum, the first ones whole. */
function cut<Share extends { amountMinor: number }>(shares: Share[], max: number): Share[] {
  let left = Math.max(0, max)

  return shares.flatMap((share) => {
    const amountMinor = Math.min(share.amountMinor, left)
    left -= amountMinor

    return amountMinor > 0 ? [{ ...share, amountMinor }] : []
  })
}

async function closeMismatch(
  deciding: DecidingReview,
  { paymentId, resolution, tx }: { paymentId: string; resolution: string; tx: Tx },
): Promise<void> {
  await closeDiscrepancyBy({ kind: 'payment_mismatch', subject: paymentId }, resolvedBy(deciding, resolution), tx)
}

function resolvedBy({ staff }: DecidingReview, resolution: string) {
  return { by: actorOf(staff), resolution }
}

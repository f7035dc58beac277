import 'server-only'
import { duplicateShares } from '#lib/cancellations/commands/request-cancellation.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { databaseNow, type Lease, LeaseLost } from '#lib/core/repository/leases.ts'
import { giveBack, type Limit, takePoint } from '#lib/core/repository/shared-counter.ts'
import { isReturned } from '#lib/core/rules/payment-method.ts'
import { toRecord } from '#lib/core/rules/records.ts'
import { pollPause, TIMERS } from '#lib/core/rules/timers.ts'
import { failpoint } from '#lib/fulfilment/commands/fulfil-item/failpoint.ts'
import type { Next } from '#lib/fulfilment/commands/with-lease.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import {
  addUnknownAttempt,
  getWorkItem,
  type LockedItem,
  leaveOutOfCapture,
  lockItemsOfOrder,
  moveItemsOfOrder,
  noteOnItem,
  placeFromNow,
  wakeItemsOfOrder,
} from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { findStatement } from '#lib/orders/repository/orders.ts'
import type { ExitReason, ReviewReason } from '#lib/orders/rules/item-states.ts'
import { hasStoppedForDispute } from '#lib/payments/commands/payment-differs.ts'
import { paymentProvider } from '#lib/payments/commands/payments.ts'
import { type Reading, reading, readObject } from '#lib/payments/commands/read-payment.ts'
import type { ProviderPayment } from '#lib/payments/providers/index.ts'
import {
  addOverpaidRefund,
  type ItemInReview,
  listInReviewFor,
  takeOverSums,
} from '#lib/payments/repository/judged-payments.ts'
import {
  accountOf,
  findPayingPayment,
  lockLeasedPayment,
  markEventsApplied,
  movePayment,
  noteOnPayment,
  type PaymentRow,
} from '#lib/payments/repository/payments.ts'
import { findMisfits, guessLeftOut, type Misfit, resumeMove } from '#lib/payments/rules/payment.ts'
import { releaseUses } from '#lib/pricing/repository/promotions.ts'
import { scaled } from '#lib/provider/commands/throttle.ts'
import { closeDiscrepancies, openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'
import { addRefund } from '#lib/refunds/repository/refunds.ts'
import { readSettings } from '#lib/settings/repository/settings.ts'

/** Reads an open payment and applies what it finds: paid, ended, or still open and read again later. */
export async function proveOpenPayment(payment: PaymentRow, lease: Lease): Promise<Next> {
  const now = await databaseNow()
  const endsAt = (payment.sessionEndsAt ?? payment.createdAt).getTime() + scaled(TIMERS.sessionGrace)
  const isOver = payment.replacedBy !== null || now.getTime() >= endsAt
  let object = await readObject(payment)
  if (isOver && object?.state === 'open' && payment.sessionId) {
    // Ended by us before it is given up, so that nobody pays for an order that has been closed.
    const action = { key: `payment:${payment.id}:expire:1`, sessionId: payment.sessionId }
    object = await paymentProvider(payment.provider).expireSession(action)
  }
  await failpoint('payment_read')
  if (object && object.state !== 'open') return applyObject(payment, { lease, object, readAt: now })
  if (isOver && object === null) return applyObject(payment, { lease, object: null, readAt: now })
  const seen = { polls: payment.polls + 1, lastReadAt: now, declineCode: object?.declineCode ?? null }
  if (!(await noteOnPayment(lease, seen))) throw new LeaseLost()
  await markEventsApplied(reading(payment, { object, readAt: now }))
  const untilEnd = endsAt - now.getTime()

  return Math.max(
    100,
    Math.min(scaled(pollPause(payment.polls + 1)), untilEnd > 0 ? untilEnd : Number.POSITIVE_INFINITY),
  )
}

type Applied = Reading & { lease: Lease }

/** Applies an object that is not open any more to a payment that is, or had been given up. */
export async function applyObject(payment: PaymentRow, { lease, object, readAt }: Applied): Promise<Next> {
  const counted: Counted = { address: null }
  try {
    return await transaction(async (tx) => {
      const current = await lockLeasedPayment(lease, tx)
      if (current.state !== payment.state) return 'again'
      await markEventsApplied(reading(payment, { object, readAt }), tx)
      const isPaid = object !== null && ['authorised', 'captured', 'disputed'].includes(object.state)
      if (isPaid) {
        const next = await judgePaid(current, { lease, object, tx })
        const isBarred = await hasStoppedForDispute(await lockLeasedPayment(lease, tx), { object, lease, tx })

        return isBarred ? null : next
      }
      if (current.state !== 'OPEN') return null

      return endUnpaid(current, { lease, object, counted, tx })
    })
  } catch (error) {
    if (counted.address !== null) await giveBack('abandoned-mail', REMINDERS, counted.address)
    throw error
  }
}

/** The address whose reminder was counted. The count is no part of the transaction, which may be repeated or fail. */
type Counted = { address: string | null }

async function endUnpaid(
  payment: PaymentRow,
  { lease, object, counted, tx }: Omit<Applied, 'readAt'> & { counted: Counted; tx: Tx },
): Promise<Next> {
  const isDeclined = object?.state === 'failed'
  const move = { from: 'OPEN', to: isDeclined ? 'FAILED' : 'EXPIRED' } as const
  const declineCode = object?.declineCode ?? null
  const changes = { reason: isDeclined ? 'declined' : null, declineCode, lastReadAt: new Date(), payUrl: null }
  if (!(await movePayment(lease, { ...move, changes }, tx))) return null
  const others = await tx.payment.count({
    where: { orderId: payment.orderId, id: { not: payment.id }, state: { in: ['INTENDED', 'OPEN'] } },
  })
  if (others > 0) return null
  const reason = isDeclined ? 'payment_failed' : payment.replacedBy === null ? 'not_paid' : 'replaced'
  const moved = await moveItemsOfOrder(
    payment.orderId,
    { from: 'AWAITING_PAYMENT', to: 'EXPIRED', changes: { reason } },
    tx,
  )
  if (moved > 0) await recordOrderEvent({ orderId: payment.orderId, kind: 'expired', data: { reason } }, tx)
  await releaseUses(payment.orderId, tx)
  if (moved > 0 && reason !== 'replaced') await queueReminder(payment.orderId, counted, tx)

  // One more look: a payment made in the last second of a session may show up after its end.
  return scaled(TIMERS.pollAfterEnd)
}

/** So many mails to an address that nobody has proven, whoever typed it. */
const REMINDERS = { points: 1, duration: 30 * 24 * 60 * 60 } as const satisfies Limit

/** Reminds a buyer who wanted it, once, when a late payment has had its time too. */
async function queueReminder(orderId: string, counted: Counted, tx: Tx): Promise<void> {
  const { 'mails.abandoned': isOn } = await readSettings(['mails.abandoned'], tx)
  const { consent, person } = await tx.order.findUniqueOrThrow({
    where: { id: orderId },
    select: { consent: true, person: { select: { email: true } } },
  })
  const isWanted = isOn === true && typeof consent === 'object' && consent !== null && 'remind' in consent
  if (!isWanted || person.email === '') return
  if (counted.address === null && (await takePoint('abandoned-mail', REMINDERS, person.email)) !== null) return
  counted.address = person.email
  const dueAt = new Date(Date.now() + scaled(TIMERS.abandonedReminder))
  await queueMail(tx, { kind: 'abandoned_checkout', orderId, dedupeKey: `abandoned:${orderId}`, dueAt })
}

/** Items whose order was found at the network before their payment was proven wait for that payment. */
const UNPAID = { reason: 'order_unpaid' satisfies ReviewReason }

type Proof = { lease: Lease; object: ProviderPayment; tx: Tx }

/** Where what was paid differs from what was asked for. */
async function findPaidMisfits(payment: PaymentRow, object: ProviderPayment, tx: Tx): Promise<Misfit[]> {
  const { number } = await tx.order.findUniqueOrThrow({ where: { id: payment.orderId }, select: { number: true } })
  const account = await accountOf(payment.provider, object.account, tx)

  return findMisfits({ ...payment, orderNumber: number, account }, object)
}

/** What a person gets to see of money that differs. */
function paidEvidence(payment: PaymentRow, object: ProviderPayment, misfits: Misfit[]) {
  return {
    misfits,
    asked: { minor: payment.amountMinor, currency: payment.currency, isTest: payment.isTest },
    paid: { minor: object.amount.minor, currency: object.amount.currency, isTest: object.isTest },
    reference: object.reference,
  }
}

/** Decides what proven money is: for this order, surplus that goes back by itself, or something a person must see. */
async function judgePaid(payment: PaymentRow, proof: Proof): Promise<Next> {
  const { tx, object } = proof
  const { orderId } = payment
  const misfits = await findPaidMisfits(payment, object, tx)
  const items = await lockItemsOfOrder(orderId, tx)
  const unpaid = await listInReviewFor(orderId, UNPAID, tx)
  const isWaiting = unpaid.length > 0 || items.some((item) => item.state === 'AWAITING_PAYMENT')
  const paying = await findPayingPayment(orderId, tx)
  const isDuplicate = !isWaiting || (paying !== null && paying.id !== payment.id)
  const duplicate = isDuplicate ? (paying && paying.id !== payment.id ? 'second' : 'late') : null
  // What goes back goes back whatever it is, where nothing but its sum differs.
  const isOtherSum = misfits.length > 0 && duplicate !== null && misfits.every((misfit) => misfit === 'amount')
  const reason = misfits.length > 0 && !isOtherSum ? 'mismatch' : duplicate
  if (!(await movePayment(proof.lease, toMove(payment, { object, reason }), tx))) return null
  if (reason === 'mismatch') return reviewByPerson(payment, { ...proof, misfits })
  const amountMinor = isOtherSum ? object.amount.minor : payment.amountMinor
  if (isOtherSum) await keepSum(payment, object, { amountMinor, reason }, tx)
  // What a bank is asked to take back is not given back beside that.
  if (duplicate && object.state === 'disputed') return 'again'
  if (duplicate) return refundDuplicate({ ...payment, amountMinor }, { ...proof, duplicate, items })
  await makeReady(payment, unpaid, tx)
  await noteTakenInPart(payment, object, tx)

  return 'again'
}

function toMove(payment: PaymentRow, { object, reason }: { object: ProviderPayment; reason: string | null }) {
  // What is given away counts as taken, although it is nothing.
  const isTaken = object.capturedMinor > 0 || object.state === 'captured'
  const changes = {
    reason,
    declineCode: null,
    objectId: object.id ?? payment.objectId,
    holdExpiresAt: object.holdExpiresAt,
    lastReadAt: new Date(),
    payUrl: null,
    // A larger sum than asked for is a mismatch, kept as evidence; the row's own sums stay inside what was asked.
    capturedMinor: Math.min(object.capturedMinor, payment.amountMinor),
  }

  return { from: payment.state, to: isTaken ? 'CAPTURED' : 'AUTHORISED', changes } as const
}

async function reviewByPerson(
  payment: PaymentRow,
  { object, tx, misfits }: Proof & { misfits: Misfit[] },
): Promise<Next> {
  const { orderId } = payment
  const evidence = paidEvidence(payment, object, misfits)
  const changes = { reason: 'payment_mismatch' satisfies ReviewReason, evidence }
  const moved = await moveItemsOfOrder(orderId, { from: 'AWAITING_PAYMENT', to: 'HELD', changes }, tx)
  await openDiscrepancy({ kind: 'payment_mismatch', subject: payment.id, orderId, evidence }, tx)
  await recordOrderEvent({ orderId, kind: 'held', data: { reason: 'payment_mismatch' } }, tx)
  if (moved > 0) await queueMail(tx, { kind: 'order_problem', orderId, dedupeKey: `problem:${orderId}:payment` })

  return null
}

type Duplicate = Proof & { duplicate: 'second' | 'late'; items: LockedItem[] }

async function refundDuplicate(payment: PaymentRow, { object, tx, duplicate, items }: Duplicate): Promise<Next> {
  const { orderId, id } = payment
  await recordOrderEvent({ orderId, kind: 'surplus_returned', data: { reason: duplicate } }, tx)
  const amountMinor = Math.min(object.capturedMinor, payment.amountMinor)
  if (amountMinor > 0 && items.length > 0) {
    await addRefund(
      {
        payment: { id, refundedMinor: payment.refundedMinor },
        kind: 'AUTOMATIC',
        reason: duplicate,
        requestedBy: 'store',
        shares: duplicateShares(items, amountMinor, payment.currency),
      },
      tx,
    )
  }

  return 'again'
}

/** Makes the items of a proven payment ready to be ordered, in the same commit, those that waited for it with a person too. */
async function makeReady(payment: PaymentRow, unpaid: ItemInReview[], tx: Tx): Promise<void> {
  const { orderId } = payment
  const awaiting = await tx.orderItem.findMany({
    where: { orderId, state: 'AWAITING_PAYMENT' },
    select: { id: true, evidence: true },
  })
  const changes = { reason: null, ...(await placeFromNow(tx)) }
  await moveItemsOfOrder(orderId, { from: 'AWAITING_PAYMENT', to: 'READY', changes }, tx)
  // What a person let wait again may have been ordered all the same.
  const found = awaiting.filter(({ evidence }) => toRecord(evidence).candidates !== undefined)
  await checkFirst(
    found.map(({ id }) => id),
    tx,
  )
  await resumeItems(orderId, unpaid, tx)
  await wakeItemsOfOrder(orderId, tx)
  if (payment.provider === 'no_charge') {
    await recordOrderEvent({ orderId, kind: 'not_charged' }, tx)

    return
  }
  await recordOrderEvent({ orderId, kind: 'paid', data: { amountMinor: payment.amountMinor } }, tx)
  await queueMail(tx, { kind: 'order_paid', orderId, dedupeKey: `paid:${orderId}` })
}

/** Lets items go on that a person had, now that their money is here. */
async function resumeItems(orderId: string, items: ItemInReview[], tx: Tx): Promise<void> {
  const times = await placeFromNow(tx)
  // Nobody is sold what they have withdrawn from: the money goes back instead.
  const withdrawn = (await findStatement(orderId, tx)) ? { cancelRequestedAt: times.readyAt } : {}
  for (const item of items) {
    const { to, changes } = resumeMove(item, times)
    const move = { from: 'HELD' as const, to, changes: { ...changes, ...withdrawn }, only: [item.id] }
    await moveItemsOfOrder(orderId, move, tx)
  }
  await checkFirst(
    items.filter(({ reason }) => reason === UNPAID.reason).map(({ id }) => id),
    tx,
  )
}

/** Makes what is ready one of unknown fate: an order was seen for it before it was paid, so it is looked for before any call. */
async function checkFirst(itemIds: string[], tx: Tx): Promise<void> {
  for (const id of itemIds) {
    const item = await getWorkItem(id, tx)
    if (item?.state !== 'READY') continue
    const { orderId } = item
    const changes = { unknownSince: await databaseNow(tx) }
    await moveItemsOfOrder(orderId, { from: 'READY', to: 'PLACING', only: [id] }, tx)
    await moveItemsOfOrder(orderId, { from: 'PLACING', to: 'UNKNOWN', changes, only: [id] }, tx)
    await addUnknownAttempt(item, tx)
    await recordOrderEvent({ orderId, itemId: id, kind: 'unknown', data: { reason: 'recovered' } }, tx)
  }
}

// What a person gets to see before anything is bought or handed over for it.
const STOPPED = ['READY', 'REJECTED', 'PLACED', 'CAPTURING'] as const

/**
 * Understands a hold of which a part was taken before this database knew: the items it left out are never bought again.
 * Where the sum does not tell which those are, a person does. Does nothing for a hold that was taken whole.
 */
export async function noteTakenInPart(payment: PaymentRow, object: ProviderPayment, tx: Tx): Promise<void> {
  const { capturedMinor } = object
  if (capturedMinor <= 0 || capturedMinor >= payment.amountMinor) return
  const leftOut = guessLeftOut(await lockItemsOfOrder(payment.orderId, tx), capturedMinor)
  const isClear = leftOut?.every(({ state }) => state === 'READY' || state === 'REFUND_DUE') ?? false
  if (!leftOut || !isClear) return requestReview(payment, capturedMinor, tx)
  const { orderId } = payment
  const only = leftOut.map(({ id }) => id)
  await leaveOutOfCapture(only, tx)
  const changes = { reason: 'not_placed' satisfies ExitReason }
  await moveItemsOfOrder(orderId, { from: 'READY', to: 'REFUND_DUE', changes, only }, tx)
  for (const itemId of only) {
    await recordOrderEvent({ orderId, itemId, kind: 'not_placed', data: { reason: changes.reason } }, tx)
  }
  await wakeItemsOfOrder(orderId, tx)
}

async function requestReview({ id, orderId, amountMinor }: PaymentRow, captured: number, tx: Tx): Promise<void> {
  const evidence = { asked: amountMinor, captured }
  const changes = { reason: 'payment_mismatch' satisfies ReviewReason, evidence }
  for (const from of STOPPED) await moveItemsOfOrder(orderId, { from, to: 'HELD', changes }, tx)
  await openDiscrepancy({ kind: 'payment_mismatch', subject: id, orderId, evidence }, tx)
  await recordOrderEvent({ orderId, kind: 'held', data: { reason: changes.reason } }, tx)
}

/**
 * Looks whether more has come of a bank transfer than its payment knows. What differed from the price goes on with its
 * order once all of it is the price; what comes when the order has its money, or gives it back, is to be sent back.
 */
export async function noteFurtherMoney(payment: PaymentRow, lease: Lease): Promise<Next> {
  const object = await readObject(payment)
  if (!object) return null

  return transaction(async (tx) => {
    const current = await lockLeasedPayment(lease, tx)
    if (current.state !== payment.state || current.reason !== payment.reason) return 'again'
    if (current.reason === 'mismatch') return judgeAgain(current, object, tx)
    const more = object.capturedMinor - current.capturedMinor
    if (more <= 0 || object.amount.currency !== current.currency) return null
    await keepSum(current, object, { amountMinor: object.capturedMinor, reason: current.reason }, tx)
    const reason = isReturned(current.reason) ? current.reason : 'over'
    await recordOrderEvent({ orderId: current.orderId, kind: 'surplus_returned', data: { reason } }, tx)
    if (isReturned(current.reason)) return 'again'
    await addOverpaidRefund(current, { amountMinor: more, requestedBy: 'store' }, tx)

    return null
  })
}

async function judgeAgain(payment: PaymentRow, object: ProviderPayment, tx: Tx): Promise<Next> {
  const { orderId, amountMinor } = payment
  const misfits = await findPaidMisfits(payment, object, tx)
  const items = await listInReviewFor(orderId, { reason: 'payment_mismatch' }, tx)
  if (misfits.length > 0) {
    const capturedMinor = Math.min(object.capturedMinor, amountMinor)
    if (capturedMinor !== payment.capturedMinor) {
      await keepSum(payment, { ...object, capturedMinor }, { amountMinor, reason: 'mismatch' }, tx)
    }
    const evidence = paidEvidence(payment, object, misfits)
    for (const { id, epoch } of items) await noteOnItem({ id, epoch }, { evidence }, tx)

    return null
  }
  const paying = await findPayingPayment(orderId, tx)
  const waiting = [...items, ...(await listInReviewFor(orderId, UNPAID, tx))]
  const reason = waiting.length > 0 ? null : paying ? 'second' : 'late'
  await keepSum(payment, object, { amountMinor, reason }, tx)
  await closeDiscrepancies({ kind: 'payment_mismatch', subject: payment.id, resolution: 'accepted' }, tx)
  if (reason !== null) return 'again'
  await resumeItems(orderId, waiting, tx)
  await recordOrderEvent({ orderId, kind: 'paid', data: { amountMinor } }, tx)
  await queueMail(tx, { kind: 'order_paid', orderId, dedupeKey: `paid:${orderId}` })
  await wakeItemsOfOrder(orderId, tx)

  return null
}

type Kept = { amountMinor: number; reason: string | null }

function keepSum({ id, currency }: PaymentRow, { capturedMinor }: ProviderPayment, kept: Kept, tx: Tx): Promise<void> {
  return takeOverSums(id, { ...kept, currency, capturedMinor }, tx)
}

import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { db, type Tx, transaction } from '#lib/core/repository/client.ts'
import { type Lease, wakeRow } from '#lib/core/repository/leases.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission, type StaffMember } from '#lib/core/rules/caller.ts'
import type { BodyOf } from '#lib/core/rules/contract.ts'
import { currencyCodeSchema } from '#lib/core/rules/field-schemas.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { money } from '#lib/core/rules/money.ts'
import { isReturned } from '#lib/core/rules/payment-method.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { failpoint } from '#lib/fulfilment/commands/fulfil-item/failpoint.ts'
import { type Next, withLease } from '#lib/fulfilment/commands/with-lease.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { moveItem, wakeItemsOfOrder } from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { paymentProvider } from '#lib/payments/commands/payments.ts'
import { isOutcomeOpen, PaymentError, type ProviderRefund } from '#lib/payments/providers/index.ts'
import { bookRefund, closeDiscrepancyBy, sumPaidElsewhere } from '#lib/payments/repository/judged-payments.ts'
import { lockPayment, type PaymentRow } from '#lib/payments/repository/payments.ts'
import { scaled } from '#lib/provider/commands/throttle.ts'
import { openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'
import {
  addRefund,
  getRefund,
  isAnotherRefundOut,
  moveRefund,
  noteMoneyBack,
  type RefundRow,
  type RefundShare,
  restOfItem,
  sumRefundsOfEsim,
  sumRefundsOfPayment,
  sumShares,
} from '#lib/refunds/repository/refunds.ts'
import type { resolveRefundCall } from '#lib/refunds/schema.ts'

/** Does everything that is due about a claimed refund: asks for it once, and finds out how that ended. */
export async function runRefund(lease: Lease): Promise<void> {
  await withLease('Refund', lease, async () => {
    const refund = await getRefund(lease.id)
    if (refund) await failpoint(`refund:${refund.state}`)
    if (refund?.state === 'INTENDED') return sendIntended(refund, lease)
    if (refund?.state === 'SENT') return settleSent(refund, lease)

    return null
  })
  wakeWorker()
}

async function sendIntended(refund: RefundRow, lease: Lease): Promise<Next> {
  return transaction(async (tx) => {
    const payment = await lockPayment(refund.paymentId, tx)
    // One at a time per payment: the provider compares our idea of what was refunded before with its own.
    if (await isAnotherRefundOut({ id: refund.id, paymentId: payment.id }, tx)) return scaled(TIMERS.sessionGrace)
    const atProvider = payment.refundedMinor - (await sumPaidElsewhere(payment.id, tx))
    const changes = { sentAt: new Date(), expectedRefundedSoFar: atProvider }

    return (await moveRefund(lease, { from: 'INTENDED', to: 'SENT', changes }, tx)) ? 'again' : null
  })
}

async function settleSent(refund: RefundRow, lease: Lease): Promise<Next> {
  const known = await findAtProvider(refund)
  await failpoint('refund_noted')
  if (known) return noteAnswer(refund, { lease, known })
  const { objectId, currency } = refund.payment
  if (!objectId) throw new Error('A refund has no payment object.')
  const code = currencyCodeSchema.parse(currency)
  try {
    const done = await paymentProvider(refund.payment.provider).refund({
      key: refund.key,
      paymentId: objectId,
      amount: money(refund.amountMinor, code),
      expectedRefundedSoFar: money(refund.expectedRefundedSoFar, code),
      reason: refund.reason,
    })
    await failpoint('refund_answered')

    return noteAnswer(refund, { lease, known: done })
  } catch (error) {
    if (isOutcomeOpen(error)) return scaled(TIMERS.placementRetry)
    if (!(error instanceof PaymentError)) throw error
    const after = await findAtProvider(refund)

    return after ? noteAnswer(refund, { lease, known: after }) : noteRefused(refund, { lease, code: error.code })
  }
}

/** The provider's own list is asked first: keys are forgotten after a day, the list is not. */
async function findAtProvider(refund: RefundRow): Promise<ProviderRefund | null> {
  const { objectId, provider } = refund.payment
  const list = objectId ? await paymentProvider(provider).listRefunds(objectId) : []

  return list.find(({ key }) => key === refund.key) ?? null
}

/** A refund that the bank sent back is not asked for again under its key; a person finds another way. */
function noteAnswer(refund: RefundRow, { lease, known }: { lease: Lease; known: ProviderRefund }): Promise<Next> {
  if (known.state === 'failed') return noteRefused(refund, { lease, code: 'returned' })

  return noteDone(refund, { lease, known })
}

async function noteDone(refund: RefundRow, { lease, known }: { lease: Lease; known: ProviderRefund }): Promise<Next> {
  return transaction(async (tx) => {
    await lockPayment(refund.paymentId, tx)
    const changes = { providerRefundId: known.id, doneAt: new Date() }
    if (!(await moveRefund(lease, { from: 'SENT', to: 'DONE', changes }, tx))) return null
    await tx.payment.update({
      where: { id: refund.paymentId },
      data: { refundedMinor: { increment: refund.amountMinor } },
      select: { id: true },
    })
    await noteMoneyBack(refund.id, tx)
    const { orderId, currency } = refund.payment
    const data = { amountMinor: refund.amountMinor, currency, reason: refund.reason }
    await recordOrderEvent({ orderId, kind: 'refunded', data }, tx)
    await tellBuyer({ id: refund.id, orderId }, tx)
    await wakeItemsOfOrder(orderId, tx)

    return null
  })
}

async function tellBuyer({ id, orderId }: { id: string; orderId: string }, tx: Tx): Promise<void> {
  await queueMail(tx, { kind: 'refund', orderId, dedupeKey: `refund:${id}`, payload: { refundId: id } })
}

async function noteRefused(refund: RefundRow, { lease, code }: { lease: Lease; code: string | null }): Promise<Next> {
  return transaction(async (tx) => {
    await lockPayment(refund.paymentId, tx)
    if (!(await moveRefund(lease, { from: 'SENT', to: 'REFUSED' }, tx))) return null
    await noteRefusal(refund, code, tx)

    return null
  })
}

async function noteRefusal(refund: RefundRow, code: string | null, tx: Tx): Promise<void> {
  const { orderId } = refund.payment
  const evidence = { amountMinor: refund.amountMinor, code: code ?? 'none' }
  await openDiscrepancy({ kind: 'refund_refused', subject: refund.id, orderId, evidence }, tx)
  await recordOrderEvent({ orderId, kind: 'refund_refused', data: evidence }, tx)
  await wakeItemsOfOrder(orderId, tx)
}

/** What can be done about a refund that its provider has refused. */
type RefundAction = BodyOf<typeof resolveRefundCall>['act']

export type RefundInput = { orderId: string; refundId: string; act: RefundAction; reason: string }

/**
 * Settles a refused refund: asks the provider once more, as an act of its own, or books that the money went back another
 * way. Lines that wait for it go on.
 *
 * Throws `forbidden`, `not_found`, `conflict` when it was settled before, or is to be asked for and the payment, an item or an
 * eSIM of it has not so much left.
 */
export async function settleRefund(caller: Caller, input: RefundInput): Promise<void> {
  const staff = requirePermission(caller, 'refunds.settle')
  const refund = await getRefund(input.refundId)
  if (refund?.payment.orderId !== input.orderId) throw new AppError('not_found', 'There is no such refund.')
  await transaction(async (tx) => {
    const payment = await lockPayment(refund.paymentId, tx)
    await requireUnsettled(refund, tx)
    const amountMinor = await (input.act === 'try_again' ? tryAgain : bookElsewhere)(refund, { staff, payment, tx })
    await note({ refundId: refund.id, amountMinor }, { input, staff, tx })
    await wakeItemsInReview(input.orderId, tx)
  })
  wakeWorker()
}

/** The open difference of a refused refund is what says that nobody has settled it. */
async function requireUnsettled(refund: RefundRow, tx: Tx): Promise<void> {
  const open = await tx.discrepancy.count({ where: { kind: 'refund_refused', subject: refund.id, closedAt: null } })
  if (refund.state !== 'REFUSED' || open === 0) {
    throw new AppError('conflict', 'This refund is settled.', { reason: 'changed' })
  }
}

/**
 * Returns what of a refund its payment, items and eSIMs have not got back on another way since: all of it, a part, or nothing.
 * Where no line has a share in it, and of money that pays for nothing, the payment alone counts.
 */
async function leftOf(
  { amountMinor, items }: RefundRow,
  { payment, tx }: { payment: PaymentRow; tx: Tx },
): Promise<{ amountMinor: number; shares: RefundShare[] }> {
  let left = payment.capturedMinor - (await sumRefundsOfPayment(payment.id, tx))
  if (items.length === 0) return { amountMinor: Math.max(0, Math.min(amountMinor, left)), shares: [] }
  const shares: RefundShare[] = []
  const ofItems = new Map<string, number>()
  for (const share of items) {
    const { itemId } = share
    const ofItem = ofItems.get(itemId) ?? (await leftOfItem(itemId, { payment, tx }))
    const least = Math.min(share.amountMinor, left, ofItem, await leftOfEsim(share, { payment, tx }))
    if (least > 0) shares.push({ ...share, amountMinor: least })
    left -= Math.max(0, least)
    ofItems.set(itemId, ofItem - Math.max(0, least))
  }

  return { amountMinor: sumShares(shares), shares }
}

async function leftOfItem(id: string, { payment, tx }: { payment: PaymentRow; tx: Tx }): Promise<number> {
  if (isReturned(payment.reason)) return Number.POSITIVE_INFINITY

  return restOfItem(id, payment.id, tx)
}

async function leftOfEsim({ esimId }: RefundShare, { payment, tx }: { payment: PaymentRow; tx: Tx }): Promise<number> {
  if (esimId === null || isReturned(payment.reason)) return Number.POSITIVE_INFINITY
  const { priceShareMinor } = await tx.esim.findUniqueOrThrow({
    where: { id: esimId },
    select: { priceShareMinor: true },
  })

  return priceShareMinor - (await sumRefundsOfEsim(esimId, tx))
}

type Settling = { staff: StaffMember; payment: PaymentRow; tx: Tx }

async function tryAgain(refund: RefundRow, { staff, payment, tx }: Settling): Promise<number> {
  const { kind, reason, amountMinor, items: shares } = refund
  if ((await leftOf(refund, { payment, tx })).amountMinor < amountMinor)
    throw new AppError('conflict', 'Not so much is left.', { reason: 'no_money' })
  await addRefund({ payment, kind, reason, requestedBy: actorOf(staff), amountMinor, shares }, tx)

  return amountMinor
}

/** Returns what was left to book: some or all of it may have been booked by another name meanwhile. */
async function bookElsewhere(refund: RefundRow, { staff, payment, tx }: Settling): Promise<number> {
  const { kind, reason, items: shares } = refund
  const id = newId('rfd')
  const left = await leftOf(refund, { payment, tx })
  const requestedBy = actorOf(staff)
  const bookedMinor = await bookRefund(payment, { id, by: 'elsewhere', kind, reason, requestedBy, ...left }, tx)
  if (bookedMinor > 0) await tellBuyer({ id, orderId: refund.payment.orderId }, tx)
  const esimIds = shares.flatMap(({ esimId }) => esimId ?? [])
  await tx.esim.updateMany({
    where: { id: { in: esimIds }, cancelState: 'MONEY_DUE' },
    data: { cancelState: 'MONEY_BACK' },
  })

  return bookedMinor
}

async function note(
  settled: { refundId: string; amountMinor: number },
  { input, staff, tx }: { input: RefundInput; staff: StaffMember; tx: Tx },
): Promise<void> {
  const { orderId, act, reason } = input
  const actor = actorOf(staff)
  const isAgain = act === 'try_again'
  await closeDiscrepancyBy({ kind: 'refund_refused', subject: settled.refundId }, { by: actor, resolution: act }, tx)
  await recordAudit(
    {
      actor,
      role: staff.role,
      act: isAgain ? 'refund.repeated' : 'refund.paid_elsewhere',
      subject: orderId,
      reason,
      after: settled,
    },
    tx,
  )
  const data = { amountMinor: settled.amountMinor }
  await recordOrderEvent({ orderId, kind: isAgain ? 'refund_repeated' : 'refunded_elsewhere', actor, data }, tx)
}

/** Lines that were held for the refusal find their money on its way, or back. */
async function wakeItemsInReview(orderId: string, tx: Tx): Promise<void> {
  const items = await tx.orderItem.findMany({
    where: { orderId, state: 'HELD', reason: 'refund_refused' },
    select: { id: true, epoch: true },
  })
  for (const lease of items) {
    await moveItem(lease, { from: 'HELD', to: 'REFUND_DUE', changes: { reason: 'staff_refund' } }, tx)
    await wakeRow('Line', lease.id, tx)
  }
}

/** Marks a payout by bank as done: a person has made the transfer. Throws `forbidden`, `not_found`, `conflict`. */
export async function markPayoutDone(
  caller: Caller,
  input: { orderId: string; payoutId: string; reason: string },
): Promise<void> {
  const staff = requirePermission(caller, 'payments.receive')
  const { orderId, payoutId, reason } = input
  const payout = await db().bankPayout.findFirst({
    where: { id: payoutId, transfer: { orderId } },
    select: { amountMinor: true },
  })
  if (!payout) throw new AppError('not_found', 'There is no such payout.')
  const actor = actorOf(staff)
  await transaction(async (tx) => {
    const difference = { kind: 'transfer_payout', subject: payoutId }
    if (!(await closeDiscrepancyBy(difference, { by: actor, resolution: 'paid_out' }, tx))) {
      throw new AppError('conflict', 'It was paid out before.', { reason: 'changed' })
    }
    const { amountMinor } = payout
    await recordAudit(
      { actor, role: staff.role, act: 'payout.done', subject: orderId, reason, after: { payoutId, amountMinor } },
      tx,
    )
    await recordOrderEvent({ orderId, kind: 'payout_done', actor, data: { amountMinor } }, tx)
  })
}

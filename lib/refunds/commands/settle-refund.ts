import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { db, type Tx, transaction } from '#lib/core/repository/client.ts'
import { wakeRow } from '#lib/core/repository/leases.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission, type StaffMember } from '#lib/core/rules/caller.ts'
import type { BodyOf } from '#lib/core/rules/contract.ts'
import { moveItem } from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { bookRefund, closeDiscrepancyBy } from '#lib/payments/repository/judged-payments.ts'
import { lockPayment, type PaymentRow } from '#lib/payments/repository/payments.ts'
import { addRefund, getRefund, type RefundRow, sumRefundsOfPayment } from '#lib/refunds/repository/refunds.ts'
import type { resolveRefundCall } from '#lib/refunds/schema.ts'

/** What can be done about a refund that its provider has refused. */
type RefundAct = BodyOf<typeof resolveRefundCall>['act']

export type RefundInput = { orderId: string; refundId: string; act: RefundAct; reason: string }

/**
 * Settles a refused refund: asks the provider once more, as an act of its own, or books that the money went back another
 * way. Lines that wait for it go on.
 *
 * Throws `forbidden`, `not_found`, `conflict` when it was settled before or the payment has not so much left.
 */
export async function settleRefund(caller: Caller, input: RefundInput): Promise<void> {
  const staff = requirePermission(caller, 'refunds.settle')
  const refund = await getRefund(input.refundId)
  if (refund?.payment.orderId !== input.orderId) throw new AppError('not_found', 'There is no such refund.')
  await transaction(async (tx) => {
    const payment = await lockPayment(refund.paymentId, tx)
    await requireUnsettled(refund, { payment, tx })
    if (input.act === 'try_again') await tryAgain(refund, { staff, payment, tx })
    else await bookElsewhere(refund, { staff, payment, tx })
    await note(refund, { input, staff, tx })
    await wakeHeld(input.orderId, tx)
  })
  wakeWorker()
}

/** The open difference of a refused refund is what says that nobody has settled it. */
async function requireUnsettled(refund: RefundRow, { payment, tx }: { payment: PaymentRow; tx: Tx }): Promise<void> {
  const open = await tx.discrepancy.count({ where: { kind: 'refund_refused', subject: refund.id, closedAt: null } })
  if (refund.state !== 'REFUSED' || open === 0) {
    throw new AppError('conflict', 'This refund is settled.', { reason: 'changed' })
  }
  const left = payment.capturedMinor - (await sumRefundsOfPayment(payment.id, tx))
  if (left < refund.amountMinor) throw new AppError('conflict', 'Not so much is left.', { reason: 'no_money' })
}

type Settling = { staff: StaffMember; payment: PaymentRow; tx: Tx }

async function tryAgain(refund: RefundRow, { staff, payment, tx }: Settling): Promise<void> {
  const { kind, reason, items: shares } = refund
  await addRefund({ payment, kind, reason, requestedBy: actorOf(staff), shares }, tx)
}

async function bookElsewhere(refund: RefundRow, { staff, payment, tx }: Settling): Promise<void> {
  const { kind, reason, items: shares } = refund
  const requestedBy = actorOf(staff)
  await bookRefund(payment, { by: 'elsewhere', kind, reason, requestedBy, shares }, tx)
  const esimIds = shares.flatMap(({ esimId }) => esimId ?? [])
  await tx.esim.updateMany({
    where: { id: { in: esimIds }, cancelState: 'MONEY_DUE' },
    data: { cancelState: 'MONEY_BACK' },
  })
}

async function note(
  refund: RefundRow,
  { input, staff, tx }: { input: RefundInput; staff: StaffMember; tx: Tx },
): Promise<void> {
  const { orderId, act, reason } = input
  const actor = actorOf(staff)
  const isAgain = act === 'try_again'
  await closeDiscrepancyBy({ kind: 'refund_refused', subject: refund.id }, { by: actor, resolution: act }, tx)
  await recordAudit(
    {
      actor,
      role: staff.role,
      act: isAgain ? 'refund.repeated' : 'refund.paid_elsewhere',
      subject: orderId,
      reason,
      after: { refundId: refund.id, amountMinor: refund.amountMinor },
    },
    tx,
  )
  const data = { amountMinor: refund.amountMinor }
  await recordOrderEvent({ orderId, kind: isAgain ? 'refund_repeated' : 'refunded_elsewhere', actor, data }, tx)
}

/** Lines that were held for the refusal find their money on its way, or back. */
async function wakeHeld(orderId: string, tx: Tx): Promise<void> {
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

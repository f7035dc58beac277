import 'server-only'
import { surplusShares } from '#lib/cancellations/commands/surplus-shares.ts'
import type { Tx } from '#lib/core/repository/client.ts'
import { databaseNow, type Lease } from '#lib/core/repository/leases.ts'
import type { Next } from '#lib/fulfilment/commands/hold-lease.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { type LockedLine, lockLinesOfOrder, moveLinesOfOrder, wakeLinesOfOrder } from '#lib/orders/repository/lines.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import type { HoldReason } from '#lib/orders/rules/line-reasons.ts'
import { noteTakenInPart } from '#lib/payments/commands/taken-in-part.ts'
import type { ProviderPayment } from '#lib/payments/providers/index.ts'
import { accountOf } from '#lib/payments/repository/payment-accounts.ts'
import { findPayingPayment, movePayment, type PaymentRow } from '#lib/payments/repository/payments.ts'
import { findMisfits, type Misfit } from '#lib/payments/rules/payment-proof.ts'
import { openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'
import { addRefund } from '#lib/refunds/repository/refunds.ts'

type Proof = { lease: Lease; object: ProviderPayment; tx: Tx }

/** Decides what proven money is: for this order, surplus that goes back by itself, or something a person must see. */
export async function judgePaid(payment: PaymentRow, proof: Proof): Promise<Next> {
  const { tx, object } = proof
  const order = await tx.order.findUniqueOrThrow({ where: { id: payment.orderId }, select: { id: true, number: true } })
  const account = await accountOf(payment.provider, object.account, tx)
  const misfits = findMisfits({ ...payment, orderId: order.id, orderNumber: order.number, account }, object)
  const lines = await lockLinesOfOrder(order.id, tx)
  const isWaiting = lines.some((line) => line.state === 'AWAITING_PAYMENT')
  const paying = await findPayingPayment(order.id, tx)
  const isSurplus = !isWaiting || (paying !== null && paying.id !== payment.id)
  const surplus = isSurplus ? (paying && paying.id !== payment.id ? 'second' : 'late') : null
  const reason = misfits.length > 0 ? 'mismatch' : surplus
  if (!(await movePayment(proof.lease, toMove(payment, { object, reason }), tx))) return null
  if (misfits.length > 0) return holdForPerson(payment, { ...proof, misfits })
  if (surplus) return returnSurplus(payment, { ...proof, surplus, lines })
  await makeReady(payment, tx)
  await noteTakenInPart(payment, object, tx)

  return 'again'
}

function toMove(payment: PaymentRow, { object, reason }: { object: ProviderPayment; reason: string | null }) {
  // What is given away counts as taken, although it is nothing.
  const isTaken = object.capturedMinor > 0 || object.state === 'captured'
  const changes = {
    reason,
    objectId: object.id ?? payment.objectId,
    holdExpiresAt: object.holdExpiresAt,
    lastReadAt: new Date(),
    payUrl: null,
    // A larger sum than asked for is a mismatch, kept as evidence; the row's own sums stay inside what was asked.
    capturedMinor: Math.min(object.capturedMinor, payment.amountMinor),
  }

  return { from: payment.state, to: isTaken ? 'CAPTURED' : 'AUTHORISED', changes } as const
}

async function holdForPerson(
  payment: PaymentRow,
  { object, tx, misfits }: Proof & { misfits: Misfit[] },
): Promise<Next> {
  const { orderId } = payment
  const evidence = {
    misfits,
    asked: { minor: payment.amountMinor, currency: payment.currency, isTest: payment.isTest },
    paid: { minor: object.amount.minor, currency: object.amount.currency, isTest: object.isTest },
    reference: object.reference,
  }
  const changes = { reason: 'payment_mismatch' satisfies HoldReason, evidence }
  const held = await moveLinesOfOrder(orderId, { from: 'AWAITING_PAYMENT', to: 'HELD', changes }, tx)
  await openDiscrepancy({ kind: 'payment_mismatch', subject: payment.id, orderId, evidence }, tx)
  await recordOrderEvent({ orderId, kind: 'held', data: { reason: 'payment_mismatch' } }, tx)
  if (held > 0) await queueMail(tx, { kind: 'order_problem', orderId, dedupeKey: `problem:${orderId}:payment` })

  return null
}

type Surplus = Proof & { surplus: 'second' | 'late'; lines: LockedLine[] }

async function returnSurplus(payment: PaymentRow, { object, tx, surplus, lines }: Surplus): Promise<Next> {
  const { orderId, id } = payment
  await recordOrderEvent({ orderId, kind: 'surplus_returned', data: { reason: surplus } }, tx)
  const amountMinor = Math.min(object.capturedMinor, payment.amountMinor)
  if (amountMinor > 0 && lines.length > 0) {
    await addRefund(
      {
        payment: { id, refundedMinor: payment.refundedMinor },
        kind: 'AUTOMATIC',
        reason: surplus,
        requestedBy: 'store',
        shares: surplusShares(lines, amountMinor, payment.currency),
      },
      tx,
    )
  }

  return 'again'
}

/** Makes the lines of a proven payment ready to be ordered, in the same commit. */
async function makeReady(payment: PaymentRow, tx: Tx): Promise<void> {
  const { orderId } = payment
  const readyAt = await databaseNow(tx)
  await moveLinesOfOrder(orderId, { from: 'AWAITING_PAYMENT', to: 'READY', changes: { readyAt, reason: null } }, tx)
  await wakeLinesOfOrder(orderId, tx)
  if (payment.provider === 'no_charge') {
    await recordOrderEvent({ orderId, kind: 'not_charged' }, tx)

    return
  }
  await recordOrderEvent({ orderId, kind: 'paid', data: { amountMinor: payment.amountMinor } }, tx)
  await queueMail(tx, { kind: 'order_paid', orderId, dedupeKey: `paid:${orderId}` })
}

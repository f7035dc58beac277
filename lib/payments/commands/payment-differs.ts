import 'server-only'
import type { Tx } from '#lib/core/repository/client.ts'
import { type Lease, wakeRow } from '#lib/core/repository/leases.ts'
import { isReturned } from '#lib/core/rules/payment-method.ts'
import { lockItemsOfOrder, moveItemsOfOrder } from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import type { ReviewReason } from '#lib/orders/rules/item-states.ts'
import type { ProviderPayment } from '#lib/payments/providers/index.ts'
import {
  bookLost,
  hasUnbookedLoss,
  listInReviewFor,
  payUnpaidReturns,
  sumPaidElsewhere,
  sumRefundsAtProvider,
  takeOverSums,
} from '#lib/payments/repository/judged-payments.ts'
import { movePayment, type PaymentRow } from '#lib/payments/repository/payments.ts'
import { closeDiscrepancies, isSettledByPerson, openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'

const STOPPED_BY_DISPUTE = ['READY', 'REJECTED', 'PLACED', 'CAPTURING', 'FETCHING', 'DELIVERABLE'] as const

type Told = { object: ProviderPayment; lease: Lease; tx: Tx }

/** Stops what has not been delivered when a payment is disputed. `false` where it is not, was before, or a person has decided. */
export async function hasStoppedForDispute(payment: PaymentRow, { object, lease, tx }: Told): Promise<boolean> {
  if (object.state !== 'disputed' || payment.state === 'DISPUTED') return false
  const { id: subject, orderId } = payment
  const dispute = { kind: 'dispute', subject, mark: `disputes:${object.disputes ?? 'some'}` } as const
  // A person may have called it over before the bank had the money: what is lost and not booked is none that is settled.
  const isOver = await isSettledByPerson(dispute, tx)
  if (isOver && !(await hasUnbookedLoss(payment, object.lostMinor ?? 0, tx))) return false
  await movePayment(lease, { from: payment.state, to: 'DISPUTED' }, tx)
  await lockItemsOfOrder(orderId, tx)
  // Money that pays for nothing stops nothing that other money has bought.
  for (const from of isReturned(payment.reason) ? [] : STOPPED_BY_DISPUTE) {
    await moveItemsOfOrder(orderId, { from, to: 'HELD', changes: { reason: 'disputed' satisfies ReviewReason } }, tx)
  }
  await openDiscrepancy({ ...dispute, orderId, evidence: { amountMinor: payment.capturedMinor } }, tx)
  await recordOrderEvent({ orderId, kind: 'disputed' }, tx)

  return true
}

/**
 * Ends a dispute as the bank has ended it, unless items wait for a person who decides about them. One that was won is over. Of
 * one that was lost the bank has the money: it is booked, and the order stays barred.
 */
export async function endDisputeAsTold(payment: PaymentRow, { object, lease, tx }: Told): Promise<void> {
  await lockItemsOfOrder(payment.orderId, tx)
  const isDecided = (await listInReviewFor(payment.orderId, { reason: 'disputed' }, tx)).length === 0
  if (!isDecided && !isReturned(payment.reason)) return
  const close = (resolution: 'agrees' | 'lost') =>
    closeDiscrepancies({ kind: 'dispute', subject: payment.id, resolution }, tx)
  if (object.state === 'captured') {
    await movePayment(lease, { from: 'DISPUTED', to: 'CAPTURED' }, tx)
    await payUnpaidReturns(payment, tx)
    await close('agrees')
  }
  const { lostMinor = 0 } = object
  if (lostMinor <= 0) return
  await bookLost(payment, { lostMinor, requestedBy: 'store' }, tx)
  await close('lost')
}

/** A refund made at the provider's own pages, or one of ours that came back, is not ours to book; a person has to. */
export async function noteForeignRefund(payment: PaymentRow, object: ProviderPayment, tx: Tx): Promise<void> {
  // What went back on other ways stands in our books alone.
  const elsewhere = await sumPaidElsewhere(payment.id, tx)
  const planned = await sumRefundsAtProvider(payment.id, tx)
  if (object.refundedMinor <= planned && object.refundedMinor >= payment.refundedMinor - elsewhere) return
  const evidence = { atProvider: object.refundedMinor, ours: planned }
  const differing = { kind: 'refund_differs', subject: payment.id, mark: `refunded:${object.refundedMinor}` } as const
  await openDiscrepancy({ ...differing, orderId: payment.orderId, evidence }, tx)
}

type Differing = { asked: number; object: ProviderPayment; tx: Tx }

/** Somebody else took another sum: what was bought is not handed over before a person has seen why. */
export async function reviewDiffering({ id, orderId }: PaymentRow, { asked, object, tx }: Differing): Promise<void> {
  const evidence = { asked, captured: object.capturedMinor }
  const changes = { reason: 'payment_mismatch' satisfies ReviewReason, evidence }
  await moveItemsOfOrder(orderId, { from: 'CAPTURING', to: 'HELD', changes }, tx)
  await openDiscrepancy({ kind: 'payment_mismatch', subject: id, orderId, evidence }, tx)
  await recordOrderEvent({ orderId, kind: 'held', data: { reason: changes.reason } }, tx)
}

/** Gives money back that differs from what was asked for, whatever it is: a hold is released, taken money is refunded. */
export async function giveDifferingBack({ id }: PaymentRow, { amount, capturedMinor }: ProviderPayment, tx: Tx) {
  const sum = { amountMinor: Math.max(amount.minor, capturedMinor), currency: amount.currency }
  await takeOverSums(id, { ...sum, capturedMinor, reason: 'given_back' }, tx)
  await wakeRow('Payment', id, tx)

  return sum
}

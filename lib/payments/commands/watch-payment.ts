import 'server-only'
import { surplusShares } from '#lib/cancellations/commands/surplus-shares.ts'
import { db, type Tx, transaction } from '#lib/core/repository/client.ts'
import { databaseNow, type Lease } from '#lib/core/repository/leases.ts'
import type { Next } from '#lib/fulfilment/commands/hold-lease.ts'
import { lockLinesOfOrder, moveLinesOfOrder, wakeLinesOfOrder } from '#lib/orders/repository/lines.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import type { HoldReason } from '#lib/orders/rules/line-reasons.ts'
import { applyObject } from '#lib/payments/commands/prove-payment.ts'
import { objectIds, reading, readObject } from '#lib/payments/commands/read-object.ts'
import { noteTakenInPart } from '#lib/payments/commands/taken-in-part.ts'
import type { ProviderPayment } from '#lib/payments/providers/index.ts'
import { sumPaidElsewhere } from '#lib/payments/repository/judged-payments.ts'
import { lockHeldPayment, lockPayment, movePayment, type PaymentRow } from '#lib/payments/repository/payments.ts'
import { markEventsApplied } from '#lib/payments/repository/provider-events.ts'
import { openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'
import { addRefund, sumRefundsOfPayment } from '#lib/refunds/repository/refunds.ts'

const STOPPED_BY_DISPUTE = ['READY', 'REJECTED', 'PLACED', 'CAPTURING', 'FETCHING', 'DELIVERABLE'] as const

/** Tells whether a provider's event about this payment has not been looked into yet. */
export async function hasNews(payment: PaymentRow): Promise<boolean> {
  const count = await db().providerEvent.count({
    where: { provider: payment.provider, objectId: { in: objectIds(payment, null) }, state: 'RECEIVED' },
  })

  return count > 0
}

/** Reads a payment that was given up: money that comes after the end goes back by itself. */
export async function watchEndedPayment(payment: PaymentRow, lease: Lease): Promise<Next> {
  const readAt = await databaseNow()
  const isNone = payment.state === 'VOIDED' || !(payment.sessionId || payment.objectId)
  const object = isNone ? null : await readObject(payment)
  if (isNone || (payment.state === 'FAILED' && payment.reason === 'not_capturable')) {
    await markEventsApplied(reading(payment, { object, readAt }))

    return null
  }

  return applyObject(payment, { lease, object, readAt })
}

/** Looks after taken money: surplus is given back, a dispute stops what has not been delivered. */
export async function watchTakenPayment(payment: PaymentRow, lease: Lease): Promise<Next> {
  if (['late', 'second', 'given_back'].includes(payment.reason ?? '')) await returnTaken(payment)
  if (await hasNews(payment)) return readNews(payment, lease)

  return null
}

/** Reads a payment that an event speaks of, and applies what has changed without our doing. */
export async function readNews(payment: PaymentRow, lease: Lease): Promise<Next> {
  const readAt = await databaseNow()
  const object = await readObject(payment)

  return transaction(async (tx) => {
    const current = await lockHeldPayment(lease, tx)
    await markEventsApplied(reading(payment, { object, readAt }), tx)
    if (!object || current.state !== payment.state) return 'again'
    if (object.state === 'disputed' && current.state !== 'DISPUTED') return stopForDispute(current, { lease, tx })
    const isGone = ['voided', 'expired', 'failed'].includes(object.state)
    if (current.state === 'AUTHORISED' && isGone) {
      await movePayment(lease, { from: 'AUTHORISED', to: 'FAILED', changes: { reason: 'not_capturable' } }, tx)
      await recordOrderEvent({ orderId: payment.orderId, kind: 'hold_lost' }, tx)
      await wakeLinesOfOrder(payment.orderId, tx)

      return null
    }
    if (current.state === 'AUTHORISED' && object.capturedMinor > 0 && object.capturedMinor < current.amountMinor) {
      const changes = { capturedMinor: object.capturedMinor }
      await movePayment(lease, { from: 'AUTHORISED', to: 'CAPTURED', changes }, tx)
      await noteTakenInPart(current, object, tx)
      await wakeLinesOfOrder(payment.orderId, tx)

      return 'again'
    }
    // With the sum from before the object was read: a refund that was booked since then is no difference.
    await noteForeignRefund(payment, object, tx)

    return 'again'
  })
}

async function stopForDispute(payment: PaymentRow, { lease, tx }: { lease: Lease; tx: Tx }): Promise<Next> {
  const { orderId } = payment
  await movePayment(lease, { from: payment.state, to: 'DISPUTED' }, tx)
  await lockLinesOfOrder(orderId, tx)
  for (const from of STOPPED_BY_DISPUTE) {
    await moveLinesOfOrder(orderId, { from, to: 'HELD', changes: { reason: 'disputed' satisfies HoldReason } }, tx)
  }
  await openDiscrepancy(
    { kind: 'dispute', subject: payment.id, orderId, evidence: { amountMinor: payment.capturedMinor } },
    tx,
  )
  await recordOrderEvent({ orderId, kind: 'disputed' }, tx)

  return null
}

/** A refund made at the provider's own pages, or one of ours that came back, is not ours to book; a person has to. */
async function noteForeignRefund(payment: PaymentRow, object: ProviderPayment, tx: Tx): Promise<void> {
  // What went back on other ways stands in our books alone.
  const elsewhere = await sumPaidElsewhere(payment.id, tx)
  const planned = (await sumRefundsOfPayment(payment.id, tx)) - elsewhere
  if (object.refundedMinor <= planned && object.refundedMinor >= payment.refundedMinor - elsewhere) return
  const evidence = { atProvider: object.refundedMinor, ours: planned }
  await openDiscrepancy({ kind: 'refund_differs', subject: payment.id, orderId: payment.orderId, evidence }, tx)
}

async function returnTaken(payment: PaymentRow): Promise<void> {
  await transaction(async (tx) => {
    const current = await lockPayment(payment.id, tx)
    const rest = current.capturedMinor - (await sumRefundsOfPayment(payment.id, tx))
    const lines = await lockLinesOfOrder(payment.orderId, tx)
    if (rest <= 0 || lines.length === 0) return
    await addRefund(
      {
        payment: current,
        kind: 'AUTOMATIC',
        reason: payment.reason ?? 'late',
        requestedBy: 'store',
        shares: surplusShares(lines, rest, payment.currency),
      },
      tx,
    )
  })
}

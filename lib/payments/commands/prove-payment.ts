import 'server-only'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { databaseNow, type Lease, LeaseLost } from '#lib/core/repository/leases.ts'
import { pollPause, TIMERS } from '#lib/core/rules/timers.ts'
import { failpoint } from '#lib/fulfilment/commands/fulfil-line/failpoint.ts'
import type { Next } from '#lib/fulfilment/commands/hold-lease.ts'
import { moveLinesOfOrder } from '#lib/orders/repository/lines.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { judgePaid } from '#lib/payments/commands/judge-paid.ts'
import { paymentProvider } from '#lib/payments/commands/payments.ts'
import { type Reading, reading, readObject } from '#lib/payments/commands/read-object.ts'
import { lockHeldPayment, movePayment, noteOnPayment, type PaymentRow } from '#lib/payments/repository/payments.ts'
import { markEventsApplied } from '#lib/payments/repository/provider-events.ts'
import { releaseUses } from '#lib/pricing/repository/promotions.ts'
import { scaled } from '#lib/provider/commands/time-scale.ts'

/** Reads an open payment and applies what it finds: paid, ended, or still open and read again later. */
export async function proveOpenPayment(payment: PaymentRow, lease: Lease): Promise<Next> {
  const now = await databaseNow()
  const endsAt = (payment.sessionEndsAt ?? payment.createdAt).getTime() + scaled(TIMERS.sessionGrace)
  const isOver = payment.replacedBy !== null || now.getTime() >= endsAt
  let object = await readObject(payment)
  if (isOver && object?.state === 'open' && payment.sessionId) {
    // Ended by us before it is given up, so that nobody pays for an order that has been closed.
    const act = { key: `payment:${payment.id}:expire:1`, sessionId: payment.sessionId }
    object = await paymentProvider(payment.provider).expireSession(act)
  }
  await failpoint('payment_read')
  if (object && object.state !== 'open') return applyObject(payment, { lease, object, readAt: now })
  if (isOver && object === null) return applyObject(payment, { lease, object: null, readAt: now })
  if (!(await noteOnPayment(lease, { polls: payment.polls + 1, lastReadAt: now }))) throw new LeaseLost()
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
  return transaction(async (tx) => {
    const current = await lockHeldPayment(lease, tx)
    if (current.state !== payment.state) return 'again'
    await markEventsApplied(reading(payment, { object, readAt }), tx)
    const isPaid = object !== null && ['authorised', 'captured', 'disputed'].includes(object.state)
    if (isPaid) return judgePaid(current, { lease, object, tx })
    if (current.state !== 'OPEN') return null

    return endUnpaid(current, { lease, object, tx })
  })
}

async function endUnpaid(
  payment: PaymentRow,
  { lease, object, tx }: Omit<Applied, 'readAt'> & { tx: Tx },
): Promise<Next> {
  const isDeclined = object?.state === 'failed'
  const move = { from: 'OPEN', to: isDeclined ? 'FAILED' : 'EXPIRED' } as const
  const changes = { reason: isDeclined ? 'declined' : null, lastReadAt: new Date(), payUrl: null }
  if (!(await movePayment(lease, { ...move, changes }, tx))) return null
  const others = await tx.payment.count({
    where: { orderId: payment.orderId, id: { not: payment.id }, state: { in: ['INTENDED', 'OPEN'] } },
  })
  if (others > 0) return null
  const reason = isDeclined ? 'payment_failed' : payment.replacedBy === null ? 'not_paid' : 'replaced'
  const moved = await moveLinesOfOrder(
    payment.orderId,
    { from: 'AWAITING_PAYMENT', to: 'EXPIRED', changes: { reason } },
    tx,
  )
  if (moved > 0) await recordOrderEvent({ orderId: payment.orderId, kind: 'expired', data: { reason } }, tx)
  await releaseUses(payment.orderId, tx)

  // One more look: a payment made in the last second of a session may show up after its end.
  return scaled(TIMERS.pollAfterEnd)
}

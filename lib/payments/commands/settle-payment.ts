import 'server-only'
import { duplicateShares } from '#lib/cancellations/commands/request-cancellation.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { db, type Tx, transaction } from '#lib/core/repository/client.ts'
import { claimOne, databaseNow, type Lease } from '#lib/core/repository/leases.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { currencyCodeSchema } from '#lib/core/rules/field-schemas.ts'
import { money } from '#lib/core/rules/money.ts'
import { isReturned } from '#lib/core/rules/payment-method.ts'
import { pollPause, TIMERS } from '#lib/core/rules/timers.ts'
import { failpoint } from '#lib/fulfilment/commands/fulfil-item/failpoint.ts'
import { claimer, type Next, withLease } from '#lib/fulfilment/commands/with-lease.ts'
import { type LockedItem, leaveOutOfCapture, lockItemsOfOrder, wakeItemsOfOrder } from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { openSession } from '#lib/payments/commands/open-session.ts'
import {
  endDisputeAsTold,
  hasStoppedForDispute,
  noteForeignRefund,
  reviewDiffering,
} from '#lib/payments/commands/payment-differs.ts'
import { paymentProvider } from '#lib/payments/commands/payments.ts'
import {
  applyObject,
  noteFurtherMoney,
  noteTakenInPart,
  proveOpenPayment,
} from '#lib/payments/commands/prove-payment.ts'
import { objectIds, reading, readObject } from '#lib/payments/commands/read-payment.ts'
import { isOutcomeOpen, PaymentError, type ProviderPayment } from '#lib/payments/providers/index.ts'
import {
  getPayment,
  lockLeasedPayment,
  lockPayment,
  markEventsApplied,
  movePayment,
  noteOnPayment,
  type PaymentRow,
} from '#lib/payments/repository/payments.ts'
import { isAllDecided, leftOutOf, sumAsked } from '#lib/payments/rules/payment.ts'
import { releaseUses } from '#lib/pricing/repository/promotions.ts'
import { scaled } from '#lib/provider/commands/throttle.ts'
import { addRefund, sumRefundsOfPayment } from '#lib/refunds/repository/refunds.ts'

/** Tells whether a provider's event about this payment has not been looked into yet. */
async function hasNews(payment: PaymentRow): Promise<boolean> {
  const count = await db().providerEvent.count({
    where: { provider: payment.provider, objectId: { in: objectIds(payment, null) }, state: 'RECEIVED' },
  })

  return count > 0
}

/** Reads a payment that was given up: money that comes after the end goes back by itself. */
async function watchEndedPayment(payment: PaymentRow, lease: Lease): Promise<Next> {
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
async function watchTakenPayment(payment: PaymentRow, lease: Lease): Promise<Next> {
  if (payment.provider === 'bank_transfer' && (await noteFurtherMoney(payment, lease)) === 'again') return 'again'
  if (isReturned(payment.reason)) await returnTaken(payment)
  if (await hasNews(payment)) return readNews(payment, lease)

  return null
}

/** Reads a payment that an event speaks of, and applies what has changed without our doing. */
export async function readNews(payment: PaymentRow, lease: Lease): Promise<Next> {
  const readAt = await databaseNow()
  const object = await readObject(payment)

  return transaction(async (tx) => {
    const current = await lockLeasedPayment(lease, tx)
    // What was read of another state than this one is read again, and its news are news until then.
    if (current.state !== payment.state) return 'again'
    await markEventsApplied(reading(payment, { object, readAt }), tx)
    if (!object) return 'again'
    if (await hasStoppedForDispute(current, { object, lease, tx })) return null
    if (current.state === 'DISPUTED') await endDisputeAsTold(current, { object, lease, tx })
    const isGone = ['voided', 'expired', 'failed'].includes(object.state)
    if (current.state === 'AUTHORISED' && isGone) {
      await movePayment(lease, { from: 'AUTHORISED', to: 'FAILED', changes: { reason: 'not_capturable' } }, tx)
      await recordOrderEvent({ orderId: payment.orderId, kind: 'hold_lost' }, tx)
      await wakeItemsOfOrder(payment.orderId, tx)

      return null
    }
    if (current.state === 'AUTHORISED' && object.capturedMinor > 0 && object.capturedMinor < current.amountMinor) {
      const changes = { capturedMinor: object.capturedMinor }
      await movePayment(lease, { from: 'AUTHORISED', to: 'CAPTURED', changes }, tx)
      await noteTakenInPart(current, object, tx)
      await wakeItemsOfOrder(payment.orderId, tx)

      return 'again'
    }
    // With the sum from before the object was read: a refund that was booked since then is no difference.
    await noteForeignRefund(payment, object, tx)

    return 'again'
  })
}

async function returnTaken(payment: PaymentRow): Promise<void> {
  await transaction(async (tx) => {
    const current = await lockPayment(payment.id, tx)
    const rest = current.capturedMinor - (await sumRefundsOfPayment(payment.id, tx))
    const items = await lockItemsOfOrder(payment.orderId, tx)
    // What a bank is asked to take back is not given back beside that.
    if (current.state === 'DISPUTED' || rest <= 0 || items.length === 0) return
    await addRefund(
      {
        payment: current,
        kind: 'AUTOMATIC',
        reason: payment.reason ?? 'late',
        requestedBy: 'store',
        shares: duplicateShares(items, rest, payment.currency),
      },
      tx,
    )
  })
}

const EARLY_SHARE = 0.7

/**
 * Decides about a hold: taken when every item is bought or never will be, when its date has come, or before it runs
 * out; released when no line needs it. Surplus is released at once; what did not fit waits for a person.
 */
async function decideAuthorization(payment: PaymentRow, lease: Lease): Promise<Next> {
  if (await hasNews(payment)) return readNews(payment, lease)
  if (payment.reason === 'mismatch') return null

  return transaction(async (tx) => {
    const current = await lockLeasedPayment(lease, tx)
    if (current.state !== 'AUTHORISED') return 'again'
    const items = await lockItemsOfOrder(payment.orderId, tx)
    if (isReturned(current.reason) || leftOutOf(items).length === items.length) {
      const changes = { voidKey: `payment:${payment.id}:void:1` }

      return (await movePayment(lease, { from: 'AUTHORISED', to: 'VOIDING', changes }, tx)) ? 'again' : null
    }
    const waitMs = captureWait(current, { items, now: await databaseNow(tx) })
    if (waitMs === null || waitMs > 0) return waitMs

    return startCapture(current, { lease, items, tx })
  })
}

/** How long until the hold must be taken, in milliseconds; `null` when nothing asks for it yet and it has no end. */
function captureWait(payment: PaymentRow, { items, now }: { items: LockedItem[]; now: Date }): number | null {
  if (payment.captureDueAt && isAllDecided(items)) return 0
  const start = payment.createdAt.getTime()
  const earlyAt = payment.holdExpiresAt ? start + (payment.holdExpiresAt.getTime() - start) * EARLY_SHARE : null
  const dates = [payment.captureDueAt?.getTime() ?? null, earlyAt].filter((date) => date !== null)

  return dates.length === 0 ? null : Math.max(0, Math.min(...dates) - now.getTime())
}

async function startCapture(
  payment: PaymentRow,
  { lease, items, tx }: { lease: Lease; items: LockedItem[]; tx: Tx },
): Promise<Next> {
  const spent = leftOutOf(items).map(({ id }) => id)
  await leaveOutOfCapture(spent, tx)
  const changes = { captureKey: payment.captureKey ?? `payment:${payment.id}:capture:1` }

  return (await movePayment(lease, { from: 'AUTHORISED', to: 'CAPTURING', changes }, tx)) ? 'again' : null
}

/** Takes the hold. A call without a clear answer is followed by a look at the object before it is repeated. */
async function captureAuthorization(payment: PaymentRow, lease: Lease): Promise<Next> {
  const { objectId, captureKey } = payment
  if (!objectId || !captureKey) throw new Error('A capture has no object or no key.')
  if (payment.captureUsedAt) {
    const object = await readObject(payment)
    if (object && object.state !== 'authorised') return noteCapture(payment, { lease, object })
  } else {
    await noteOnPayment(lease, { captureUsedAt: new Date() })
  }
  try {
    const asked = await transaction((tx) => sumToCapture(payment, tx))
    const amount = money(asked, currencyCodeSchema.parse(payment.currency))
    await failpoint('capture_noted')
    const object = await paymentProvider(payment.provider).capture({ key: captureKey, paymentId: objectId, amount })
    await failpoint('capture_answered')

    return noteCapture(payment, { lease, object })
  } catch (error) {
    if (isOutcomeOpen(error)) return scaled(TIMERS.placementRetry)
    if (!(error instanceof PaymentError)) throw error
    const object = await readObject(payment)

    return object && object.state !== 'authorised'
      ? noteCapture(payment, { lease, object })
      : scaled(TIMERS.placementRetry)
  }
}

async function sumToCapture(payment: PaymentRow, tx: Tx): Promise<number> {
  return sumAsked(payment, await lockItemsOfOrder(payment.orderId, tx))
}

async function noteCapture(
  payment: PaymentRow,
  { lease, object }: { lease: Lease; object: ProviderPayment },
): Promise<Next> {
  return transaction(async (tx) => {
    const { orderId } = payment
    await lockLeasedPayment(lease, tx)
    const isTaken = object.capturedMinor > 0
    const move = isTaken
      ? { to: 'CAPTURED' as const, changes: { capturedMinor: object.capturedMinor } }
      : { to: 'FAILED' as const, changes: { reason: 'not_capturable' } }
    if (!(await movePayment(lease, { from: 'CAPTURING', ...move }, tx))) return null
    const data = { amountMinor: object.capturedMinor }
    await recordOrderEvent({ orderId, kind: isTaken ? 'captured' : 'capture_refused', data }, tx)
    const asked = await sumToCapture(payment, tx)
    if (isTaken && asked !== object.capturedMinor) await reviewDiffering(payment, { asked, object, tx })
    await wakeItemsOfOrder(orderId, tx)

    // An event that came while the hold was being taken woke this very lease: it is looked into now, or by nobody.
    return 'again'
  })
}

/** Releases a hold. When it turns out to have been taken, refunds give the money back instead. */
async function releaseAuthorization(payment: PaymentRow, lease: Lease): Promise<Next> {
  const { objectId, voidKey } = payment
  if (!objectId || !voidKey) throw new Error('A void has no object or no key.')
  let object: ProviderPayment | null
  try {
    object = await paymentProvider(payment.provider).voidAuthorization({ key: voidKey, paymentId: objectId })
    await failpoint('void_answered')
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    object = await readObject(payment)
    if (!object || object.state === 'authorised') return scaled(TIMERS.placementRetry)
  }
  const seen = object

  return transaction(async (tx) => {
    await lockLeasedPayment(lease, tx)
    const isTaken = seen.capturedMinor > 0
    const move = { from: 'VOIDING', to: isTaken ? 'CAPTURED' : 'VOIDED' } as const
    const changes = isTaken ? { capturedMinor: Math.min(seen.capturedMinor, payment.amountMinor) } : {}
    if (!(await movePayment(lease, { ...move, changes }, tx))) return null
    if (!isTaken) await recordOrderEvent({ orderId: payment.orderId, kind: 'hold_released' }, tx)
    if (!isTaken) await releaseUses(payment.orderId, tx)
    await wakeItemsOfOrder(payment.orderId, tx)

    return 'again'
  })
}

type Step = (payment: PaymentRow, lease: Lease) => Promise<Next>

/** What is done about a payment in each state. Every step reads the provider's object before it believes anything. */
const STEPS: Record<PaymentRow['state'], Step> = {
  INTENDED: repeatSession,
  OPEN: proveOpenPayment,
  AUTHORISED: decideAuthorization,
  CAPTURING: captureAuthorization,
  CAPTURED: watchTakenPayment,
  VOIDING: releaseAuthorization,
  VOIDED: watchEndedPayment,
  EXPIRED: watchEndedPayment,
  FAILED: watchEndedPayment,
  DISPUTED: watchTakenPayment,
}

/** Reads a payment at its provider now and applies what is true. Does nothing while another process is doing that. */
export async function settlePayment(paymentId: string): Promise<void> {
  const lease = await claimOne('Payment', { ...claimer(), id: paymentId })
  if (lease) await runPayment(lease)
}

/** Does everything that is due about a claimed payment. */
export async function runPayment(lease: Lease): Promise<void> {
  await withLease('Payment', lease, async () => {
    const payment = await getPayment(lease.id)
    if (!payment) return null
    await failpoint(`payment:${payment.state}`)

    return STEPS[payment.state](payment, lease)
  })
  wakeWorker()
}

/** Opens the session of a payment whose first try died or got no answer. The stored key makes it the same session. */
async function repeatSession(payment: PaymentRow): Promise<Next> {
  try {
    await openSession(payment.id)

    return scaled(pollPause(0))
  } catch (error) {
    if (error instanceof AppError && error.code === 'gone') return null
    if (error instanceof AppError) return scaled(TIMERS.placementRetry)
    throw error
  }
}

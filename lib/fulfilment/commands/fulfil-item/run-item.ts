import 'server-only'
import { pauseSales } from '#lib/checkout/commands/sales-pause.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { databaseNow, type Lease, wakeRow } from '#lib/core/repository/leases.ts'
import { backoff, TIMERS } from '#lib/core/rules/timers.ts'
import { deliverItem } from '#lib/fulfilment/commands/deliver.ts'
import { isComplete, planMissing } from '#lib/fulfilment/commands/fulfil-item/accept-order.ts'
import { followCancelling, keepTopUp, startCancelling } from '#lib/fulfilment/commands/fulfil-item/cancel-item.ts'
import { giveUpItem, putInReview, putInReviewWithin } from '#lib/fulfilment/commands/fulfil-item/end-item.ts'
import { failpoint } from '#lib/fulfilment/commands/fulfil-item/failpoint.ts'
import { fetchDetails } from '#lib/fulfilment/commands/fulfil-item/fetch-details.ts'
import { findOrphan, placeItem } from '#lib/fulfilment/commands/fulfil-item/place-item.ts'
import { reconcileItem } from '#lib/fulfilment/commands/reconcile-attempt.ts'
import { type Next, withLease } from '#lib/fulfilment/commands/with-lease.ts'
import { isGivingBack, ownOrderOf } from '#lib/fulfilment/repository/items-in-review.ts'
import { getWorkItem, lockItemsOfOrder, moveItem, stepItem, type WorkItem } from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import type { ItemState } from '#lib/orders/rules/item-states.ts'
import { settlePayment } from '#lib/payments/commands/settle-payment.ts'
import { findPayingPayment, lockPayment, type PaymentRow, requestCapture } from '#lib/payments/repository/payments.ts'
import { isAllDecided, leftOutOf } from '#lib/payments/rules/payment.ts'
import { releaseUses } from '#lib/pricing/repository/promotions.ts'
import { aboutItem, requireSession } from '#lib/provider/commands/current-provider.ts'
import { learnLookUp } from '#lib/provider/commands/lookup-controls.ts'
import { scaled } from '#lib/provider/commands/throttle.ts'
import { isProviderFailure } from '#lib/provider/rules/provider-failure.ts'
import { bookLoss, closeDiscrepancies, openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'
import { addRefund, listRefundsOfItem, type RefundShare, sumRefundsOfItem } from '#lib/refunds/repository/refunds.ts'

const SESSION_EXPIRED = -1
const OUR_FAULTS = [-2, -30]

/** Decides what a proven refusal means: another try with a new session, a fault of ours, or the money back. */
async function settleRejection(item: WorkItem, lease: Lease): Promise<Next> {
  const last = item.attempts.at(-1)
  const code = last?.code ?? null
  if (code === SESSION_EXPIRED) return tryWithNewSession(item, lease)
  if (code !== null && OUR_FAULTS.includes(code)) return stopPlacing(item, { lease, code })

  return giveUpItem(item, lease, { from: 'REJECTED', reason: 'not_accepted' })
}

/** The first time at once; after that only while a session can be had at all, and for two hours. */
async function tryWithNewSession(item: WorkItem, lease: Lease): Promise<Next> {
  const refusals = item.attempts.filter((attempt) => attempt.code === SESSION_EXPIRED).length
  const waitedMs = (await databaseNow()).getTime() - (item.readyAt ?? item.createdAt).getTime()
  if (waitedMs > scaled(TIMERS.tokenTroubleFor)) {
    return giveUpItem(item, lease, { from: 'REJECTED', reason: 'no_session' })
  }
  if (refusals > 1 && !(await hasSession())) return scaled(TIMERS.placementRetry)
  if (!(await moveItem(lease, { from: 'REJECTED', to: 'READY', changes: { reason: null } }))) return null

  return refusals > 1 ? scaled(backoff(refusals, { base: 2_000, cap: 5 * 60_000 })) : 'again'
}

async function hasSession(): Promise<boolean> {
  try {
    await requireSession()

    return true
  } catch {
    return false
  }
}

/** Every further order would be refused the same way: nothing is placed before a person has mended the settings. */
async function stopPlacing(item: WorkItem, { lease, code }: { lease: Lease; code: number }): Promise<Next> {
  return transaction(async (tx) => {
    const evidence = { code, parameters: 'otherOrderId otherItemId daypassDays beginDate' }
    await pauseSales('placements_refused', { code }, tx)
    await openDiscrepancy({ kind: 'placements_refused', subject: String(code), orderId: item.orderId, evidence }, tx)

    return putInReviewWithin(item, { lease, exit: { from: 'REJECTED', reason: 'our_fault', evidence }, tx })
  })
}

type Step = (item: WorkItem, lease: Lease) => Promise<Next>

/** Nothing happens by itself in these states: the buyer, a payment or a person moves the item on. */
const rest: Step = async () => null

/** What is done about a line in each state. A state without a step of its own waits for somebody else. */
const STEPS: Record<ItemState, Step> = {
  AWAITING_PAYMENT: rest,
  READY: placeItem,
  PLACING: findOrphan,
  UNKNOWN: reconcileItem,
  REJECTED: settleRejection,
  PLACED: judgePlaced,
  CAPTURING: awaitCapture,
  FETCHING: fetchDetails,
  DELIVERABLE: deliverItem,
  DELIVERED: rest,
  CANCELLING: followCancelling,
  CANCEL_UNKNOWN: followCancelling,
  CANCELLED: rest,
  REFUND_DUE: startCancellation,
  REFUNDING: followCancellation,
  REFUNDED: rest,
  HELD: rest,
  EXPIRED: rest,
}

/** Does everything that is due about a claimed line, step after step, until it waits for somebody. */
export async function runItem(lease: Lease): Promise<void> {
  let hasPlaced = false
  await aboutItem(lease.id, () =>
    withLease('Line', lease, async () => {
      const item = await getWorkItem(lease.id)
      if (!item) return null
      hasPlaced ||= item.state === 'PLACED'
      await failpoint(`line:${item.state}`)

      return STEPS[item.state](item, lease)
    }),
  )
  wakeWorker()
  if (hasPlaced) await learn()
}

async function learn(): Promise<void> {
  try {
    await learnLookUp()
  } catch (error) {
    if (!isProviderFailure(error)) throw error
  }
}

type Tx = Parameters<Parameters<typeof transaction>[0]>[0]

/** Starts the way back of an item's money: a hold is released or not taken, taken money is refunded. */
async function startCancellation(item: WorkItem, lease: Lease): Promise<Next> {
  const found = await findPayingPayment(item.orderId)
  if (found?.state === 'DISPUTED') return barGivingBack(item, lease, 'REFUND_DUE')
  if (found?.state === 'CAPTURING') return scaled(TIMERS.safetyNet)

  return transaction(async (tx) => {
    const payment = found && (await lockPayment(found.id, tx))
    if (payment && payment.state !== found.state) return 'again'
    const items = await lockItemsOfOrder(item.orderId, tx)
    if (payment?.state === 'AUTHORISED' && leftOutOf(items).length < items.length) {
      // The others' capture decides what of the hold is taken. It may have waited for this item alone.
      if (isAllDecided(items)) await wakeRow('Payment', payment.id, tx)

      return scaled(TIMERS.safetyNet)
    }
    await stepItem(lease, { from: 'REFUND_DUE', to: 'REFUNDING' }, tx)
    if (payment?.state === 'AUTHORISED') await wakeRow('Payment', payment.id, tx)
    const isTaken = items.some(({ id, notCaptured }) => id === item.id && !notCaptured)
    if (payment?.state === 'CAPTURED' && isTaken) await planRefund(item, { payment, tx })

    return 'again'
  })
}

/** The bank decides about the money first. Whatever it says, what was being given back is not ordered anew. */
function barGivingBack(item: WorkItem, lease: Lease, from: 'REFUND_DUE' | 'REFUNDING'): Promise<Next> {
  const evidence = { givingBack: item.reason ?? 'staff_refund' }

  return putInReview(item, lease, { from, reason: 'disputed', evidence })
}

/** Follows the money back until the provider has let go of it. */
async function followCancellation(item: WorkItem, lease: Lease): Promise<Next> {
  const payment = await findPayingPayment(item.orderId)
  if (payment?.state === 'DISPUTED') return barGivingBack(item, lease, 'REFUNDING')
  if (payment && ['AUTHORISED', 'VOIDING', 'CAPTURING'].includes(payment.state)) {
    // A wake-up that got lost must not leave a hold standing.
    if (payment.state === 'AUTHORISED') await wakeRow('Payment', payment.id)

    return scaled(TIMERS.safetyNet)
  }
  if (!payment && (await isGivingBack(item.orderId))) return scaled(TIMERS.safetyNet)
  if (payment?.state !== 'CAPTURED' || item.notCaptured || item.priceMinor === 0) return end(item, lease)
  const refunds = await listRefundsOfItem(item.id, payment.id)
  const [latest] = refunds
  if (!latest) return planLate(item, payment)
  if (refunds.some(({ state }) => state === 'INTENDED' || state === 'SENT')) return scaled(TIMERS.safetyNet)
  if (latest.state === 'REFUSED') return putInReview(item, lease, { from: 'REFUNDING', reason: 'refund_refused' })

  return end(item, lease)
}

async function planLate(item: WorkItem, payment: PaymentRow): Promise<Next> {
  await transaction(async (tx) => {
    const current = await lockPayment(payment.id, tx)
    await planRefund(item, { payment: current, tx })
  })

  return scaled(TIMERS.safetyNet)
}

/** What the item has not got back yet, eSIM by eSIM where there are eSIMs. Nothing when everything is on its way. */
async function planRefund(item: WorkItem, { payment, tx }: { payment: PaymentRow; tx: Tx }): Promise<void> {
  const rest = item.priceMinor - (await sumRefundsOfItem(item.id, payment.id, tx))
  if (rest <= 0) return
  const byEsim: RefundShare[] = item.esims
    .filter((esim) => esim.priceShareMinor > 0)
    .map((esim) => ({ itemId: item.id, esimId: esim.id, amountMinor: esim.priceShareMinor }))
  const isExact = byEsim.reduce((sum, share) => sum + share.amountMinor, 0) === rest
  const shares = isExact ? byEsim : [{ itemId: item.id, esimId: null, amountMinor: rest }]
  await addRefund({ payment, kind: 'AUTOMATIC', reason: item.reason ?? 'not_placed', requestedBy: 'store', shares }, tx)
  // What was refused before is all in this one: nobody is to send it again beside it.
  for (const { id: subject, state } of await listRefundsOfItem(item.id, payment.id, tx)) {
    if (state === 'REFUSED') await closeDiscrepancies({ kind: 'refund_refused', subject, resolution: 'replaced' }, tx)
  }
}

async function end(item: WorkItem, lease: Lease): Promise<Next> {
  return transaction(async (tx) => {
    await stepItem(lease, { from: 'REFUNDING', to: 'REFUNDED' }, tx)
    await tx.esim.updateMany({
      where: { itemId: item.id, cancelState: 'MONEY_DUE' },
      data: { cancelState: 'MONEY_BACK' },
    })
    await recordOrderEvent({ orderId: item.orderId, itemId: item.id, kind: 'money_back' }, tx)
    // A hold that was lost, or money that was refused: nothing was taken, and what codes gave is free again.
    await releaseUses(item.orderId, tx)

    return null
  })
}

/** Judges a placed order: one that is not what was ordered goes to a person, a good one asks for its money. */
async function judgePlaced(item: WorkItem, lease: Lease): Promise<Next> {
  const problems = problemsOf(item)
  if (problems.length > 0) return putInReview(item, lease, { from: 'PLACED', reason: 'order_differs' })
  if (item.cancelRequestedAt && item.kind === 'RENEWAL') return keepTopUp(item, lease)
  if (item.cancelRequestedAt) return startCancelling(item, lease, { from: 'PLACED', reason: 'cancelled' })
  const asked = await requestPayment(item, lease)
  if (asked === null) return null
  await failpoint('capturing')
  // At once and in this process; a worker does it when we die here.
  if (asked.paymentId) await settlePayment(asked.paymentId)

  return 'again'
}

async function requestPayment(item: WorkItem, lease: Lease): Promise<{ paymentId: string | null } | null> {
  return transaction(async (tx) => {
    const found = await findPayingPayment(item.orderId, tx)
    const payment = found && (await lockPayment(found.id, tx))
    if (payment?.state === 'DISPUTED') {
      await putInReviewWithin(item, { lease, exit: { from: 'PLACED', reason: 'disputed' }, tx })

      return null
    }
    const items = await lockItemsOfOrder(item.orderId, tx)
    await stepItem(lease, { from: 'PLACED', to: 'CAPTURING' }, tx)
    if (payment?.state !== 'AUTHORISED') return { paymentId: null }
    const isLast = isAllDecided(items.filter(({ id }) => id !== item.id))
    const input = { id: payment.id, captureKey: `payment:${payment.id}:capture:1` }
    await requestCapture(input, isLast ? 0 : scaled(TIMERS.cartCapture), tx)

    return { paymentId: isLast ? payment.id : null }
  })
}

/** Goes on when the money is there; when it is finally refused, the order is given back. */
async function awaitCapture(item: WorkItem, lease: Lease): Promise<Next> {
  const payment = await findPayingPayment(item.orderId)
  if (payment?.state === 'DISPUTED') return putInReview(item, lease, { from: 'CAPTURING', reason: 'disputed' })
  if (payment?.state === 'AUTHORISED' || payment?.state === 'CAPTURING') return scaled(TIMERS.safetyNet)
  if (payment?.state !== 'CAPTURED') {
    if (item.kind === 'RENEWAL') return reviewUnpaidTopUp(item, lease)

    return startCancelling(item, lease, { from: 'CAPTURING', reason: 'capture_refused' })
  }
  await failpoint('captured')
  if (item.cancelRequestedAt && item.kind === 'RENEWAL') return keepTopUp(item, lease)
  if (item.cancelRequestedAt) return startCancelling(item, lease, { from: 'CAPTURING', reason: 'cancelled' })
  const to = isComplete(item) ? 'DELIVERABLE' : 'FETCHING'

  return transaction<Next>(async (tx) => {
    await planMissing(item, payment.id, tx)
    await stepItem(lease, { from: 'CAPTURING', to }, tx)
    const { orderId, id: itemId } = item
    await recordOrderEvent({ orderId, itemId, kind: to === 'FETCHING' ? 'fetching' : 'complete' }, tx)

    return 'again'
  })
}

function problemsOf({ evidence }: WorkItem): unknown[] {
  if (typeof evidence !== 'object' || evidence === null || Array.isArray(evidence)) return []

  return Array.isArray(evidence.problems) ? evidence.problems : []
}

/** The top-up is on the eSIM and its money could not be taken: a loss until a person has settled it. */
async function reviewUnpaidTopUp(item: WorkItem, lease: Lease): Promise<Next> {
  return transaction(async (tx) => {
    const order = ownOrderOf(item)
    const evidence = { orderNum: order?.orderNum ?? null, lineRef: item.itemRef }
    const amount = order?.cost?.toString() ?? null
    const { costCurrency: currency } = item.quote
    await bookLoss({ orderId: item.orderId, kind: 'top_up_unpaid', amount, currency, evidence }, tx)

    return putInReviewWithin(item, { lease, exit: { from: 'CAPTURING', reason: 'top_up_unpaid', evidence }, tx })
  })
}

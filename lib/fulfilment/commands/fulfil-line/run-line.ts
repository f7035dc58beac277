import 'server-only'
import { pauseSales } from '#lib/checkout/commands/sales-pause.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { databaseNow, type Lease, LeaseLost, wakeRow } from '#lib/core/repository/leases.ts'
import { backoff, TIMERS } from '#lib/core/rules/timers.ts'
import { deliverLine } from '#lib/fulfilment/commands/deliver.ts'
import { isComplete, planMissing } from '#lib/fulfilment/commands/fulfil-line/accepted-esims.ts'
import { followCancelling, startCancelling } from '#lib/fulfilment/commands/fulfil-line/cancel-line.ts'
import { giveUpLine, holdLine, holdLineIn } from '#lib/fulfilment/commands/fulfil-line/end-line.ts'
import { failpoint } from '#lib/fulfilment/commands/fulfil-line/failpoint.ts'
import { fetchDetails } from '#lib/fulfilment/commands/fulfil-line/fetch-details.ts'
import { findOrphan, placeLine } from '#lib/fulfilment/commands/fulfil-line/place-line.ts'
import { holdLease, type Next } from '#lib/fulfilment/commands/hold-lease.ts'
import { reconcileLine } from '#lib/fulfilment/commands/reconcile-attempt.ts'
import { isGivingBack } from '#lib/fulfilment/repository/held-lines.ts'
import {
  getWorkLine,
  lockLinesOfOrder,
  moveLine,
  noteOnLine,
  stepLine,
  type WorkLine,
} from '#lib/orders/repository/lines.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import type { LineState } from '#lib/orders/rules/line-states.ts'
import { settlePayment } from '#lib/payments/commands/settle-payment.ts'
import { askForCapture, findPayingPayment, lockPayment, type PaymentRow } from '#lib/payments/repository/payments.ts'
import { isAllDecided, leftOutOf } from '#lib/payments/rules/capture-sum.ts'
import { aboutLine, requireSession } from '#lib/provider/commands/current-provider.ts'
import { learnLookUp } from '#lib/provider/commands/look-up-controls.ts'
import { scaled } from '#lib/provider/commands/time-scale.ts'
import { isProviderFailure } from '#lib/provider/rules/provider-failure.ts'
import { bookLoss, openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'
import { addRefund, listRefundsOfLine, type RefundShare, sumRefundsOfLine } from '#lib/refunds/repository/refunds.ts'

const SESSION_EXPIRED = -1
const OUR_FAULTS = [-2, -30]

/** Decides what a proven refusal means: another try with a new session, a fault of ours, or the money back. */
async function settleRejection(line: WorkLine, lease: Lease): Promise<Next> {
  const last = line.attempts.at(-1)
  const code = last?.code ?? null
  if (code === SESSION_EXPIRED) return tryWithNewSession(line, lease)
  if (code !== null && OUR_FAULTS.includes(code)) return stopPlacing(line, { lease, code })

  return giveUpLine(line, lease, { from: 'REJECTED', reason: 'not_accepted' })
}

/** The first time at once; after that only while a session can be had at all, and for two hours. */
async function tryWithNewSession(line: WorkLine, lease: Lease): Promise<Next> {
  const refusals = line.attempts.filter((attempt) => attempt.code === SESSION_EXPIRED).length
  const waitedMs = (await databaseNow()).getTime() - (line.readyAt ?? line.createdAt).getTime()
  if (waitedMs > scaled(TIMERS.tokenTroubleFor)) {
    return giveUpLine(line, lease, { from: 'REJECTED', reason: 'no_session' })
  }
  if (refusals > 1 && !(await hasSession())) return scaled(TIMERS.placementRetry)
  if (!(await moveLine(lease, { from: 'REJECTED', to: 'READY', changes: { reason: null } }))) return null

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
async function stopPlacing(line: WorkLine, { lease, code }: { lease: Lease; code: number }): Promise<Next> {
  return transaction(async (tx) => {
    const evidence = { code, parameters: 'otherOrderId otherItemId daypassDays beginDate' }
    await pauseSales('placements_refused', { code }, tx)
    await openDiscrepancy({ kind: 'placements_refused', subject: String(code), orderId: line.orderId, evidence }, tx)

    return holdLineIn(line, { lease, exit: { from: 'REJECTED', reason: 'our_fault', evidence }, tx })
  })
}

type Step = (line: WorkLine, lease: Lease) => Promise<Next>

/** Nothing happens by itself in these states: the buyer, a payment or a person moves the line on. */
const rest: Step = async () => null

/** What is done about a line in each state. A state without a step of its own waits for somebody else. */
const STEPS: Record<LineState, Step> = {
  AWAITING_PAYMENT: rest,
  READY: placeLine,
  PLACING: findOrphan,
  UNKNOWN: reconcileLine,
  REJECTED: settleRejection,
  PLACED: judgePlaced,
  CAPTURING: awaitCapture,
  FETCHING: fetchDetails,
  DELIVERABLE: deliverLine,
  DELIVERED: rest,
  CANCELLING: followCancelling,
  CANCEL_UNKNOWN: followCancelling,
  CANCELLED: rest,
  REFUND_DUE: startReturn,
  REFUNDING: followReturn,
  REFUNDED: rest,
  HELD: rest,
  EXPIRED: rest,
}

/** Does everything that is due about a claimed line, step after step, until it waits for somebody. */
export async function runLine(lease: Lease): Promise<void> {
  let hasPlaced = false
  await aboutLine(lease.id, () =>
    holdLease('Line', lease, async () => {
      const line = await getWorkLine(lease.id)
      if (!line) return null
      hasPlaced ||= line.state === 'PLACED'
      await failpoint(`line:${line.state}`)

      return STEPS[line.state](line, lease)
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

/** Starts the way back of a line's money: a hold is released or not taken, taken money is refunded. */
async function startReturn(line: WorkLine, lease: Lease): Promise<Next> {
  const found = await findPayingPayment(line.orderId)
  if (found?.state === 'DISPUTED') return holdLine(line, lease, { from: 'REFUND_DUE', reason: 'disputed' })
  if (found?.state === 'CAPTURING') return scaled(TIMERS.safetyNet)

  return transaction(async (tx) => {
    const payment = found && (await lockPayment(found.id, tx))
    if (payment && payment.state !== found.state) return 'again'
    const lines = await lockLinesOfOrder(line.orderId, tx)
    if (payment?.state === 'AUTHORISED' && leftOutOf(lines).length < lines.length) {
      // The others' capture decides what of the hold is taken. It may have waited for this line alone.
      if (isAllDecided(lines)) await wakeRow('Payment', payment.id, tx)

      return scaled(TIMERS.safetyNet)
    }
    await stepLine(lease, { from: 'REFUND_DUE', to: 'REFUNDING' }, tx)
    if (payment?.state === 'AUTHORISED') await wakeRow('Payment', payment.id, tx)
    const isTaken = lines.some(({ id, notCaptured }) => id === line.id && !notCaptured)
    if (payment?.state === 'CAPTURED' && isTaken) await planRefund(line, { payment, tx })

    return 'again'
  })
}

/** Follows the money back until the provider has let go of it. */
async function followReturn(line: WorkLine, lease: Lease): Promise<Next> {
  const payment = await findPayingPayment(line.orderId)
  if (payment?.state === 'DISPUTED') return holdLine(line, lease, { from: 'REFUNDING', reason: 'disputed' })
  if (payment && ['AUTHORISED', 'VOIDING', 'CAPTURING'].includes(payment.state)) {
    // A wake-up that got lost must not leave a hold standing.
    if (payment.state === 'AUTHORISED') await wakeRow('Payment', payment.id)

    return scaled(TIMERS.safetyNet)
  }
  if (!payment && (await isGivingBack(line.orderId))) return scaled(TIMERS.safetyNet)
  if (payment?.state !== 'CAPTURED' || line.notCaptured || line.priceMinor === 0) return end(line, lease)
  const refunds = await listRefundsOfLine(line.id, payment.id)
  const [latest] = refunds
  if (!latest) return planLate(line, payment)
  if (refunds.some(({ state }) => state === 'INTENDED' || state === 'SENT')) return scaled(TIMERS.safetyNet)
  if (latest.state === 'REFUSED') return holdLine(line, lease, { from: 'REFUNDING', reason: 'refund_refused' })

  return end(line, lease)
}

async function planLate(line: WorkLine, payment: PaymentRow): Promise<Next> {
  await transaction(async (tx) => {
    const current = await lockPayment(payment.id, tx)
    await planRefund(line, { payment: current, tx })
  })

  return scaled(TIMERS.safetyNet)
}

/** What the line has not got back yet, card by card where there are eSIMs. Nothing when everything is on its way. */
async function planRefund(line: WorkLine, { payment, tx }: { payment: PaymentRow; tx: Tx }): Promise<void> {
  const rest = line.priceMinor - (await sumRefundsOfLine(line.id, payment.id, tx))
  if (rest <= 0) return
  const byEsim: RefundShare[] = line.esims
    .filter((esim) => esim.priceShareMinor > 0)
    .map((esim) => ({ lineId: line.id, esimId: esim.id, amountMinor: esim.priceShareMinor }))
  const isExact = byEsim.reduce((sum, share) => sum + share.amountMinor, 0) === rest
  const shares = isExact ? byEsim : [{ lineId: line.id, esimId: null, amountMinor: rest }]
  await addRefund({ payment, kind: 'AUTOMATIC', reason: line.reason ?? 'not_placed', requestedBy: 'store', shares }, tx)
}

async function end(line: WorkLine, lease: Lease): Promise<Next> {
  return transaction(async (tx) => {
    await stepLine(lease, { from: 'REFUNDING', to: 'REFUNDED' }, tx)
    await tx.esim.updateMany({
      where: { lineId: line.id, cancelState: 'MONEY_DUE' },
      data: { cancelState: 'MONEY_BACK' },
    })
    await recordOrderEvent({ orderId: line.orderId, lineId: line.id, kind: 'money_back' }, tx)

    return null
  })
}

/** Judges a placed order: one that is not what was ordered goes to a person, a good one asks for its money. */
async function judgePlaced(line: WorkLine, lease: Lease): Promise<Next> {
  const problems = problemsOf(line)
  if (problems.length > 0) return holdLine(line, lease, { from: 'PLACED', reason: 'order_differs' })
  if (line.cancelRequestedAt && line.kind === 'RENEWAL') return keepTopUp(line, lease)
  if (line.cancelRequestedAt) return startCancelling(line, lease, { from: 'PLACED', reason: 'cancelled' })
  const asked = await askForMoney(line, lease)
  if (asked === null) return null
  await failpoint('capturing')
  // At once and in this process; a worker does it when we die here.
  if (asked.paymentId) await settlePayment(asked.paymentId)

  return 'again'
}

async function askForMoney(line: WorkLine, lease: Lease): Promise<{ paymentId: string | null } | null> {
  return transaction(async (tx) => {
    const found = await findPayingPayment(line.orderId, tx)
    const payment = found && (await lockPayment(found.id, tx))
    if (payment?.state === 'DISPUTED') {
      await holdLineIn(line, { lease, exit: { from: 'PLACED', reason: 'disputed' }, tx })

      return null
    }
    const lines = await lockLinesOfOrder(line.orderId, tx)
    await stepLine(lease, { from: 'PLACED', to: 'CAPTURING' }, tx)
    if (payment?.state !== 'AUTHORISED') return { paymentId: null }
    const isLast = isAllDecided(lines.filter(({ id }) => id !== line.id))
    const input = { id: payment.id, captureKey: `payment:${payment.id}:capture:1` }
    await askForCapture(input, isLast ? 0 : scaled(TIMERS.cartCapture), tx)

    return { paymentId: isLast ? payment.id : null }
  })
}

/** Goes on when the money is there; when it is finally refused, the order is given back. */
async function awaitCapture(line: WorkLine, lease: Lease): Promise<Next> {
  const payment = await findPayingPayment(line.orderId)
  if (payment?.state === 'DISPUTED') return holdLine(line, lease, { from: 'CAPTURING', reason: 'disputed' })
  if (payment?.state === 'AUTHORISED' || payment?.state === 'CAPTURING') return scaled(TIMERS.safetyNet)
  if (payment?.state !== 'CAPTURED') {
    if (line.kind === 'RENEWAL') return holdUnpaidTopUp(line, lease)

    return startCancelling(line, lease, { from: 'CAPTURING', reason: 'capture_refused' })
  }
  await failpoint('captured')
  if (line.cancelRequestedAt && line.kind === 'RENEWAL') return keepTopUp(line, lease)
  if (line.cancelRequestedAt) return startCancelling(line, lease, { from: 'CAPTURING', reason: 'cancelled' })
  const to = isComplete(line) ? 'DELIVERABLE' : 'FETCHING'

  return transaction<Next>(async (tx) => {
    await planMissing(line, payment.id, tx)
    await stepLine(lease, { from: 'CAPTURING', to }, tx)
    const { orderId, id: lineId } = line
    await recordOrderEvent({ orderId, lineId, kind: to === 'FETCHING' ? 'fetching' : 'complete' }, tx)

    return 'again'
  })
}

function problemsOf({ evidence }: WorkLine): unknown[] {
  if (typeof evidence !== 'object' || evidence === null || Array.isArray(evidence)) return []

  return Array.isArray(evidence.problems) ? evidence.problems : []
}

/** Drops the request to have a top-up back: it is on the eSIM already, and nobody can take it off again. */
async function keepTopUp(line: WorkLine, lease: Lease): Promise<Next> {
  return transaction<Next>(async (tx) => {
    if (!(await noteOnLine(lease, { cancelRequestedAt: null }, tx))) throw new LeaseLost()
    await recordOrderEvent({ orderId: line.orderId, lineId: line.id, kind: 'return_refused' }, tx)

    return 'again'
  })
}

/** The top-up is on the eSIM and its money could not be taken: a loss until a person has settled it. */
async function holdUnpaidTopUp(line: WorkLine, lease: Lease): Promise<Next> {
  return transaction(async (tx) => {
    const [order] = line.providerOrders
    const evidence = { orderNum: order?.orderNum ?? null, lineRef: line.lineRef }
    const amount = order?.cost?.toString() ?? null
    const { costCurrency: currency } = line.quote
    await bookLoss({ orderId: line.orderId, kind: 'top_up_unpaid', amount, currency, evidence }, tx)

    return holdLineIn(line, { lease, exit: { from: 'CAPTURING', reason: 'top_up_unpaid', evidence }, tx })
  })
}

import 'server-only'
import { transaction } from '#lib/core/repository/client.ts'
import type { Lease } from '#lib/core/repository/leases.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { isComplete, planMissing } from '#lib/fulfilment/commands/fulfil-line/accepted-cards.ts'
import { startCancelling } from '#lib/fulfilment/commands/fulfil-line/cancel-line.ts'
import { holdLine, holdLineIn } from '#lib/fulfilment/commands/fulfil-line/end-line.ts'
import { failpoint } from '#lib/fulfilment/commands/fulfil-line/failpoint.ts'
import { holdUnpaidTopUp, keepTopUp } from '#lib/fulfilment/commands/fulfil-line/keep-top-up.ts'
import type { Next } from '#lib/fulfilment/commands/hold-lease.ts'
import { lockLinesOfOrder, stepLine, type WorkLine } from '#lib/orders/repository/lines.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { settlePayment } from '#lib/payments/commands/settle-payment.ts'
import { askForCapture, findPayingPayment, lockPayment } from '#lib/payments/repository/payments.ts'
import { isAllDecided } from '#lib/payments/rules/capture-sum.ts'
import { scaled } from '#lib/provider/commands/time-scale.ts'

/** Judges a placed order: one that is not what was ordered goes to a person, a good one asks for its money. */
export async function judgePlaced(line: WorkLine, lease: Lease): Promise<Next> {
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
export async function awaitCapture(line: WorkLine, lease: Lease): Promise<Next> {
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

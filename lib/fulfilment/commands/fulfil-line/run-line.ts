import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import type { Lease } from '#lib/core/repository/leases.ts'
import { deliverLine } from '#lib/fulfilment/commands/deliver.ts'
import { followCancelling } from '#lib/fulfilment/commands/fulfil-line/cancel-line.ts'
import { failpoint } from '#lib/fulfilment/commands/fulfil-line/failpoint.ts'
import { fetchDetails } from '#lib/fulfilment/commands/fulfil-line/fetch-details.ts'
import { findOrphan, placeLine } from '#lib/fulfilment/commands/fulfil-line/place-line.ts'
import { followReturn, startReturn } from '#lib/fulfilment/commands/fulfil-line/return-money.ts'
import { settleRejection } from '#lib/fulfilment/commands/fulfil-line/settle-rejection.ts'
import { awaitCapture, judgePlaced } from '#lib/fulfilment/commands/fulfil-line/take-payment.ts'
import { holdLease, type Next } from '#lib/fulfilment/commands/hold-lease.ts'
import { reconcileLine } from '#lib/fulfilment/commands/reconcile-attempt.ts'
import { getWorkLine, type WorkLine } from '#lib/orders/repository/lines.ts'
import type { LineState } from '#lib/orders/rules/line-states.ts'
import { learnLookUp } from '#lib/provider/commands/look-up-controls.ts'
import { aboutLine } from '#lib/provider/commands/upstream.ts'
import { isUpstreamFailure } from '#lib/provider/rules/upstream-failure.ts'

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
    if (!isUpstreamFailure(error)) throw error
  }
}

import 'server-only'
import { resumeSales } from '#lib/checkout/commands/sales-pause.ts'
import { databaseNow } from '#lib/core/repository/leases.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf } from '#lib/core/rules/caller.ts'
import { toRecord } from '#lib/core/rules/records.ts'
import { acceptedProblems } from '#lib/fulfilment/commands/fulfil-item/accept-order.ts'
import { readCandidates } from '#lib/fulfilment/commands/review/check-again.ts'
import {
  endDispute,
  goOnAfterRefund,
  takeMoneyAsItIs,
  waitForPayment,
} from '#lib/fulfilment/commands/review/judge-money.ts'
import {
  carryOut,
  type DecidingReview,
  moveFromReview,
  type ReviewOutcome,
} from '#lib/fulfilment/commands/review/review-input.ts'
import { livingOrderOf } from '#lib/fulfilment/repository/items-in-review.ts'
import { type Evidence, placeFromNow, type WorkItem } from '#lib/orders/repository/items.ts'
import { unbookLostOrder } from '#lib/orders/repository/orders.ts'
import { ORDER_STATUS } from '#lib/provider/rules/provider-order.ts'

/** Takes what came as it is, and goes on: an order that differs, an order that cannot be given back, another sum. */
export async function acceptAsItCame(deciding: DecidingReview): Promise<ReviewOutcome> {
  const { item } = deciding
  if (item.reason === 'payment_mismatch') return takeMoneyAsItIs(deciding)
  if (item.reason === 'cancel_refused') await requireLiving(item)

  return goOnFromPlaced(deciding)
}

/** What could not be proven may have been carried out all the same, in part too: nobody is sold codes that are dead. */
async function requireLiving(item: WorkItem): Promise<void> {
  const { orderNum } = livingOrderOf(item) ?? {}
  const [row] = orderNum ? await readCandidates(item, [orderNum]) : []
  if (!row || (row.status !== null && row.status !== ORDER_STATUS.active))
    throw new AppError('conflict', 'The order lives no more.', { reason: 'candidate_gone' })
}

/** Delivers the eSIMs that came, and gives the price of the others back once the money is taken. */
export async function deliverPartial(deciding: DecidingReview): Promise<ReviewOutcome> {
  const { codes, ordered } = deciding.facts

  return goOnFromPlaced(deciding, { acceptedCount: codes, missing: ordered - codes })
}

/** Lets a line go on whose reason to wait is gone. */
export async function release(deciding: DecidingReview): Promise<ReviewOutcome> {
  const { reason } = deciding.item
  if (reason === 'disputed') return endDispute(deciding)
  if (reason === 'refunded_elsewhere') return goOnAfterRefund(deciding)
  if (reason === 'order_unpaid') return waitForPayment(deciding)
  if (reason === 'our_fault') return tryAgainAfterMending(deciding)
  throw new AppError('conflict', 'There is nothing to release.', { reason: 'barred' })
}

/**
 * Goes on from the order at the network; what activation data is missing is asked for once more. What was wrong is kept as
 * accepted, so that the next judgement does not hold the item for it again.
 */
export async function goOnFromPlaced(deciding: DecidingReview, evidence: Evidence = {}): Promise<ReviewOutcome> {
  const { problems } = toRecord(deciding.item.evidence)
  const before = acceptedProblems(deciding.item)
  const now = Array.isArray(problems) ? problems.filter((one) => typeof one === 'string') : []
  const accepted = [...new Set([...before, ...now])]
  const after = { ...(accepted.length > 0 && { accepted }), ...evidence }

  return carryOut(deciding, async (tx) => {
    // The two hours for the details begin anew.
    const changes = { reason: null, cancelRequestedAt: null, placedAt: await databaseNow(tx), evidence: after }
    await moveFromReview(deciding, { to: 'PLACED', changes }, tx)
    const { orderNum } = livingOrderOf(deciding.item) ?? {}
    if (orderNum) await unbookLostOrder({ orderId: deciding.item.orderId, orderNum }, tx)

    return { after }
  })
}

/** Proven not bought, and the settings were mended: the checkout opens again and the order is placed. */
async function tryAgainAfterMending(deciding: DecidingReview): Promise<ReviewOutcome> {
  const outcome = await carryOut(deciding, async (tx) =>
    moveFromReview(deciding, { to: 'READY', changes: { reason: null, ...(await placeFromNow(tx)) } }, tx),
  )
  await resumeSales(actorOf(deciding.staff), 'placements_refused')

  return outcome
}

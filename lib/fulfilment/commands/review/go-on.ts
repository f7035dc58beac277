import 'server-only'
import { resumeSales } from '#lib/checkout/commands/sales-pause.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { databaseNow } from '#lib/core/repository/leases.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf } from '#lib/core/rules/caller.ts'
import {
  endDispute,
  goOnAfterRefund,
  takeMoneyAsItIs,
  waitForPayment,
} from '#lib/fulfilment/commands/review/judge-money.ts'
import {
  type DecidingReview,
  moveFromReview,
  noteDecision,
  type ReviewOutcome,
} from '#lib/fulfilment/commands/review/review-input.ts'
import { toRecord } from '#lib/fulfilment/repository/items-in-review.ts'
import type { Evidence } from '#lib/orders/repository/items.ts'

const PLACE_WITHIN_MS = 24 * 3_600_000

/** Takes what came as it is, and goes on: an order that differs, an order that cannot be given back, another sum. */
export async function acceptAsItCame(deciding: DecidingReview): Promise<ReviewOutcome> {
  if (deciding.review.item.reason === 'payment_mismatch') return takeMoneyAsItIs(deciding)
  await transaction((tx) => goOnFromPlaced(deciding, { evidence: {}, tx }))

  return 'moved'
}

/** Asks the network for the activation data once more; what that does to a cancellation nobody knows. */
export async function fetchAgain(deciding: DecidingReview): Promise<ReviewOutcome> {
  await transaction((tx) => goOnFromPlaced(deciding, { evidence: {}, tx }))

  return 'moved'
}

/** Delivers the eSIMs that came, and gives the price of the others back once the money is taken. */
export async function deliverPartial(deciding: DecidingReview): Promise<ReviewOutcome> {
  const { codes, ordered } = deciding.review.facts
  const evidence = { acceptedCount: codes, missing: ordered - codes }
  await transaction((tx) => goOnFromPlaced(deciding, { evidence, tx }))

  return 'moved'
}

/** Lets a line go on whose reason to wait is gone. */
export async function release(deciding: DecidingReview): Promise<ReviewOutcome> {
  const { reason } = deciding.review.item
  if (reason === 'disputed') return endDispute(deciding)
  if (reason === 'refunded_elsewhere') return goOnAfterRefund(deciding)
  if (reason === 'order_unpaid') return waitForPayment(deciding)
  if (reason === 'our_fault') return tryAgainAfterMending(deciding)
  throw new AppError('conflict', 'There is nothing to release.', { reason: 'barred' })
}

/** What was wrong is kept as accepted, so that the next judgement does not hold the item for it again. */
async function goOnFromPlaced(
  deciding: DecidingReview,
  { evidence, tx }: { evidence: Evidence; tx: Tx },
): Promise<void> {
  const { problems } = toRecord(deciding.review.item.evidence)
  const accepted = Array.isArray(problems) ? { accepted: problems.filter((one) => typeof one === 'string') } : {}
  const changes = {
    reason: null,
    cancelRequestedAt: null,
    // The two hours for the details begin anew.
    placedAt: await databaseNow(tx),
    evidence: { ...accepted, ...evidence },
  }
  await moveFromReview(deciding, { to: 'PLACED', changes }, tx)
  await noteDecision(deciding, { after: { ...accepted, ...evidence }, tx })
}

/** Proven not bought, and the settings were mended: the checkout opens again and the order is placed. */
async function tryAgainAfterMending(deciding: DecidingReview): Promise<ReviewOutcome> {
  await transaction(async (tx) => {
    const now = await databaseNow(tx)
    const changes = { reason: null, readyAt: now, deadlineAt: new Date(now.getTime() + PLACE_WITHIN_MS) }
    await moveFromReview(deciding, { to: 'READY', changes }, tx)
    await noteDecision(deciding, { tx })
  })
  await resumeSales(actorOf(deciding.staff), 'placements_refused')

  return 'moved'
}

import 'server-only'
import { addWholeCancellation } from '#lib/cancellations/repository/cancellations.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { databaseNow, LeaseLost, wakeRow } from '#lib/core/repository/leases.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, can, requirePermission, type StaffMember } from '#lib/core/rules/caller.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { cancelDuplicate } from '#lib/fulfilment/commands/cancel-duplicate.ts'
import { acceptOrder } from '#lib/fulfilment/commands/fulfil-item/accept-order.ts'
import { giveUpItemIn } from '#lib/fulfilment/commands/fulfil-item/end-item.ts'
import { listLaneCandidates, lookUp, orderOfRow } from '#lib/fulfilment/commands/lookup.ts'
import { checkAgain, checkSoon, readCandidates, toCandidate } from '#lib/fulfilment/commands/review/check-again.ts'
import { acceptAsItCame, deliverPartial, fetchAgain, release } from '#lib/fulfilment/commands/review/go-on.ts'
import { endAfterRefund, loseDispute, refuseMoney } from '#lib/fulfilment/commands/review/judge-money.ts'
import {
  changedMeanwhile,
  type DecidingReview,
  moveFromReview,
  noteDecision,
  type ReviewInput,
  type ReviewOutcome,
} from '#lib/fulfilment/commands/review/review-input.ts'
import { livingOrderOf, readReviewCase } from '#lib/fulfilment/repository/items-in-review.ts'
import { findClaimed } from '#lib/fulfilment/repository/provider-orders.ts'
import { addUnknownAttempt } from '#lib/fulfilment/repository/recovery-rows.ts'
import {
  needsNumber,
  needsSecond,
  permissionFor,
  type ReviewAction,
  reviewChoices,
} from '#lib/fulfilment/rules/review-actions.ts'
import { withSecondPerson } from '#lib/orders/commands/second-person.ts'
import { requireWithinLimit } from '#lib/orders/commands/support-limit.ts'
import { getWorkItem, noteOnItem, type WorkAttempt, type WorkItem } from '#lib/orders/repository/items.ts'
import { releaseUses } from '#lib/pricing/repository/promotions.ts'
import { scaled } from '#lib/provider/commands/throttle.ts'
import { isProviderFailure } from '#lib/provider/rules/provider-failure.ts'
import type { ProviderOrderRow } from '#lib/provider/rules/provider-order.ts'
import { bookLoss, openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'

// Whatever else stands under our own reference is ours too, and nobody needs it.
const UNDER_OUR_REFERENCE = ['misfit', 'order_without_attempt', 'recovered']

/** Takes an order of the network over for an item: the one that is named, else the only one that was proposed. */
async function linkOrders(deciding: DecidingReview): Promise<ReviewOutcome> {
  const { review, input } = deciding
  const [only, ...more] = review.facts.candidates
  const orderNum = input.orderNum ?? (more.length === 0 ? only : undefined)
  if (!orderNum || !review.facts.candidates.includes(orderNum)) throw refusal('no_candidate')
  const rows = await readCandidates(review.item, [orderNum])
  if (rows === null) return 'no_answer'
  const [row] = rows
  if (!row || row.status === 2) throw refusal('candidate_gone')
  await transaction((tx) => takeOver(deciding, row, tx))

  return 'moved'
}

async function takeOver(deciding: DecidingReview, row: ProviderOrderRow, tx: Tx): Promise<void> {
  const { review } = deciding
  const { orderNum } = row
  if ((await findClaimed([orderNum], tx)).has(orderNum)) throw refusal('candidate_taken')
  const lease = { id: review.item.id, epoch: review.epoch }
  // What was wrong before is decided with this; what is wrong with the new order is written by its acceptance.
  if (!(await noteOnItem(lease, { evidence: { orderNum } }, tx))) throw changedMeanwhile()
  const { item, attempt } = await attemptFor(review.item, tx)
  const state = attempt.state === 'ABSENT' ? 'ABSENT' : 'UNKNOWN'
  const isOurs = await acceptOrder(
    {
      item,
      lease,
      from: 'HELD',
      attempt: { id: attempt.id, state },
      order: orderOfRow(row),
      priceId: null,
      isListed: true,
    },
    tx,
  )
  if (!isOurs) throw changedMeanwhile()
  await wakeRow('Line', item.id, tx)
  await leaveOthers(deciding, orderNum, tx)
  await noteDecision(deciding, { after: { orderNum }, tx })
}

/** The call that this order belongs to; one is added where the books have lost it. */
async function attemptFor(item: WorkItem, tx: Tx): Promise<{ item: WorkItem; attempt: WorkAttempt }> {
  const known = item.attempts.find(
    ({ state, sentAt }) => (state === 'UNKNOWN' || state === 'ABSENT') && sentAt !== null,
  )
  if (known) return { item, attempt: known }
  await addUnknownAttempt(item, tx)
  const now = await getWorkItem(item.id, tx)
  const attempt = now?.attempts.find(({ state }) => state === 'UNKNOWN')
  if (!now || !attempt) throw new Error('The call of unknown fate was not written.')

  return { item: now, attempt }
}

async function leaveOthers({ review: { item, facts } }: DecidingReview, kept: string, tx: Tx): Promise<void> {
  if (!UNDER_OUR_REFERENCE.includes(item.reason ?? '')) return
  for (const orderNum of facts.candidates.filter((candidate) => candidate !== kept)) {
    const evidence = { orderNum, lineRef: item.itemRef }
    await openDiscrepancy({ kind: 'late_order', subject: orderNum, orderId: item.orderId, evidence }, tx)
  }
}

function refusal(reason: 'no_candidate' | 'candidate_gone' | 'candidate_taken'): AppError {
  return new AppError('conflict', `No order can be taken over: ${reason}.`, { reason })
}

const PLACE_WITHIN_MS = 24 * 3_600_000
const REFUSED_FOR_SURE = [-1, -2, -30]

/**
 * Lets a line be ordered once more, after it is proven that it was not: by the network's own refusal, or by a look at
 * this moment that finds nothing where something would be found.
 */
async function placeAgain(deciding: DecidingReview): Promise<ReviewOutcome> {
  const { review } = deciding
  const last = review.item.attempts.at(-1)
  const isRefused = last?.state === 'REJECTED' && REFUSED_FOR_SURE.includes(last.code ?? 0)
  const proof = isRefused ? 'refused' : await proveAbsence(deciding)
  if (proof === 'no_answer') return 'no_answer'
  await transaction(async (tx) => {
    const now = await databaseNow(tx)
    const deadlineAt = new Date(now.getTime() + PLACE_WITHIN_MS)
    const changes = { reason: null, readyAt: now, deadlineAt, unknownSince: null }
    await moveFromReview(deciding, { to: 'READY', changes }, tx)
    await noteDecision(deciding, { after: { proof }, tx })
  })

  return 'moved'
}

async function proveAbsence({ review: { item } }: DecidingReview): Promise<'looked' | 'lane_empty' | 'no_answer'> {
  try {
    const since = item.attempts[0]?.sentAt ?? item.createdAt
    const lookup = await lookUp(item, { since })
    const found = [...lookup.fits, ...lookup.misfits]
    if (found.length > 0) throw unproven('found', found.map(toCandidate))
    if (lookup.isClean && lookup.canLookUp) return 'looked'
    // No reference can prove anything here; an empty list of what was bought since then still does.
    const lane = await listLaneCandidates(item, since)
    if (lane.length > 0) throw unproven('may_exist', lane.map(toCandidate))

    return 'lane_empty'
  } catch (error) {
    if (!isProviderFailure(error)) throw error

    return 'no_answer'
  }
}

function unproven(reason: 'found' | 'may_exist', candidates: ReturnType<typeof toCandidate>[]): AppError {
  const orderNums = candidates.map(({ orderNum }) => orderNum)

  return new AppError('conflict', 'An order may exist; look again and decide.', { reason, orderNums })
}

const STEPS: Record<ReviewAction, (deciding: DecidingReview) => Promise<ReviewOutcome>> = {
  look_again: checkAgain,
  adopt: linkOrders,
  accept: acceptAsItCame,
  fetch_again: fetchAgain,
  deliver_partial: deliverPartial,
  release,
  place_again: placeAgain,
  refund: giveBack,
  cancel: cancelFirst,
  write_off: writeOff,
}

/**
 * Carries out what a person has decided about a held line, or has one of unknown fate looked for at once: once, with
 * reason, audit row and history.
 *
 * Throws `forbidden`, `not_found`, `bad_input` (the order number is not typed right), and `conflict` with `reason`:
 * `changed` (the page is old), `barred` (with `bar`), `own_request`, or what the step says.
 */
export async function decideReview(caller: Caller, input: ReviewInput): Promise<{ outcome: ReviewOutcome }> {
  requireSomeRight(caller, input.act)
  const review = await readReviewCase(input)
  if (!review) throw new AppError('not_found', 'There is no such line.')
  const { reason } = review.item
  const permission = permissionFor(input.act, reason)
  const staff = requirePermission(caller, permission)
  // A look changes nothing at the network: whatever the page knew, it is asked for what is true now.
  if (review.item.state === 'UNKNOWN' && input.act === 'look_again') {
    const outcome = await checkSoon({ review, input, staff })
    wakeWorker()

    return { outcome }
  }
  if (review.item.state !== 'HELD' || review.epoch !== input.epoch) throw changedMeanwhile()
  const bar = reviewChoices(review.facts).find(({ act }) => act === input.act)?.bar ?? null
  if (bar) throw new AppError('conflict', `This cannot be done: ${bar}.`, { reason: 'barred', bar })
  if (needsNumber(input.act)) requireConfirmationText(input, review.item.order.number)
  if (input.act === 'cancel') await requireWithinLimit(staff, review.item.priceMinor)
  const deciding = { review, input, staff }
  const outcome = needsSecond(input.act, reason) ? await asTwo(deciding, permission) : await STEPS[input.act](deciding)
  wakeWorker()

  return { outcome }
}

async function asTwo(deciding: DecidingReview, permission: ReturnType<typeof permissionFor>): Promise<ReviewOutcome> {
  const { input, staff } = deciding
  const { orderId, itemId, act, reason } = input
  const guarded = { orderId, act: `held.${act}`, input: { itemId }, reason, permission }

  return (await withSecondPerson(staff, guarded, () => STEPS[act](deciding))) ?? 'waiting'
}

/** Whoever may never do such a thing learns nothing about the item. */
function requireSomeRight(caller: Caller, action: ReviewAction): StaffMember {
  const money = permissionFor(action, 'payment_mismatch')

  return requirePermission(caller, can(caller, money) ? money : permissionFor(action, null))
}

function requireConfirmationText({ typed }: ReviewInput, number: string): void {
  if (typed?.trim().toUpperCase() === number) return
  throw new AppError('bad_input', 'The order number is not typed as it stands.', { reason: 'not_typed' })
}

/** Gives the money of an item back for which nothing lives at the network. Its references stay watched for two weeks. */
async function giveBack(deciding: DecidingReview): Promise<ReviewOutcome> {
  const { reason } = deciding.review.item
  if (reason === 'payment_mismatch') return refuseMoney(deciding)
  if (reason === 'refunded_elsewhere') return endAfterRefund(deciding)
  await transaction(async (tx) => {
    await payBack(deciding, tx)
    await noteDecision(deciding, { tx })
  })

  return 'moved'
}

/** Asks the network to take an order back first; the money follows its proof. */
async function cancelFirst(deciding: DecidingReview): Promise<ReviewOutcome> {
  const { item, facts } = deciding.review
  const living = livingOrderOf(item)
  if (!living) return cancelOrphaned(deciding)
  const known = item.esims.filter(({ orderNum }) => orderNum === living.orderNum).map(({ iccid }) => iccid)
  const iccids = known.length > 0 ? known : await readIccids(item, living.orderNum)
  if (iccids === null) return 'no_answer'
  if (iccids.length === 0) throw new AppError('conflict', 'No card is known.', { reason: 'cards_unknown' })
  if (facts.isLocked) throw changedMeanwhile()
  await transaction(async (tx) => {
    await moveFromReview(deciding, { to: 'CANCELLING', changes: { reason: 'cancelled' } }, tx)
    const requestedBy = actorOf(deciding.staff)
    const input = { orderNum: living.orderNum, itemId: item.id, iccids, reason: 'cancelled', requestedBy }
    await addWholeCancellation(input, tx)
    await noteDecision(deciding, { after: { orderNum: living.orderNum }, tx })
  })

  return 'moved'
}

/** Gives back orders under our own reference that no line has: each is cancelled, and booked as a loss until credited. */
async function cancelOrphaned(deciding: DecidingReview): Promise<ReviewOutcome> {
  const { item, facts } = deciding.review
  const rows = await readCandidates(item, [...facts.candidates])
  if (rows === null) return 'no_answer'
  await transaction(async (tx) => {
    await cancelEach(item, { rows: rows.filter(({ status }) => status !== 2), tx })
    await payBack(deciding, tx)
    await noteDecision(deciding, { after: { cancelled: rows.map(({ orderNum }) => orderNum).join(', ') }, tx })
  })

  return 'moved'
}

async function cancelEach(item: WorkItem, { rows, tx }: { rows: ProviderOrderRow[]; tx: Tx }): Promise<void> {
  if (rows.length === 0) return
  if (item.attempts.length === 0) await addUnknownAttempt(item, tx)
  const now = await getWorkItem(item.id, tx)
  const attemptId = now?.attempts.at(-1)?.id
  if (!now || !attemptId) throw changedMeanwhile()
  for (const row of rows) await cancelDuplicate(now, { row, attemptId, kind: 'late_order' }, tx)
}

/** Gives money back although the order lives: its cost is lost, and the eSIMs are not delivered. */
async function writeOff(deciding: DecidingReview): Promise<ReviewOutcome> {
  const { item, payment } = deciding.review
  if (payment?.state === 'DISPUTED') return loseDispute(deciding)
  const living = livingOrderOf(item)
  if (!living) throw changedMeanwhile()
  await transaction(async (tx) => {
    await loseOrder(item, { orderNum: living.orderNum, cost: living.cost?.toString() ?? null, tx })
    await payBack(deciding, tx)
    await noteDecision(deciding, { after: { orderNum: living.orderNum }, tx })
  })

  return 'moved'
}

/** An order is lost once, whoever finds out first. */
async function loseOrder(item: WorkItem, lost: { orderNum: string; cost: string | null; tx: Tx }): Promise<void> {
  const { orderNum, cost: amount, tx } = lost
  const before = await tx.lossEntry.count({
    where: { orderId: item.orderId, evidence: { path: ['orderNum'], equals: orderNum } },
  })
  if (before > 0) return
  const { orderId } = item
  const evidence = { orderNum }
  await bookLoss({ orderId, kind: 'written_off', amount, currency: item.quote.costCurrency, evidence }, tx)
}

async function payBack(deciding: DecidingReview, tx: Tx): Promise<void> {
  const { item, epoch, payment } = deciding.review
  await watchReferences(item, tx)
  if (!payment) {
    await moveFromReview(deciding, { to: 'EXPIRED', changes: { reason: 'not_paid' } }, tx)
    await releaseUses(item.orderId, tx)

    return
  }
  if (item.reason === 'refund_refused') {
    await moveFromReview(deciding, { to: 'REFUND_DUE', changes: { reason: 'staff_refund' } }, tx)

    return
  }
  const exit = { from: 'HELD', reason: 'staff_refund' } as const
  try {
    await giveUpItemIn(item, { lease: { id: item.id, epoch }, exit, tx })
  } catch (error) {
    throw error instanceof LeaseLost ? changedMeanwhile() : error
  }
  await wakeRow('Line', item.id, tx)
}

/** What was given up may still turn up at the network; then it is given back by itself. */
async function watchReferences(item: WorkItem, tx: Tx): Promise<void> {
  const watchUntil = new Date((await databaseNow(tx)).getTime() + scaled(TIMERS.watch))
  await tx.attempt.updateMany({
    where: { itemId: item.id, state: { in: ['UNKNOWN', 'ABSENT'] } },
    data: { watchUntil },
  })
}

async function readIccids(item: WorkItem, orderNum: string): Promise<string[] | null> {
  const rows = await readCandidates(item, [orderNum])

  return rows && [...new Set(rows.flatMap(({ plans }) => plans.flatMap(({ iccid }) => iccid ?? [])))]
}

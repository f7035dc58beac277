import 'server-only'
import { addWholeCancellation } from '#lib/cancellations/repository/cancellations.ts'
import type { Tx } from '#lib/core/repository/client.ts'
import { wakeRow } from '#lib/core/repository/leases.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { cancelDuplicate } from '#lib/fulfilment/commands/cancel-duplicate.ts'
import { type CaseKind, decide } from '#lib/fulfilment/commands/decide.ts'
import { giveUpItemIn } from '#lib/fulfilment/commands/fulfil-item/end-item.ts'
import { linkOrdersWithin } from '#lib/fulfilment/commands/fulfil-item/outcome.ts'
import { listLaneCandidates, lookUp } from '#lib/fulfilment/commands/lookup.ts'
import { checkAgain, readCandidates } from '#lib/fulfilment/commands/review/check-again.ts'
import { acceptAsItCame, deliverPartial, goOnFromPlaced, release } from '#lib/fulfilment/commands/review/go-on.ts'
import { endAfterRefund, loseDispute, refuseMoney } from '#lib/fulfilment/commands/review/judge-money.ts'
import {
  carryOut,
  changedMeanwhile,
  type DecidingReview,
  moveFromReview,
  type ReviewInput,
  type ReviewOutcome,
  watchReferences,
} from '#lib/fulfilment/commands/review/review-input.ts'
import {
  hasGivenBack,
  livingOrderOf,
  type ReviewCase,
  readReviewCase,
} from '#lib/fulfilment/repository/items-in-review.ts'
import { findClaimed } from '#lib/fulfilment/repository/provider-orders.ts'
import { reviewChoices, ruleFor } from '#lib/fulfilment/rules/review-actions.ts'
import { requireWithinLimit } from '#lib/orders/commands/support-limit.ts'
import {
  addUnknownAttempt,
  getWorkItem,
  noteOnItem,
  placeFromNow,
  type WorkAttempt,
  type WorkItem,
} from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import type { ItemInReview } from '#lib/payments/repository/judged-payments.ts'
import { isCancellable } from '#lib/payments/rules/payment.ts'
import { releaseUses } from '#lib/pricing/repository/promotions.ts'
import { ORDER_STATUS, type ProviderOrderRow } from '#lib/provider/rules/provider-order.ts'
import { bookLostOrder, openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'

// Whatever else stands under our own reference is ours too, and nobody needs it.
const UNDER_OUR_REFERENCE = ['misfit', 'order_without_attempt', 'recovered']

/** Takes an order of the network over for an item: the one that is named, else the only one that was proposed. */
async function linkOrders(deciding: DecidingReview): Promise<ReviewOutcome> {
  const { item, facts, input } = deciding
  const [only, ...more] = facts.candidates
  const orderNum = input.orderNum ?? (more.length === 0 ? only : undefined)
  if (!orderNum || !facts.candidates.includes(orderNum)) throw refusal('no_candidate')
  const [row] = await readCandidates(item, [orderNum])
  const { cancelled, partlyCancelled } = ORDER_STATUS
  if (!row || row.status === cancelled || row.status === partlyCancelled) throw refusal('candidate_gone')

  return carryOut(deciding, (tx) => takeOver(deciding, row, tx))
}

async function takeOver(deciding: DecidingReview, row: ProviderOrderRow, tx: Tx) {
  const { orderNum } = row
  if ((await findClaimed([orderNum], tx)).has(orderNum)) throw refusal('candidate_taken')
  const lease = { id: deciding.item.id, epoch: deciding.epoch }
  // What was wrong before is decided with this; what is wrong with the new order is written by its acceptance.
  if (!(await noteOnItem(lease, { evidence: { orderNum } }, tx))) throw changedMeanwhile()
  const { item, attempt } = await attemptFor(deciding.item, tx)
  await linkOrdersWithin(item, { lease, rows: [row], attempt, from: 'HELD', tx })
  await wakeRow('Line', item.id, tx)
  await leaveOthers(deciding, orderNum, tx)

  return { after: { orderNum } }
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

async function leaveOthers({ item, facts }: DecidingReview, kept: string, tx: Tx): Promise<void> {
  if (!UNDER_OUR_REFERENCE.includes(item.reason ?? '')) return
  for (const orderNum of facts.ours.filter((candidate) => candidate !== kept)) {
    const evidence = { orderNum, lineRef: item.itemRef }
    await openDiscrepancy({ kind: 'late_order', subject: orderNum, orderId: item.orderId, evidence }, tx)
  }
}

function refusal(reason: 'no_candidate' | 'candidate_gone' | 'candidate_taken'): AppError {
  return new AppError('conflict', `No order can be taken over: ${reason}.`, { reason })
}

const REFUSED_FOR_SURE = [-1, -2, -30]

/**
 * Lets a line be ordered once more, after it is proven that it was not: by the network's own refusal, or by a look at
 * this moment that finds nothing where something would be found.
 */
async function placeAgain(deciding: DecidingReview): Promise<ReviewOutcome> {
  const last = deciding.item.attempts.at(-1)
  const isRefused = last?.state === 'REJECTED' && REFUSED_FOR_SURE.includes(last.code ?? 0)
  const proof = isRefused ? 'refused' : await proveAbsence(deciding)

  return carryOut(deciding, async (tx) => {
    const changes = { reason: null, ...(await placeFromNow(tx)), unknownSince: null }
    await moveFromReview(deciding, { to: 'READY', changes }, tx)

    return { after: { proof } }
  })
}

async function proveAbsence({ item }: DecidingReview): Promise<'looked' | 'lane_empty'> {
  const since = item.attempts[0]?.sentAt ?? item.createdAt
  const lookup = await lookUp(item, { since })
  const found = [...lookup.fits, ...lookup.misfits]
  if (found.length > 0) throw unproven('found', found)
  if (lookup.isClean && lookup.canLookUp) return 'looked'
  // No reference can prove anything here; a whole list without anything that could be it does.
  const lane = await listLaneCandidates(item, since)
  if (lane.rows.length > 0 || !lane.isWhole) throw unproven('may_exist', lane.rows)

  return 'lane_empty'
}

function unproven(reason: 'found' | 'may_exist', rows: ProviderOrderRow[]): AppError {
  const orderNums = rows.map(({ orderNum }) => orderNum)

  return new AppError('conflict', 'An order may exist; look again and decide.', { reason, orderNums })
}

/** What can be decided about an item in review, and about one of unknown fate that a person wants looked for at once. */
const REVIEWS: CaseKind<ReviewCase, ReviewInput, ReviewOutcome> = {
  load: async (caller, input) => {
    const money = ruleFor(input.act, 'payment_mismatch').permission
    requirePermission(caller, can(caller, money) ? money : ruleFor(input.act, null).permission)
    const review = await readReviewCase(input)
    if (!review) throw new AppError('not_found', 'There is no such line.')

    return review
  },
  permission: (action, { item }) => ruleFor(action, item.reason).permission,
  guard: async ({ item, epoch, facts, input, staff }) => {
    // A look changes nothing at the network: whatever the page knew, it is asked for what is true now.
    if (item.state === 'UNKNOWN' && input.act === 'look_again') return
    if (item.state !== 'HELD' || epoch !== input.epoch) throw changedMeanwhile()
    const bar = reviewChoices(facts).find(({ act }) => act === input.act)?.bar ?? null
    if (bar) throw new AppError('conflict', `This cannot be done: ${bar}.`, { reason: 'barred', bar })
    if (ruleFor(input.act, item.reason).needsNumber && input.typed?.trim().toUpperCase() !== item.order.number) {
      throw new AppError('bad_input', 'The order number is not typed as it stands.', { reason: 'not_typed' })
    }
    if (input.act === 'cancel') await requireSum({ item, staff })
  },
  needsSecond: ({ item, input }) => ruleFor(input.act, item.reason).needsSecond,
  // Two persons agree about one case: an item that is held anew is another one, and so is one that waits for something else.
  request: ({ item: { id: itemId, orderId, reason: heldFor }, input }) => ({
    orderId,
    act: `held.${input.act}`,
    input: { itemId, heldFor },
    former: { itemId },
  }),
  apply: {
    look_again: checkAgain,
    adopt: linkOrders,
    accept: acceptAsItCame,
    fetch_again: (deciding) => goOnFromPlaced(deciding),
    deliver_partial: deliverPartial,
    release,
    place_again: placeAgain,
    refund: giveBack,
    cancel: cancelFirst,
    write_off: writeOff,
  },
}

/**
 * Carries out what a person has decided about an item in review: once, with reason, audit row and history.
 *
 * Throws `forbidden`, `not_found`, `bad_input` (the order number is not typed right), and `conflict` with `reason`:
 * `changed` (the page is old), `barred` (with `bar`), `own_request`, or what the step says.
 */
export async function decideReview(caller: Caller, input: ReviewInput): Promise<{ outcome: ReviewOutcome }> {
  return { outcome: await decide(REVIEWS, caller, input) }
}

/** Gives the money of an item back for which nothing lives at the network. Its references stay watched for two weeks. */
async function giveBack(deciding: DecidingReview): Promise<ReviewOutcome> {
  const { reason } = deciding.item
  if (reason === 'payment_mismatch') return refuseMoney(deciding)
  if (reason === 'refunded_elsewhere') return endAfterRefund(deciding)

  return carryOut(deciding, (tx) => payBack(deciding, tx))
}

/** Support asks back up to its sum; in the transaction that writes it (`tx`) not beside somebody else. */
async function requireSum({ item, staff }: Pick<DecidingReview, 'item' | 'staff'>, tx?: Tx): Promise<void> {
  const { id: itemId, orderId, priceMinor: amountMinor } = item
  await requireWithinLimit(staff, { orderId, itemId, amountMinor }, tx)
}

/** Asks the network to take an order back first; the money follows its proof. */
async function cancelFirst(deciding: DecidingReview): Promise<ReviewOutcome> {
  const { item, facts } = deciding
  const living = livingOrderOf(item)
  if (!living) return cancelOrphaned(deciding)
  const known = item.esims.filter(({ orderNum }) => orderNum === living.orderNum).map(({ iccid }) => iccid)
  const iccids = known.length > 0 ? known : await readIccids(item, living.orderNum)
  if (iccids.length === 0) throw new AppError('conflict', 'No card is known.', { reason: 'cards_unknown' })
  if (facts.isLocked) throw changedMeanwhile()

  return carryOut(deciding, async (tx) => {
    await requireSum(deciding, tx)
    await moveFromReview(deciding, { to: 'CANCELLING', changes: { reason: 'cancelled' } }, tx)
    const requestedBy = actorOf(deciding.staff)
    const input = { orderNum: living.orderNum, itemId: item.id, iccids, reason: 'cancelled', requestedBy }
    await addWholeCancellation(input, tx)

    return { after: { orderNum: living.orderNum } }
  })
}

/** Gives back orders under our own reference that no line has: each is cancelled, and booked as a loss until credited. */
async function cancelOrphaned(deciding: DecidingReview): Promise<ReviewOutcome> {
  const { item, facts } = deciding
  const rows = await readCandidates(item, facts.ours)

  return carryOut(deciding, async (tx) => {
    await requireSum(deciding, tx)
    await cancelEach(item, { rows: rows.filter(({ status }) => status !== ORDER_STATUS.cancelled), tx })
    await payBack(deciding, tx)

    return { after: { cancelled: rows.map(({ orderNum }) => orderNum).join(', ') } }
  })
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
  const { item, payment } = deciding
  if (payment?.state === 'DISPUTED') {
    return loseDispute(deciding, (one, tx) => leaveToBank(deciding, { item: one, tx }))
  }
  const living = livingOrderOf(item)
  if (!living) throw changedMeanwhile()

  return carryOut(deciding, async (tx) => {
    const { orderNum } = living
    const amount = living.cost?.toString() ?? null
    const { orderId, quote } = item
    await bookLostOrder({ orderId, kind: 'written_off', amount, currency: quote.costCurrency, orderNum }, tx)
    await payBack(deciding, tx)

    return { after: { orderNum: living.orderNum } }
  })
}

/** Asks the order of an item back whose money the bank has. It counts as lost until the network has taken it back. */
async function leaveToBank(deciding: DecidingReview, { item, tx }: { item: ItemInReview; tx: Tx }): Promise<void> {
  const { id: itemId } = item
  const { orderId } = deciding.item
  const living = item.providerOrders.find(({ status }) => status !== ORDER_STATUS.cancelled)
  if (living) {
    const { orderNum, cost, costCurrency: currency } = living
    const amount = cost?.toString() ?? null
    await bookLostOrder({ orderId, kind: 'written_off', amount, currency, orderNum }, tx)
    const iccids = item.esims.flatMap((esim) => (esim.orderNum === orderNum ? esim.iccid : []))
    const requestedBy = actorOf(deciding.staff)
    if (isCancellable(item)) {
      await addWholeCancellation({ orderNum, itemId, iccids, reason: 'staff_refund', requestedBy }, tx)
    }
  }
  await tx.esim.updateMany({ where: { itemId }, data: { cancelState: 'MONEY_BACK' } })
  await recordOrderEvent({ orderId, itemId, kind: 'money_back' }, tx)
}

async function payBack(deciding: DecidingReview, tx: Tx): Promise<void> {
  const { item, epoch, payment } = deciding
  await watchReferences(item.id, tx)
  if (!payment && (await hasGivenBack(item.orderId, tx))) {
    await moveFromReview(deciding, { to: 'REFUNDING', changes: { reason: 'staff_refund' } }, tx)

    return
  }
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
  await giveUpItemIn(item, { lease: { id: item.id, epoch }, exit, tx })
  await wakeRow('Line', item.id, tx)
}

async function readIccids(item: WorkItem, orderNum: string): Promise<string[]> {
  const rows = await readCandidates(item, [orderNum])

  return [...new Set(rows.flatMap(({ plans }) => plans.flatMap(({ iccid }) => iccid ?? [])))]
}

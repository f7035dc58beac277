import 'server-only'
import { log } from '#lib/core/log.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { databaseNow, type Lease } from '#lib/core/repository/leases.ts'
import { pauseBeforeCheck, TIMERS } from '#lib/core/rules/timers.ts'
import { giveUpItemIn, putInReview, putInReviewWithin } from '#lib/fulfilment/commands/fulfil-item/end-item.ts'
import { linkOrdersWithin } from '#lib/fulfilment/commands/fulfil-item/outcome.ts'
import { canLookUp, type LookUp, listLaneCandidates, lookUp, toCandidate } from '#lib/fulfilment/commands/lookup.ts'
import type { Next } from '#lib/fulfilment/commands/with-lease.ts'
import { listLateResults, moveAttempt, recordCheck } from '#lib/fulfilment/repository/attempts.ts'
import { decideUnknown, type UnknownDecision, type UnknownDetails } from '#lib/fulfilment/rules/unknown-attempt.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { stepItem, type WorkAttempt, type WorkItem } from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import type { ExitReason, ReviewReason } from '#lib/orders/rules/item-states.ts'
import { scaled, unscaled } from '#lib/provider/commands/throttle.ts'
import { findBreakers } from '#lib/provider/repository/breakers.ts'
import { answerOrNull, isProviderFailure } from '#lib/provider/rules/provider-failure.ts'

const MAIL_AFTER_MS = 5 * 60_000

/** Looks once for the order of an attempt whose call may have bought, and decides what follows. Never sends it again. */
export async function reconcileItem(item: WorkItem, lease: Lease): Promise<Next> {
  const attempt = item.attempts.find(({ state }) => state === 'UNKNOWN')
  if (!attempt?.sentAt) return putInReview(item, lease, { from: 'UNKNOWN', reason: 'attempt_missing' })
  const late = (await listLateResults(item.id)).filter((result) => result.reference === attempt.attemptRef)
  const orderNums = late.flatMap((result) => result.orderNum ?? [])
  const lookup = await lookUpSafely(item, { since: attempt.sentAt, orderNums })
  const now = await databaseNow()
  // What a restore doubts was not called by us as long ago as its oldest possible order: it is looked for from then on.
  const doubtedAt = Math.max(attempt.sentAt.getTime(), item.unknownSince?.getTime() ?? 0)
  const ageMs = unscaled(now.getTime() - doubtedAt)
  const isNothing = lookup.fits.length + lookup.misfits.length === 0
  const cleanLooks = attempt.cleanLooks + (lookup.isClean && isNothing ? 1 : 0)
  await recordCheck(attempt.id, {
    looks: { increment: 1 },
    cleanLooks,
    firstCleanAt: cleanLooks > 0 ? (attempt.firstCleanAt ?? now) : null,
    ...(lookup.isAsked ? { lastLookAt: now } : {}),
  })
  const decision = decideUnknown({
    fits: lookup.fits.length,
    misfits: lookup.misfits.length,
    cleanLooks,
    isCleanCheck: lookup.isClean && isNothing,
    ageMs,
    absentBefore: item.attempts.filter(({ state }) => state === 'ABSENT').length,
    paidForMs: unscaled(now.getTime() - (item.readyAt ?? item.createdAt).getTime()),
    isCancelRequested: item.cancelRequestedAt !== null,
    canLookUp: lookup.canLookUp,
    areBreakersClosed: await areBreakersClosed(),
    isRefusal: attempt.class === 'REJECTED',
    isProvenUnsent: late.some((result) => result.class === 'NOT_SENT'),
  } satisfies UnknownDetails)

  return action(item, { lease, attempt, lookup, decision, ageMs, cleanLooks, now })
}

// What failed before a byte left asked nobody.
const UNASKED = new Set(['not_configured', 'invalid_params', 'no_session', 'not_sent'])

type Answer = LookUp & { isAnswered: boolean; isAsked: boolean }

/** A look that got no answer is no look: it says nothing, and is repeated soon. */
async function lookUpSafely(item: WorkItem, question: Parameters<typeof lookUp>[1]): Promise<Answer> {
  try {
    return { ...(await lookUp(item, question)), isAnswered: true, isAsked: true }
  } catch (error) {
    if (!isProviderFailure(error)) throw error
    log.warn('look without an answer', { itemId: item.id, kind: error.kind })

    const isAsked = !UNASKED.has(error.kind)

    return { fits: [], misfits: [], isClean: false, canLookUp: await canLookUp(), isAnswered: false, isAsked }
  }
}

async function areBreakersClosed(): Promise<boolean> {
  const { reads, placements } = await findBreakers()

  return reads.state === 'closed' && placements.state === 'closed'
}

type Case = {
  lease: Lease
  attempt: WorkAttempt
  lookup: Answer
  decision: UnknownDecision
  ageMs: number
  cleanLooks: number
  now: Date
}

async function action(item: WorkItem, found: Case): Promise<Next> {
  const { lease, attempt, lookup, decision } = found
  if (decision.action === 'wait') return waitForNext(item, found)
  if (decision.action === 'hold') return reviewWithCandidates(item, found, decision.reason)
  if (decision.action === 'adopt' || decision.action === 'adopt_first') {
    return transaction((tx) => linkOrdersWithin(item, { lease, rows: lookup.fits, attempt, from: 'UNKNOWN', tx }))
  }

  return decision.action === 'retry' ? tryAgain(item, found, decision.reason) : giveBack(item, found, decision.reason)
}

/** The schedule runs from the call, so that a slow look does not push the later ones away. */
async function waitForNext(item: WorkItem, { ageMs, cleanLooks, lookup }: Case): Promise<Next> {
  if (ageMs >= MAIL_AFTER_MS) {
    const { orderId } = item
    const mail = {
      kind: 'order_problem',
      orderId,
      dedupeKey: `confirming:${item.id}`,
      payload: { situation: 'confirming' },
    } as const
    await transaction((tx) => queueMail(tx, mail))
  }

  return scaled(pauseBeforeCheck({ ageMs, cleanLooks, isAnswered: lookup.isAnswered }))
}

async function reviewWithCandidates(
  item: WorkItem,
  { lease, attempt, lookup }: Case,
  reason: ReviewReason,
): Promise<Next> {
  const isLane = reason === 'no_look_up' && attempt.sentAt !== null
  const since = isLane ? attempt.sentAt : null
  // A list that cannot be read keeps no item from a person.
  const lane = since && (await answerOrNull(() => listLaneCandidates(item, since)))
  const candidates = lane?.rows ?? lookup.misfits
  const evidence = {
    candidates: candidates.map(toCandidate),
    isLane: Boolean(lane),
    // One unknown and one candidate is a proposal; the person decides all the same.
    proposed: lane?.isWhole && candidates.length === 1 ? (candidates[0]?.orderNum ?? null) : null,
  }

  return transaction(async (tx) => {
    const watchUntil = new Date((await databaseNow(tx)).getTime() + scaled(TIMERS.watch))
    await tx.attempt.update({ where: { id: attempt.id }, data: { watchUntil }, select: { id: true } })

    return putInReviewWithin(item, { lease, exit: { from: 'UNKNOWN', reason, evidence }, tx })
  })
}

async function tryAgain(item: WorkItem, { lease, attempt, now }: Case, reason: 'absent' | 'not_sent'): Promise<Next> {
  return transaction<Next>(async (tx) => {
    await stepItem(lease, { from: 'UNKNOWN', to: 'READY', changes: { unknownSince: null } }, tx)
    await leaveAbsent(attempt, { now, tx })
    const { orderId, id: itemId } = item
    await recordOrderEvent({ orderId, itemId, kind: 'absent', data: { n: attempt.n, reason } }, tx)

    return 'again'
  })
}

async function giveBack(item: WorkItem, { lease, attempt, now, decision }: Case, reason: ExitReason): Promise<Next> {
  return transaction(async (tx) => {
    const isAbsent = decision.action === 'refund' && reason !== 'no_answer'
    if (isAbsent) await leaveAbsent(attempt, { now, tx })
    else {
      const watchUntil = new Date(now.getTime() + scaled(TIMERS.watch))
      await tx.attempt.update({ where: { id: attempt.id }, data: { watchUntil }, select: { id: true } })
    }

    return giveUpItemIn(item, { lease, exit: { from: 'UNKNOWN', reason }, tx })
  })
}

/** Absent is a judgement: the reference stays watched for two weeks, and a late order is given back. */
async function leaveAbsent(
  attempt: WorkAttempt,
  { now, tx }: { now: Date; tx: Parameters<typeof moveAttempt>[2] },
): Promise<void> {
  const changes = { endedAt: now, watchUntil: new Date(now.getTime() + scaled(TIMERS.watch)) }
  await moveAttempt(attempt.id, { from: 'UNKNOWN', to: 'ABSENT', changes }, tx)
}

import 'server-only'
import { areAnswersStrange, pauseSales, resumeSales } from '#lib/checkout/commands/sales-pause.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { log } from '#lib/core/log.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { databaseNow } from '#lib/core/repository/leases.ts'
import { backoff, nextLookAge, TIMERS } from '#lib/core/rules/timers.ts'
import { acceptOrder } from '#lib/fulfilment/commands/fulfil-line/accept-order.ts'
import { failpoint } from '#lib/fulfilment/commands/fulfil-line/failpoint.ts'
import type { Sending } from '#lib/fulfilment/commands/fulfil-line/sending.ts'
import type { Next } from '#lib/fulfilment/commands/hold-lease.ts'
import { moveAttempt } from '#lib/fulfilment/repository/attempts.ts'
import { callNextForSlot, freeSlot } from '#lib/fulfilment/repository/slots.ts'
import { moveLine } from '#lib/orders/repository/lines.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import type { PlacementOutcome } from '#lib/orders/rules/order-outcome.ts'
import { scaled } from '#lib/provider/commands/time-scale.ts'

const LONGEST_PAUSE_MS = 60_000

type Unsent = Extract<PlacementOutcome, { class: 'NOT_SENT' }>
type Rejected = Extract<PlacementOutcome, { class: 'REJECTED' }>
type Unknown = Extract<PlacementOutcome, { class: 'UNKNOWN' }>

/** Records how a call ended, in one commit. `lost` when the line is not ours any more: then nothing was written. */
export async function noteOutcome(sending: Sending, outcome: PlacementOutcome): Promise<Next | 'lost'> {
  const next = await transaction(async (tx) => {
    // The slot goes first in every case: the call is over, whoever the line belongs to now.
    await freeSlot(sending.line.id, tx)
    if (outcome.class === 'ACCEPTED') return noteAccepted(sending, { order: outcome.order, tx })
    if (outcome.class === 'NOT_SENT') return noteUnsent(sending, { outcome, tx })
    if (outcome.class === 'REJECTED' && outcome.lookAfterMs === null) return noteRejected(sending, { outcome, tx })

    return noteUnknown(sending, { outcome, tx })
  })
  // After the commit: two rows of one queue are never locked together. Where calls do not leave, nobody is called.
  if (outcome.class !== 'NOT_SENT') {
    // What is recorded stands: a call that fails here costs the next line its pause, and this one nothing.
    await callNextForSlot(scaled(TIMERS.slotPause)).catch((error: unknown) => log.error('nobody was called', { error }))
    wakeWorker()
  }
  if (outcome.class === 'ACCEPTED' && next !== 'lost') {
    await resumeSales('store', 'strange_answers')
    await failpoint('placed')
  }

  return next
}

async function noteAccepted(
  sending: Sending,
  { order, tx }: { order: Extract<PlacementOutcome, { class: 'ACCEPTED' }>['order']; tx: Tx },
): Promise<Next | 'lost'> {
  const { line, lease, attempt, priceId } = sending
  const isOurs = await acceptOrder(
    { line, lease, from: 'PLACING', attempt: { id: attempt.id, state: 'SENT' }, order, priceId, isListed: false },
    tx,
  )

  return isOurs ? 'again' : 'lost'
}

async function noteUnsent({ line, lease, attempt }: Sending, { outcome, tx }: { outcome: Unsent; tx: Tx }) {
  if (!(await moveLine(lease, { from: 'PLACING', to: 'READY' }, tx))) return 'lost'
  const changes = { class: 'NOT_SENT', reason: outcome.reason, endedAt: await databaseNow(tx) }
  await moveAttempt(attempt.id, { from: 'SENT', to: 'NOT_SENT', changes }, tx)
  await recordOrderEvent({ ...subject(line), kind: 'not_sent', data: { n: attempt.n, reason: outcome.reason } }, tx)
  const failures = line.attempts.filter(({ state }) => state === 'NOT_SENT').length

  return scaled(backoff(failures, { base: 2_000, cap: LONGEST_PAUSE_MS }))
}

async function noteRejected({ line, lease, attempt }: Sending, { outcome, tx }: { outcome: Rejected; tx: Tx }) {
  const { code, reason } = outcome
  if (!(await moveLine(lease, { from: 'PLACING', to: 'REJECTED', changes: { reason } }, tx))) return 'lost'
  const changes = { class: 'REJECTED', code, reason, endedAt: await databaseNow(tx) }
  await moveAttempt(attempt.id, { from: 'SENT', to: 'REJECTED', changes }, tx)
  await recordOrderEvent({ ...subject(line), kind: 'rejected', data: { n: attempt.n, code } }, tx)

  return 'again' as const
}

async function noteUnknown(
  { line, lease, attempt, answer }: Sending,
  { outcome, tx }: { outcome: Rejected | Unknown; tx: Tx },
): Promise<Next | 'lost'> {
  const now = await databaseNow(tx)
  const { class: name, code, reason } = outcome
  const unknownSince = line.unknownSince ?? now
  if (!(await moveLine(lease, { from: 'PLACING', to: 'UNKNOWN', changes: { unknownSince, reason: null } }, tx)))
    return 'lost'
  const evidence = answer ? { evidence: answer } : {}
  const changes = { class: name, code, reason, endedAt: now, ...evidence }
  await moveAttempt(attempt.id, { from: 'SENT', to: 'UNKNOWN', changes }, tx)
  await recordOrderEvent({ ...subject(line), kind: 'unknown', data: { n: attempt.n, code, reason } }, tx)
  if (name === 'UNKNOWN' && code !== null && (await areAnswersStrange(tx))) {
    await pauseSales('strange_answers', { code }, tx)
  }

  return scaled(name === 'REJECTED' ? TIMERS.lookBeforeRejection : nextLookAge(0))
}

function subject(line: Sending['line']) {
  return { orderId: line.orderId, lineId: line.id }
}

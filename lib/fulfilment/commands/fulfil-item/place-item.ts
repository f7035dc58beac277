import 'server-only'
import { areAnswersStrange, pauseSales, resumeSales } from '#lib/checkout/commands/sales-pause.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { log } from '#lib/core/log.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { databaseNow, type Lease } from '#lib/core/repository/leases.ts'
import { parseCalendarDate } from '#lib/core/rules/field-schemas.ts'
import { backoff, nextCheckAge, TIMERS } from '#lib/core/rules/timers.ts'
import { isEsimStillThere, oneCallPerEsim, topUpCall } from '#lib/esims/commands/send-top-up.ts'
import { acceptOrder } from '#lib/fulfilment/commands/fulfil-item/accept-order.ts'
import { giveUpItem, putInReview } from '#lib/fulfilment/commands/fulfil-item/end-item.ts'
import { failpoint } from '#lib/fulfilment/commands/fulfil-item/failpoint.ts'
import { judgeAnswer, linkFoundOrders } from '#lib/fulfilment/commands/fulfil-item/outcome.ts'
import { preflight, takePlace } from '#lib/fulfilment/commands/fulfil-item/preflight.ts'
import type { Sending } from '#lib/fulfilment/commands/fulfil-item/sending.ts'
import { toCandidate } from '#lib/fulfilment/commands/lookup.ts'
import type { Next } from '#lib/fulfilment/commands/with-lease.ts'
import { markSent, moveAttempt, prepareAttempt, recordLateResult } from '#lib/fulfilment/repository/attempts.ts'
import { callNextForSlot, freeSlot } from '#lib/fulfilment/repository/slots.ts'
import { moveItem, stepItem, type WorkItem } from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import type { PlacementOutcome, Settled } from '#lib/orders/rules/order-outcome.ts'
import { getCapabilities } from '#lib/provider/commands/capabilities.ts'
import { awaitSession, currentProvider } from '#lib/provider/commands/current-provider.ts'
import { scaled, sendWithinMs } from '#lib/provider/commands/throttle.ts'
import { formatStartDate, placeOrder } from '#lib/provider/index.ts'
import { skuIdSchema } from '#lib/provider/rules/provider-ids.ts'
import type { ProviderOrder } from '#lib/provider/rules/provider-order.ts'

/** Orders a paid line: checks, prepares, notes "sent" in a commit of its own, calls once, and records the answer. */
export async function placeItem(item: WorkItem, lease: Lease): Promise<Next> {
  const check = await preflight(item, await databaseNow())
  if (check.go === 'wait') return check.ms
  if (check.go === 'back') return giveUpItem(item, lease, { from: 'READY', reason: check.reason })
  if (check.go === 'hold') {
    const { reason, candidates } = check
    const evidence = candidates && { candidates: candidates.map(toCandidate) }

    return putInReview(item, lease, { from: 'READY', reason, ...(evidence && { evidence }) })
  }
  if (check.go === 'found') return linkFoundOrders(item, lease, check.rows)
  await awaitSession()
  await failpoint('checked')
  const { listed = null } = check
  const attempt = await prepare(item, lease, listed)
  if (attempt === 'no_slot') return scaled(TIMERS.slotPause)
  if (attempt === 'busy') return scaled(TIMERS.placementRetry)
  if (attempt === 'card_returned') return giveUpItem(item, lease, { from: 'READY', reason: attempt })

  return send({ item, lease, attempt, priceId: check.priceId, listed })
}

async function prepare(item: WorkItem, lease: Lease, listed: string[] | null) {
  const prepared = await oneCallPerEsim(item, async (tx) => {
    if (!(await takePlace(item.id, tx))) return 'no_slot'
    await stepItem(lease, { from: 'READY', to: 'PLACING' }, tx)
    if (!(await isEsimStillThere(item, tx))) return undo(item, lease, tx)
    const n = (item.attempts.at(-1)?.n ?? 0) + 1
    const attempt = await prepareAttempt(item, { n, listed }, tx)
    if (!attempt) throw new Error('The line has an open attempt already.')
    await recordOrderEvent({ orderId: item.orderId, itemId: item.id, kind: 'placing', data: { n } }, tx)

    return attempt
  })
  await failpoint('prepared')

  return prepared
}

/** The eSIM has gone back: the preparation is undone in the commit that began it. */
async function undo(item: WorkItem, lease: Lease, tx: Tx): Promise<'card_returned'> {
  await freeSlot(item.id, tx)
  await stepItem(lease, { from: 'PLACING', to: 'READY' }, tx)

  return 'card_returned'
}

async function send(sending: Sending): Promise<Next> {
  const { attempt, lease, item } = sending
  const call = item.kind === 'RENEWAL' ? await topUpCall(sending) : await orderCall(sending)
  // The clock starts before the commit: a process that freezes inside it must find that too much time has gone.
  const sendBefore = performance.now() + sendWithinMs()
  if (!(await markSent(attempt.id, lease))) return null
  await failpoint('sent')
  const startedAt = performance.now()
  const { outcome, answer } = await judgeAnswer(await settled(() => call(sendBefore)))
  await failpoint('answered')
  const next = await noteOutcome({ ...sending, answer }, outcome)
  if (next !== 'lost') return next
  await recordLateResult({
    itemId: item.id,
    reference: attempt.attemptRef,
    class: outcome.class,
    latencyMs: Math.round(performance.now() - startedAt),
    ...toReviewDetails(outcome),
  })

  return null
}

async function settled(call: () => Promise<ProviderOrder>): Promise<Settled<ProviderOrder>> {
  try {
    return { result: await call() }
  } catch (error) {
    return { error }
  }
}

async function orderCall({ item, attempt, priceId }: Sending): Promise<(sendBefore: number) => Promise<ProviderOrder>> {
  const can = await getCapabilities()
  const { quote } = item
  const startDate = quote.startDate === null ? null : parseCalendarDate(quote.startDate)

  const params = {
    skuId: skuIdSchema.parse(quote.skuId),
    priceId,
    count: quote.count,
    daypassDays: can.sendsDays ? quote.days : null,
    beginDate: can.sendsStartDate && startDate ? formatStartDate(startDate, can.startDateFormat) : null,
    otherOrderId: can.sendsItemRef ? item.itemRef : null,
    otherItemId: can.sendsAttemptRef ? attempt.attemptRef : null,
  }

  return (sendBefore) => currentProvider().call(placeOrder, params, { sendBefore })
}

function toReviewDetails(outcome: PlacementOutcome): { orderNum: string | null; code: number | null } {
  if (outcome.class === 'ACCEPTED') return { orderNum: outcome.order.orderNum, code: 0 }

  return { orderNum: null, code: outcome.code }
}

/** A line found in PLACING has lost its worker: nothing left, or nobody knows. */
export async function findOrphan(item: WorkItem, lease: Lease): Promise<Next> {
  const open = item.attempts.find(({ state }) => state === 'PREPARED' || state === 'SENT')
  if (!open) return putInReview(item, lease, { from: 'PLACING', reason: 'attempt_missing' })
  const isSent = open.state === 'SENT'

  return transaction<Next>(async (tx) => {
    const now = await databaseNow(tx)
    const to = isSent ? 'UNKNOWN' : 'NOT_SENT'
    const changes = { class: to, reason: 'worker_lost', ...(isSent ? {} : { endedAt: now }) }
    if (!(await moveAttempt(open.id, { from: open.state, to, changes }, tx))) throw new Error('The attempt has moved.')
    const move = isSent
      ? { from: 'PLACING' as const, to: 'UNKNOWN' as const, changes: { unknownSince: item.unknownSince ?? now } }
      : { from: 'PLACING' as const, to: 'READY' as const }
    await stepItem(lease, move, tx)
    await tx.slot.updateMany({ where: { owner: item.id }, data: { owner: null, until: null } })
    const kind = isSent ? 'unknown' : 'not_sent'
    await recordOrderEvent({ orderId: item.orderId, itemId: item.id, kind, data: { n: open.n } }, tx)

    return 'again'
  })
}

const LONGEST_PAUSE_MS = 60_000

type Unsent = Extract<PlacementOutcome, { class: 'NOT_SENT' }>
type Rejected = Extract<PlacementOutcome, { class: 'REJECTED' }>
type Unknown = Extract<PlacementOutcome, { class: 'UNKNOWN' }>

/** Records how a call ended, in one commit. `lost` when the item is not ours any more: then nothing was written. */
async function noteOutcome(sending: Sending, outcome: PlacementOutcome): Promise<Next | 'lost'> {
  const next = await transaction(async (tx) => {
    // The slot goes first in every case: the call is over, whoever the item belongs to now.
    await freeSlot(sending.item.id, tx)
    if (outcome.class === 'ACCEPTED') return noteAccepted(sending, { order: outcome.order, tx })
    if (outcome.class === 'NOT_SENT') return noteUnsent(sending, { outcome, tx })
    if (outcome.class === 'REJECTED' && outcome.checkAfterMs === null) return noteRejected(sending, { outcome, tx })

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
  const { item, lease, attempt, priceId } = sending
  const isOurs = await acceptOrder(
    { item, lease, from: 'PLACING', attempt: { id: attempt.id, state: 'SENT' }, order, priceId, isListed: false },
    tx,
  )

  return isOurs ? 'again' : 'lost'
}

async function noteUnsent({ item, lease, attempt }: Sending, { outcome, tx }: { outcome: Unsent; tx: Tx }) {
  if (!(await moveItem(lease, { from: 'PLACING', to: 'READY' }, tx))) return 'lost'
  const changes = { class: 'NOT_SENT', reason: outcome.reason, endedAt: await databaseNow(tx) }
  await moveAttempt(attempt.id, { from: 'SENT', to: 'NOT_SENT', changes }, tx)
  await recordOrderEvent({ ...subject(item), kind: 'not_sent', data: { n: attempt.n, reason: outcome.reason } }, tx)
  const failures = item.attempts.filter(({ state }) => state === 'NOT_SENT').length

  return scaled(backoff(failures, { base: 2_000, cap: LONGEST_PAUSE_MS }))
}

async function noteRejected({ item, lease, attempt }: Sending, { outcome, tx }: { outcome: Rejected; tx: Tx }) {
  const { code, reason } = outcome
  if (!(await moveItem(lease, { from: 'PLACING', to: 'REJECTED', changes: { reason } }, tx))) return 'lost'
  const changes = { class: 'REJECTED', code, reason, endedAt: await databaseNow(tx) }
  await moveAttempt(attempt.id, { from: 'SENT', to: 'REJECTED', changes }, tx)
  await recordOrderEvent({ ...subject(item), kind: 'rejected', data: { n: attempt.n, code } }, tx)

  return 'again' as const
}

async function noteUnknown(
  { item, lease, attempt, answer, listed }: Sending,
  { outcome, tx }: { outcome: Rejected | Unknown; tx: Tx },
): Promise<Next | 'lost'> {
  const now = await databaseNow(tx)
  const { class: name, code, reason } = outcome
  const unknownSince = item.unknownSince ?? now
  if (!(await moveItem(lease, { from: 'PLACING', to: 'UNKNOWN', changes: { unknownSince, reason: null } }, tx)))
    return 'lost'
  const evidence = answer ? { evidence: { ...answer, ...(listed && { listed }) } } : {}
  const changes = { class: name, code, reason, endedAt: now, ...evidence }
  await moveAttempt(attempt.id, { from: 'SENT', to: 'UNKNOWN', changes }, tx)
  await recordOrderEvent({ ...subject(item), kind: 'unknown', data: { n: attempt.n, code, reason } }, tx)
  if (name === 'UNKNOWN' && code !== null && (await areAnswersStrange(tx))) {
    await pauseSales('strange_answers', { code }, tx)
  }

  return scaled(name === 'REJECTED' ? TIMERS.checkBeforeRejection : nextCheckAge(0))
}

function subject(item: Sending['item']) {
  return { orderId: item.orderId, itemId: item.id }
}

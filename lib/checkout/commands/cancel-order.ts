import 'server-only'
import { endCancellation } from '#lib/cancellations/commands/settle-cancellation.ts'
import {
  type CancelRow,
  countOtherRequests,
  getCancellation,
  moveCancellation,
  moveCancellationEsims,
} from '#lib/cancellations/repository/cancellations.ts'
import {
  type CancellationReading,
  hasDropped,
  isCancellationProven,
  parseSeenOrder,
  type SeenOrder,
  standsAsBefore,
} from '#lib/cancellations/rules/cancellation-readings.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { databaseNow, type Lease } from '#lib/core/repository/leases.ts'
import { toRecord } from '#lib/core/rules/records.ts'
import { cancelCheckPause, TIMERS } from '#lib/core/rules/timers.ts'
import { failpoint } from '#lib/fulfilment/commands/fulfil-item/failpoint.ts'
import { type Next, withLease } from '#lib/fulfilment/commands/with-lease.ts'
import { type Evidence, evidenceOf } from '#lib/orders/repository/items.ts'
import { type CancellationOutcome, classifyCancellation, DOCUMENTED_REFUSALS } from '#lib/orders/rules/order-outcome.ts'
import { getCapabilities, learnCapability } from '#lib/provider/commands/capabilities.ts'
import { aboutItem, currentProvider } from '#lib/provider/commands/current-provider.ts'
import { searchPage } from '#lib/provider/commands/order-pages.ts'
import { scaled, unscaled } from '#lib/provider/commands/throttle.ts'
import { cancelCards, listCards, MAX_ESIMS_PER_REQUEST } from '#lib/provider/index.ts'
import { isProviderFailure } from '#lib/provider/rules/provider-failure.ts'
import { type Iccid, parseIccid } from '#lib/provider/rules/provider-ids.ts'
import { ORDER_STATUS } from '#lib/provider/rules/provider-order.ts'

const SESSION_PAUSE_MS = TIMERS.cancelOpenFor / 12

/** Does everything that is due about a claimed cancellation: asks once, then reads the order until there is proof. */
export async function runCancellation(lease: Lease): Promise<void> {
  await withLease('CancelAttempt', lease, async () => {
    const row = await getCancellation(lease.id)
    if (row) await failpoint(`return:${row.state}`)
    if (row?.state === 'ASKED') return ask(row, lease)
    // Found like this, its worker is gone: the call may have been made.
    if (row?.state === 'SENT') {
      const outcome = { class: 'UNKNOWN', code: null, reason: 'worker_gone' } as const

      return toOpen(row, lease, { from: 'SENT', outcome, text: null })
    }
    if (row?.state === 'OPEN') return checkProvider(row, lease)
    if (row?.state === 'HELD') return checkOrderInReview(row, lease)

    return null
  })
  wakeWorker()
}

async function ask(row: CancelRow, lease: Lease): Promise<Next> {
  // Only a read renews a session: a repeat without one would carry the token that was refused.
  const now = await readOrder(row)
  // How the order stood before the call is half of every proof: without it the call waits.
  if (now === 'no_answer' || (now === null && row.items.length > 0)) return scaled(TIMERS.placementRetry)
  if (now?.status === ORDER_STATUS.cancelled)
    return endCancellation(row, { lease, state: 'CONFIRMED', status: ORDER_STATUS.cancelled })
  // Of an order that was given up before all its details came, the list alone names the other eSIMs.
  const listed = row.items.length > 0 ? [] : (now?.iccids ?? []).flatMap((iccid) => parseIccid(iccid) ?? [])
  const iccids = [...new Set([...iccidsOf(row), ...listed])]
  if (iccids.length === 0) return endCancellation(row, { lease, state: 'HELD', status: now?.status ?? null })
  const earlier = beforeOf(row)
  if (earlier !== null && !standsAsBefore(await toReading(row, now)).isSame) {
    // An earlier call of this request is said to have done nothing, and yet the order changed.
    return toOpen(row, lease, {
      from: 'ASKED',
      outcome: { class: 'UNKNOWN', code: null, reason: 'changed' },
      text: null,
    })
  }
  if (!(await noteSent(row, { lease, iccids, before: earlier ?? now }))) return null
  await failpoint('cancel_noted')
  const answered = await call(row, iccids)
  await failpoint('cancel_answered')
  const { outcome } = answered
  if (outcome.class !== 'SESSION_EXPIRED' && outcome.class !== 'NOT_SENT') {
    return toOpen(row, lease, { from: 'SENT', ...answered })
  }
  // Said not to be carried out: asked again if the order agrees, with a new session where the old one was the reason.
  const isRepeat = row.looks > 0 && outcome.class === 'SESSION_EXPIRED'
  await retryCancellation(row, lease, { from: 'SENT', changes: { looks: { increment: 1 } } })

  return scaled(isRepeat ? SESSION_PAUSE_MS : TIMERS.placementRetry)
}

async function retryCancellation(
  row: CancelRow,
  lease: Lease,
  { from, changes }: { from: 'SENT' | 'OPEN'; changes: Parameters<typeof moveCancellation>[1]['changes'] & object },
): Promise<boolean> {
  return transaction(async (tx) => {
    if (!(await moveCancellation(lease, { from, to: 'ASKED', changes }, tx))) return false
    await moveCancellationEsims(row.id, { from: [from], to: 'ASKED' }, tx)

    return true
  })
}

/** Committed before the first byte leaves: whoever finds this and no answer knows that the call may have been made. */
function noteSent(
  row: CancelRow,
  { lease, iccids, before }: { lease: Lease; iccids: Iccid[]; before: SeenOrder | null },
): Promise<boolean> {
  return transaction(async (tx) => {
    const sentAt = await databaseNow(tx)
    const answer = { ...evidenceOf(row.answer), iccids, ...(before && { before: toEvidence(before) }) }
    if (!(await moveCancellation(lease, { from: 'ASKED', to: 'SENT', changes: { sentAt, answer } }, tx))) return false
    await moveCancellationEsims(row.id, { from: ['ASKED'], to: 'SENT' }, tx)

    return true
  })
}

type Answered = { outcome: CancellationOutcome; text: string | null }

async function call(row: CancelRow, iccids: Iccid[]): Promise<Answered> {
  const { orderNum, itemId } = row
  try {
    const result = await aboutItem(itemId, () => currentProvider().call(cancelCards, { orderNum, iccids }))

    return { outcome: classifyCancellation({ result }), text: null }
  } catch (error) {
    const text = isProviderFailure(error) && 'providerText' in error ? error.providerText : null

    return { outcome: classifyCancellation({ error }), text: typeof text === 'string' ? text : null }
  }
}

/** Keeps the answer, a refusal too: what it is worth, the order says. */
async function toOpen(
  row: CancelRow,
  lease: Lease,
  { from, outcome, text }: Answered & { from: 'ASKED' | 'SENT' },
): Promise<Next> {
  return transaction(async (tx) => {
    const code = 'code' in outcome ? outcome.code : 0
    const answeredAt = (await databaseNow(tx)).toISOString()
    const changes = { looks: 0, outcome: { class: outcome.class, code, text, answeredAt } }
    if (!(await moveCancellation(lease, { from, to: 'OPEN', changes }, tx))) return null
    await moveCancellationEsims(row.id, { from: [from], to: 'OPEN' }, tx)

    return 'again'
  })
}

async function checkProvider(row: CancelRow, lease: Lease): Promise<Next> {
  // Before the reading: what it shows is at least this old.
  const { openForMs, answeredForMs } = await agesOf(row)
  const read = await readOrder(row)
  await failpoint('cancel_read')
  const reading = await toReading(row, read)
  const { now } = reading
  const status = now?.status ?? null
  const seen = now && toEvidence(now)
  if (isProven(row, reading)) return confirm(row, { lease, reading })
  const { isSame, isSure } = standsAsBefore(reading)
  const { class: answer, code, text } = outcomeOf(row)
  // A deed can show a while after its answer, whatever the answer said.
  const untilBelievedMs = answer === 'REFUSED' ? TIMERS.checkBeforeRejection - answeredForMs : 0
  if (answer === 'REFUSED' && isSame && untilBelievedMs <= 0 && (isSure || DOCUMENTED_REFUSALS.has(code ?? 0)))
    return endCancellation(row, { lease, state: 'REFUSED', status, seen, refusal: { code: code ?? 0, text } })
  if (openForMs >= TIMERS.cancelOpenFor) {
    // A lost answer, and an hour later nothing has changed: asked a second time, never a third.
    if (answer === 'UNKNOWN' && isSure && attemptOf(row) === 1) {
      const changes = { looks: 0, answer: { ...evidenceOf(row.answer), attempt: 2 } }

      return (await retryCancellation(row, lease, { from: 'OPEN', changes })) ? 'again' : null
    }

    return endCancellation(row, { lease, state: 'HELD', status, seen })
  }
  const outcome = { ...evidenceOf(row.outcome), ...(seen ? { seen } : {}) }
  const { count } = await transaction((tx) =>
    tx.cancelAttempt.updateMany({
      where: { id: lease.id, epoch: lease.epoch },
      data: { looks: { increment: 1 }, outcome },
    }),
  )
  const pause = Math.min(
    cancelCheckPause(row.looks + 1, { isAnswered: read !== 'no_answer' }),
    TIMERS.cancelOpenFor - openForMs,
  )
  const next = untilBelievedMs > 0 ? Math.min(pause, untilBelievedMs) : pause

  return count === 1 ? scaled(Math.max(1_000, next)) : null
}

/** How long ago a request was sent, and how long ago its answer came, in milliseconds of real time. */
async function agesOf(row: CancelRow): Promise<{ openForMs: number; answeredForMs: number }> {
  const sentAt = row.sentAt ?? row.askedAt
  const { answeredAt } = toRecord(row.outcome)
  const at = (await databaseNow()).getTime()
  // Rows from before do not say when their answer came.
  const since = typeof answeredAt === 'string' ? Date.parse(answeredAt) : sentAt.getTime()

  return { openForMs: unscaled(at - sentAt.getTime()), answeredForMs: unscaled(at - since) }
}

/** A person has it, and the hourly look goes on: proof that comes late still gives the money back by itself. */
async function checkOrderInReview(row: CancelRow, lease: Lease): Promise<Next> {
  const reading = await toReading(row, await readOrder(row))
  if (isProven(row, reading)) return confirm(row, { lease, reading })
  const ageMs = unscaled((await databaseNow()).getTime() - row.askedAt.getTime())

  return ageMs > TIMERS.watch ? null : scaled(TIMERS.cancelOpenFor)
}

async function confirm(
  row: CancelRow,
  { lease, reading }: { lease: Lease; reading: CancellationReading },
): Promise<Next> {
  const { now, before, listDropsCancelled } = reading
  if (!listDropsCancelled && hasDropped(reading)) {
    const evidence = { orderNum: row.orderNum, before: before?.iccids.length ?? 0, now: now?.iccids.length ?? 0 }
    await learnCapability({ key: 'cancel.listDrops', value: 'yes', evidence })
  }

  return endCancellation(row, { lease, state: 'CONFIRMED', status: now?.status ?? null, seen: now && toEvidence(now) })
}

/** Of a whole order nothing but its end is proof. */
function isProven(row: CancelRow, reading: CancellationReading): boolean {
  return row.items.length === 0 ? reading.now?.status === ORDER_STATUS.cancelled : isCancellationProven(reading)
}

async function toReading(row: CancelRow, read: SeenOrder | null | 'no_answer'): Promise<CancellationReading> {
  const now = read === 'no_answer' ? null : read
  const [{ listDropsCancelled }, others] = await Promise.all([getCapabilities(), countOtherRequests(row)])
  const isAccepted = outcomeOf(row).class === 'ACCEPTED'

  return { asked: iccidsOf(row), before: beforeOf(row), now, isAccepted, isAlone: others === 0, listDropsCancelled }
}

/** How the order stands in the network's list, `null` when it is not there. Profiles are read for single eSIMs only. */
async function readOrder(row: CancelRow): Promise<SeenOrder | null | 'no_answer'> {
  const { orderNum, itemId } = row
  try {
    const { rows, total } = await aboutItem(itemId, () => searchPage({ orderNum }))
    const found = rows.find((candidate) => candidate.orderNum === orderNum)
    if (!found) return total === null ? 'no_answer' : null
    const iccids = [...new Set(found.plans.flatMap(({ iccid }) => iccid ?? []))]
    const profiles = row.items.length > 0 ? await readProfiles(row, iccids) : null

    return { status: found.status, iccids, profiles }
  } catch (error) {
    if (!isProviderFailure(error)) throw error

    return 'no_answer'
  }
}

async function readProfiles(row: CancelRow, listed: string[]): Promise<SeenOrder['profiles']> {
  const all = new Set([...iccidsOf(row), ...listed, ...(beforeOf(row)?.iccids ?? [])])
  const iccids = [...all].flatMap((iccid) => parseIccid(iccid) ?? []).slice(0, MAX_ESIMS_PER_REQUEST)
  try {
    const found = await aboutItem(row.itemId, () => currentProvider().call(listCards, { iccids }))

    return Object.fromEntries(found.flatMap(({ iccid, profileStatus }) => (iccid ? [[iccid, profileStatus]] : [])))
  } catch (error) {
    if (!isProviderFailure(error)) throw error

    return null
  }
}

function iccidsOf({ answer }: CancelRow): Iccid[] {
  const { iccids } = toRecord(answer)

  return Array.isArray(iccids)
    ? iccids.flatMap((iccid) => (typeof iccid === 'string' ? (parseIccid(iccid) ?? []) : []))
    : []
}

function attemptOf({ answer }: CancelRow): number {
  return toRecord(answer).attempt === 2 ? 2 : 1
}

function outcomeOf({ outcome }: CancelRow): { class: string | null; code: number | null; text: string | null } {
  const { class: kind, code, text } = toRecord(outcome)

  return {
    class: typeof kind === 'string' ? kind : null,
    code: typeof code === 'number' ? code : null,
    text: typeof text === 'string' ? text : null,
  }
}

function beforeOf({ answer }: CancelRow): SeenOrder | null {
  return parseSeenOrder(toRecord(answer).before)
}

function toEvidence({ status, iccids, profiles }: SeenOrder): Evidence {
  return { status, iccids: [...iccids], profiles: profiles && { ...profiles } }
}

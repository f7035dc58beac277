import 'server-only'
import { type CancelRow, getCancellation, moveCancellation } from '#lib/db/cancellations.ts'
import { transaction } from '#lib/db/client.ts'
import { databaseNow, type Lease } from '#lib/db/leases.ts'
import type { Evidence } from '#lib/db/lines.ts'
import { moveReturnCards } from '#lib/db/returns.ts'
import { type CancellationOutcome, classifyCancellation } from '#lib/domain/order-outcome.ts'
import { isReturnProven, type SeenOrder } from '#lib/domain/return-proof.ts'
import { cancelLookPause, TIMERS } from '#lib/domain/timers.ts'
import { isUpstreamFailure } from '#lib/domain/upstream-failure.ts'
import { type Iccid, parseIccid } from '#lib/domain/upstream-ids.ts'
import { endCancellation } from '#lib/services/end-cancellation.ts'
import { crashPoint } from '#lib/services/fulfil-line/crash-point.ts'
import { holdLease, type Next } from '#lib/services/hold-lease.ts'
import { scaled, unscaled } from '#lib/services/time-scale.ts'
import { aboutLine, currentUpstream } from '#lib/services/upstream.ts'
import { wakeWorker } from '#lib/services/wake.ts'
import { cancelCards, searchOrders } from '#lib/upstream/index.ts'

const CANCELLED = 2
const SESSION_PAUSE_MS = TIMERS.cancelOpenFor / 12

/** Does everything that is due about a claimed cancellation: asks once, then reads the order until there is proof. */
export async function runCancellation(lease: Lease): Promise<void> {
  await holdLease('CancelAttempt', lease, async () => {
    const row = await getCancellation(lease.id)
    if (row) await crashPoint(`return:${row.state}`)
    if (row?.state === 'ASKED') return ask(row, lease)
    // Found like this, its worker is gone: the call may have been made.
    if (row?.state === 'SENT') return toOpen(row, lease, { class: 'UNKNOWN', code: null, reason: 'worker_gone' })
    if (row?.state === 'OPEN') return look(row, lease)
    if (row?.state === 'HELD' && row.items.length > 0) return lookAtHeld(row, lease)

    return null
  })
  wakeWorker()
}

async function ask(row: CancelRow, lease: Lease): Promise<Next> {
  const iccids = iccidsOf(row)
  if (iccids.length === 0) return endCancellation(row, { lease, state: 'HELD', status: null })
  // Only a read renews a session: a repeat without one would carry the token that was refused.
  const read = row.items.length > 0 || row.looks > 0 ? await readOrder(row) : null
  if (read === 'no_answer') return scaled(TIMERS.placementRetry)
  const before = read
  // What stood there before is half of the proof: without it the call waits.
  if (row.items.length > 0 && before === null) return scaled(TIMERS.placementRetry)
  if (before?.status === CANCELLED) return endCancellation(row, { lease, state: 'CONFIRMED', status: CANCELLED })
  if (!(await noteSent(row, { lease, before }))) return null
  await crashPoint('cancel_noted')
  const { outcome, text } = await call(row, iccids)
  await crashPoint('cancel_answered')
  if (outcome.class === 'ACCEPTED' || outcome.class === 'UNKNOWN') return toOpen(row, lease, outcome)
  if (outcome.class === 'REFUSED') {
    return endCancellation(row, { lease, state: 'REFUSED', status: null, refusal: { code: outcome.code, text } })
  }
  // Proven not carried out: asked again, with a new session where the old one was the reason.
  const isRepeat = row.looks > 0 && outcome.class === 'SESSION_EXPIRED'
  await transaction(async (tx) => {
    if (!(await moveCancellation(lease, { from: 'SENT', to: 'ASKED', changes: { looks: { increment: 1 } } }, tx)))
      return
    await moveReturnCards(row.id, { from: ['SENT'], to: 'ASKED' }, tx)
  })

  return scaled(isRepeat ? SESSION_PAUSE_MS : TIMERS.placementRetry)
}

/** Committed before the first byte leaves: whoever finds this and no answer knows that the call may have been made. */
function noteSent(row: CancelRow, { lease, before }: { lease: Lease; before: SeenOrder }): Promise<boolean> {
  return transaction(async (tx) => {
    const sentAt = await databaseNow(tx)
    const answer = before === null ? {} : { answer: { ...toRecord(row.answer), before: toJson(before) } }
    if (!(await moveCancellation(lease, { from: 'ASKED', to: 'SENT', changes: { sentAt, ...answer } }, tx)))
      return false
    await moveReturnCards(row.id, { from: ['ASKED'], to: 'SENT' }, tx)

    return true
  })
}

async function call(row: CancelRow, iccids: Iccid[]): Promise<{ outcome: CancellationOutcome; text: string | null }> {
  const { orderNum, lineId } = row
  try {
    const result = await aboutLine(lineId, () => currentUpstream().call(cancelCards, { orderNum, iccids }))

    return { outcome: classifyCancellation({ result }), text: null }
  } catch (error) {
    const text = isUpstreamFailure(error) && 'upstreamText' in error ? error.upstreamText : null

    return { outcome: classifyCancellation({ error }), text: typeof text === 'string' ? text : null }
  }
}

async function toOpen(row: CancelRow, lease: Lease, outcome: CancellationOutcome): Promise<Next> {
  return transaction(async (tx) => {
    const changes = { looks: 0, outcome: { class: outcome.class, code: 'code' in outcome ? outcome.code : 0 } }
    if (!(await moveCancellation(lease, { from: 'SENT', to: 'OPEN', changes }, tx))) return null
    await moveReturnCards(row.id, { from: ['SENT'], to: 'OPEN' }, tx)

    return 'again'
  })
}

async function look(row: CancelRow, lease: Lease): Promise<Next> {
  const order = await readNow(row)
  const status = order?.status ?? null
  await crashPoint('cancel_read')
  if (isProven(row, order)) return endCancellation(row, { lease, state: 'CONFIRMED', status })
  const openForMs = unscaled((await databaseNow()).getTime() - (row.sentAt ?? row.askedAt).getTime())
  if (openForMs >= TIMERS.cancelOpenFor) return endCancellation(row, { lease, state: 'HELD', status })
  const { count } = await transaction((tx) =>
    tx.cancelAttempt.updateMany({ where: { id: lease.id, epoch: lease.epoch }, data: { looks: { increment: 1 } } }),
  )
  const pause = Math.min(cancelLookPause(row.looks + 1), TIMERS.cancelOpenFor - openForMs)

  return count === 1 ? scaled(Math.max(1_000, pause)) : null
}

/** A person has it, and the hourly look goes on: proof that comes late still gives the money back by itself. */
async function lookAtHeld(row: CancelRow, lease: Lease): Promise<Next> {
  const order = await readNow(row)
  if (isProven(row, order)) {
    return endCancellation(row, { lease, state: 'CONFIRMED', status: order?.status ?? null })
  }
  const ageMs = unscaled((await databaseNow()).getTime() - row.askedAt.getTime())

  return ageMs > TIMERS.watch ? null : scaled(TIMERS.cancelOpenFor)
}

function isProven(row: CancelRow, now: SeenOrder): boolean {
  if (row.items.length === 0) return now?.status === CANCELLED

  return isReturnProven({
    asked: iccidsOf(row),
    before: toSeen(toRecord(row.answer).before),
    isAccepted: toRecord(row.outcome).class === 'ACCEPTED',
    now,
  })
}

async function readNow(row: CancelRow): Promise<SeenOrder> {
  const order = await readOrder(row)

  return order === 'no_answer' ? null : order
}

/** How the order stands in the network's list, `null` when it is not there. */
async function readOrder({ orderNum, lineId }: CancelRow): Promise<SeenOrder | 'no_answer'> {
  try {
    const { rows } = await aboutLine(lineId, () => currentUpstream().call(searchOrders, { orderNum }))
    const row = rows.find((candidate) => candidate.orderNum === orderNum)

    return row ? { status: row.status, iccids: [...new Set(row.plans.flatMap(({ iccid }) => iccid ?? []))] } : null
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error

    return 'no_answer'
  }
}

function iccidsOf({ answer }: CancelRow): Iccid[] {
  const { iccids } = toRecord(answer)

  return Array.isArray(iccids)
    ? iccids.flatMap((iccid) => (typeof iccid === 'string' ? (parseIccid(iccid) ?? []) : []))
    : []
}

function toJson({ status, iccids }: NonNullable<SeenOrder>): Evidence {
  return { status, iccids: [...iccids] }
}

function toSeen(value: unknown): SeenOrder {
  const { status, iccids } = toRecord(value)
  if (!Array.isArray(iccids)) return null

  return {
    status: typeof status === 'number' ? status : null,
    iccids: iccids.filter((iccid) => typeof iccid === 'string'),
  }
}

function toRecord(value: unknown): Evidence {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Evidence) : {}
}

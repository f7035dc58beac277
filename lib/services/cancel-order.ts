import 'server-only'
import { type CancelRow, getCancellation, moveCancellation } from '#lib/db/cancellations.ts'
import { transaction } from '#lib/db/client.ts'
import { addSupplierEntry, openBreak } from '#lib/db/differences.ts'
import { databaseNow, type Lease, wakeRow } from '#lib/db/leases.ts'
import { noteUpstreamStatus } from '#lib/db/upstream-orders.ts'
import { type CancellationOutcome, classifyCancellation } from '#lib/domain/order-outcome.ts'
import { cancelLookPause, TIMERS } from '#lib/domain/timers.ts'
import { isUpstreamFailure } from '#lib/domain/upstream-failure.ts'
import { type Iccid, parseIccid } from '#lib/domain/upstream-ids.ts'
import type { OrderRow } from '#lib/domain/upstream-order.ts'
import { holdLease, type Next } from '#lib/services/hold-lease.ts'
import { scaled, unscaled } from '#lib/services/time-scale.ts'
import { aboutLine, currentUpstream } from '#lib/services/upstream.ts'
import { wakeWorker } from '#lib/services/wake.ts'
import { cancelCards, searchOrders } from '#lib/upstream/index.ts'

const CANCELLED = 2

/** Does everything that is due about a claimed cancellation: asks once, then reads the order until there is proof. */
export async function runCancellation(lease: Lease): Promise<void> {
  await holdLease('CancelAttempt', lease, async () => {
    const row = await getCancellation(lease.id)
    if (row?.state === 'ASKED') return ask(row, lease)
    // Found like this, its worker is gone: the call may have been made.
    if (row?.state === 'SENT') return toOpen(row, lease)
    if (row?.state === 'OPEN') return look(row, lease)

    return null
  })
  wakeWorker()
}

async function ask(row: CancelRow, lease: Lease): Promise<Next> {
  const iccids = iccidsOf(row)
  if (iccids.length === 0) return end(row, { lease, state: 'HELD', status: null })
  const sentAt = await databaseNow()
  if (!(await moveCancellation(lease, { from: 'ASKED', to: 'SENT', changes: { sentAt } }))) return null
  const outcome = await call(row, iccids)
  if (outcome.class === 'ACCEPTED' || outcome.class === 'UNKNOWN') return toOpen(row, lease)
  if (outcome.class === 'REFUSED') return end(row, { lease, state: 'REFUSED', status: null, outcome })
  // Proven not carried out: asked again, with a new session where the old one was the reason.
  const isRepeat = row.looks > 0 && outcome.class === 'SESSION_EXPIRED'
  await moveCancellation(lease, { from: 'SENT', to: 'ASKED', changes: { looks: { increment: 1 } } })

  return scaled(isRepeat ? TIMERS.cancelOpenFor / 12 : TIMERS.placementRetry)
}

async function call(row: CancelRow, iccids: Iccid[]): Promise<CancellationOutcome> {
  const { orderNum, lineId } = row
  try {
    const result = await aboutLine(lineId, () => currentUpstream().call(cancelCards, { orderNum, iccids }))

    return classifyCancellation({ result })
  } catch (error) {
    return classifyCancellation({ error })
  }
}

async function toOpen(_row: CancelRow, lease: Lease): Promise<Next> {
  return (await moveCancellation(lease, { from: 'SENT', to: 'OPEN', changes: { looks: 0 } })) ? 'again' : null
}

async function look(row: CancelRow, lease: Lease): Promise<Next> {
  const order = await readOrder(row)
  if (order?.status === CANCELLED) return end(row, { lease, state: 'CONFIRMED', status: CANCELLED })
  const openForMs = unscaled((await databaseNow()).getTime() - (row.sentAt ?? row.askedAt).getTime())
  if (openForMs > TIMERS.cancelOpenFor) return end(row, { lease, state: 'HELD', status: order?.status ?? null })
  const { count } = await transaction((tx) =>
    tx.cancelAttempt.updateMany({ where: { id: lease.id, epoch: lease.epoch }, data: { looks: { increment: 1 } } }),
  )

  return count === 1 ? scaled(Math.max(1_000, cancelLookPause(row.looks + 1))) : null
}

async function readOrder({ orderNum, lineId }: CancelRow): Promise<OrderRow | null> {
  try {
    const { rows } = await aboutLine(lineId, () => currentUpstream().call(searchOrders, { orderNum }))

    return rows.find((row) => row.orderNum === orderNum) ?? null
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error

    return null
  }
}

type End = {
  lease: Lease
  state: 'CONFIRMED' | 'REFUSED' | 'HELD'
  status: number | null
  outcome?: CancellationOutcome
}

async function end(row: CancelRow, { lease, state, status, outcome }: End): Promise<Next> {
  return transaction(async (tx) => {
    const endedAt = await databaseNow(tx)
    const changes = { endedAt, outcome: { status, code: outcome && 'code' in outcome ? outcome.code : null } }
    if (!(await moveCancellation(lease, { from: row.state, to: state, changes }, tx))) {
      if (!(await moveCancellation(lease, { from: 'SENT', to: state, changes }, tx))) return null
    }
    const { orderNum } = row
    if (status !== null) await noteUpstreamStatus(orderNum, status, tx)
    const order = await tx.upstreamOrder.findUnique({ where: { orderNum }, select: { cost: true, costCurrency: true } })
    if (state === 'CONFIRMED' && order?.cost) {
      const credit = { amount: order.cost.toString(), currency: order.costCurrency, orderNum }
      await addSupplierEntry({ kind: 'expected_credit', ...credit }, tx)
    }
    if (state !== 'CONFIRMED') {
      const evidence = { orderNum, status, reason: row.reason ?? '' }
      await openBreak({ kind: 'cancel_open', subject: orderNum, evidence }, tx)
    }
    await wakeRow('Line', row.lineId, tx)

    return null
  })
}

function iccidsOf({ answer }: CancelRow): Iccid[] {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer) || !Array.isArray(answer.iccids)) return []

  return answer.iccids.flatMap((iccid) => (typeof iccid === 'string' ? (parseIccid(iccid) ?? []) : []))
}

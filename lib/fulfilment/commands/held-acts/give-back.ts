import 'server-only'
import { addWholeCancellation } from '#lib/cancellations/repository/cancellations.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { databaseNow, LeaseLost, wakeRow } from '#lib/core/repository/leases.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf } from '#lib/core/rules/caller.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { cancelSurplus } from '#lib/fulfilment/commands/cancel-surplus.ts'
import { giveUpLineIn } from '#lib/fulfilment/commands/fulfil-line/end-line.ts'
import {
  changedMeanwhile,
  type Deciding,
  type HeldOutcome,
  moveHeld,
  noteDecision,
} from '#lib/fulfilment/commands/held-acts/held-input.ts'
import { endAfterRefund, loseDispute, refuseMoney } from '#lib/fulfilment/commands/held-acts/judge-money.ts'
import { readCandidates } from '#lib/fulfilment/commands/held-acts/read-candidates.ts'
import { livingOrderOf } from '#lib/fulfilment/repository/held-lines.ts'
import { addUnknownAttempt } from '#lib/fulfilment/repository/recovery-rows.ts'
import { getWorkLine, type WorkLine } from '#lib/orders/repository/lines.ts'
import { releaseUses } from '#lib/pricing/repository/promotions.ts'
import { scaled } from '#lib/provider/commands/time-scale.ts'
import type { OrderRow } from '#lib/provider/rules/upstream-order.ts'
import { bookLoss } from '#lib/reconciliation/repository/discrepancies.ts'

/** Gives the money of a line back for which nothing lives at the network. Its references stay watched for two weeks. */
export async function giveBack(deciding: Deciding): Promise<HeldOutcome> {
  const { reason } = deciding.held.line
  if (reason === 'payment_mismatch') return refuseMoney(deciding)
  if (reason === 'refunded_elsewhere') return endAfterRefund(deciding)
  await transaction(async (tx) => {
    await payBack(deciding, tx)
    await noteDecision(deciding, { tx })
  })

  return 'moved'
}

/** Asks the network to take an order back first; the money follows its proof. */
export async function cancelFirst(deciding: Deciding): Promise<HeldOutcome> {
  const { line, facts } = deciding.held
  const living = livingOrderOf(line)
  if (!living) return cancelStrays(deciding)
  const known = line.cards.filter(({ orderNum }) => orderNum === living.orderNum).map(({ iccid }) => iccid)
  const iccids = known.length > 0 ? known : await readIccids(line, living.orderNum)
  if (iccids === null) return 'no_answer'
  if (iccids.length === 0) throw new AppError('conflict', 'No card is known.', { reason: 'cards_unknown' })
  if (facts.isLocked) throw changedMeanwhile()
  await transaction(async (tx) => {
    await moveHeld(deciding, { to: 'CANCELLING', changes: { reason: 'cancelled' } }, tx)
    const requestedBy = actorOf(deciding.staff)
    const input = { orderNum: living.orderNum, lineId: line.id, iccids, reason: 'cancelled', requestedBy }
    await addWholeCancellation(input, tx)
    await noteDecision(deciding, { after: { orderNum: living.orderNum }, tx })
  })

  return 'moved'
}

/** Gives back orders under our own reference that no line has: each is cancelled, and booked as a loss until credited. */
async function cancelStrays(deciding: Deciding): Promise<HeldOutcome> {
  const { line, facts } = deciding.held
  const rows = await readCandidates(line, [...facts.candidates])
  if (rows === null) return 'no_answer'
  await transaction(async (tx) => {
    await cancelEach(line, { rows: rows.filter(({ status }) => status !== 2), tx })
    await payBack(deciding, tx)
    await noteDecision(deciding, { after: { cancelled: rows.map(({ orderNum }) => orderNum).join(', ') }, tx })
  })

  return 'moved'
}

async function cancelEach(line: WorkLine, { rows, tx }: { rows: OrderRow[]; tx: Tx }): Promise<void> {
  if (rows.length === 0) return
  if (line.attempts.length === 0) await addUnknownAttempt(line, tx)
  const now = await getWorkLine(line.id, tx)
  const attemptId = now?.attempts.at(-1)?.id
  if (!now || !attemptId) throw changedMeanwhile()
  for (const row of rows) await cancelSurplus(now, { row, attemptId, kind: 'late_order' }, tx)
}

/** Gives money back although the order lives: its cost is lost, and the cards are not delivered. */
export async function writeOff(deciding: Deciding): Promise<HeldOutcome> {
  const { line, payment } = deciding.held
  if (payment?.state === 'DISPUTED') return loseDispute(deciding)
  const living = livingOrderOf(line)
  if (!living) throw changedMeanwhile()
  await transaction(async (tx) => {
    await loseOrder(line, { orderNum: living.orderNum, cost: living.cost?.toString() ?? null, tx })
    await payBack(deciding, tx)
    await noteDecision(deciding, { after: { orderNum: living.orderNum }, tx })
  })

  return 'moved'
}

/** An order is lost once, whoever finds out first. */
async function loseOrder(line: WorkLine, lost: { orderNum: string; cost: string | null; tx: Tx }): Promise<void> {
  const { orderNum, cost: amount, tx } = lost
  const before = await tx.lossEntry.count({
    where: { orderId: line.orderId, evidence: { path: ['orderNum'], equals: orderNum } },
  })
  if (before > 0) return
  const { orderId } = line
  const evidence = { orderNum }
  await bookLoss({ orderId, kind: 'written_off', amount, currency: line.quote.costCurrency, evidence }, tx)
}

async function payBack(deciding: Deciding, tx: Tx): Promise<void> {
  const { line, epoch, payment } = deciding.held
  await watchReferences(line, tx)
  if (!payment) {
    await moveHeld(deciding, { to: 'EXPIRED', changes: { reason: 'not_paid' } }, tx)
    await releaseUses(line.orderId, tx)

    return
  }
  if (line.reason === 'refund_refused') {
    await moveHeld(deciding, { to: 'REFUND_DUE', changes: { reason: 'staff_refund' } }, tx)

    return
  }
  const exit = { from: 'HELD', reason: 'staff_refund' } as const
  try {
    await giveUpLineIn(line, { lease: { id: line.id, epoch }, exit, tx })
  } catch (error) {
    throw error instanceof LeaseLost ? changedMeanwhile() : error
  }
  await wakeRow('Line', line.id, tx)
}

/** What was given up may still turn up at the network; then it is given back by itself. */
async function watchReferences(line: WorkLine, tx: Tx): Promise<void> {
  const watchUntil = new Date((await databaseNow(tx)).getTime() + scaled(TIMERS.watch))
  await tx.attempt.updateMany({
    where: { lineId: line.id, state: { in: ['UNKNOWN', 'ABSENT'] } },
    data: { watchUntil },
  })
}

async function readIccids(line: WorkLine, orderNum: string): Promise<string[] | null> {
  const rows = await readCandidates(line, [orderNum])

  return rows && [...new Set(rows.flatMap(({ plans }) => plans.flatMap(({ iccid }) => iccid ?? [])))]
}

import 'server-only'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { wakeRow } from '#lib/core/repository/leases.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { acceptOrder } from '#lib/fulfilment/commands/fulfil-line/accept-order.ts'
import {
  changedMeanwhile,
  type Deciding,
  type HeldOutcome,
  noteDecision,
} from '#lib/fulfilment/commands/held-acts/held-input.ts'
import { readCandidates } from '#lib/fulfilment/commands/held-acts/read-candidates.ts'
import { orderOfRow } from '#lib/fulfilment/commands/look-up.ts'
import { addUnknownAttempt } from '#lib/fulfilment/repository/recovery-rows.ts'
import { findClaimed } from '#lib/fulfilment/repository/upstream-orders.ts'
import { getWorkLine, noteOnLine, type WorkAttempt, type WorkLine } from '#lib/orders/repository/lines.ts'
import type { OrderRow } from '#lib/provider/rules/upstream-order.ts'
import { openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'

// Whatever else stands under our own reference is ours too, and nobody needs it.
const UNDER_OUR_REFERENCE = ['misfit', 'order_without_attempt', 'recovered']

/** Takes an order of the network over for a line: the one that is named, else the only one that was proposed. */
export async function adopt(deciding: Deciding): Promise<HeldOutcome> {
  const { held, input } = deciding
  const [only, ...more] = held.facts.candidates
  const orderNum = input.orderNum ?? (more.length === 0 ? only : undefined)
  if (!orderNum || !held.facts.candidates.includes(orderNum)) throw refusal('no_candidate')
  const rows = await readCandidates(held.line, [orderNum])
  if (rows === null) return 'no_answer'
  const [row] = rows
  if (!row || row.status === 2) throw refusal('candidate_gone')
  await transaction((tx) => takeOver(deciding, row, tx))

  return 'moved'
}

async function takeOver(deciding: Deciding, row: OrderRow, tx: Tx): Promise<void> {
  const { held } = deciding
  const { orderNum } = row
  if ((await findClaimed([orderNum], tx)).has(orderNum)) throw refusal('candidate_taken')
  const lease = { id: held.line.id, epoch: held.epoch }
  // What was wrong before is decided with this; what is wrong with the new order is written by its acceptance.
  if (!(await noteOnLine(lease, { evidence: { orderNum } }, tx))) throw changedMeanwhile()
  const { line, attempt } = await attemptFor(held.line, tx)
  const state = attempt.state === 'ABSENT' ? 'ABSENT' : 'UNKNOWN'
  const isOurs = await acceptOrder(
    {
      line,
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
  await wakeRow('Line', line.id, tx)
  await leaveOthers(deciding, orderNum, tx)
  await noteDecision(deciding, { after: { orderNum }, tx })
}

/** The call that this order belongs to; one is added where the books have lost it. */
async function attemptFor(line: WorkLine, tx: Tx): Promise<{ line: WorkLine; attempt: WorkAttempt }> {
  const known = line.attempts.find(
    ({ state, sentAt }) => (state === 'UNKNOWN' || state === 'ABSENT') && sentAt !== null,
  )
  if (known) return { line, attempt: known }
  await addUnknownAttempt(line, tx)
  const now = await getWorkLine(line.id, tx)
  const attempt = now?.attempts.find(({ state }) => state === 'UNKNOWN')
  if (!now || !attempt) throw new Error('The call of unknown fate was not written.')

  return { line: now, attempt }
}

async function leaveOthers({ held: { line, facts } }: Deciding, kept: string, tx: Tx): Promise<void> {
  if (!UNDER_OUR_REFERENCE.includes(line.reason ?? '')) return
  for (const orderNum of facts.candidates.filter((candidate) => candidate !== kept)) {
    const evidence = { orderNum, lineRef: line.lineRef }
    await openDiscrepancy({ kind: 'late_order', subject: orderNum, orderId: line.orderId, evidence }, tx)
  }
}

function refusal(reason: 'no_candidate' | 'candidate_gone' | 'candidate_taken'): AppError {
  return new AppError('conflict', `No order can be taken over: ${reason}.`, { reason })
}

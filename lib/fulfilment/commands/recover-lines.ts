import 'server-only'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { claimOne, databaseNow, finishLease, type Lease } from '#lib/core/repository/leases.ts'
import { holdLineIn } from '#lib/fulfilment/commands/fulfil-line/end-line.ts'
import { claimer } from '#lib/fulfilment/commands/hold-lease.ts'
import { listLaneCandidates, lookUp } from '#lib/fulfilment/commands/look-up.ts'
import type { RecoveryPass } from '#lib/fulfilment/commands/recover.ts'
import { addUnknownAttempt, doubtCancellations, listUnsettledLines } from '#lib/fulfilment/repository/recovery-rows.ts'
import { getWorkLine, moveLine, noteOnLine, type WorkLine } from '#lib/orders/repository/lines.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import type { HoldReason } from '#lib/orders/rules/line-reasons.ts'
import type { LineState } from '#lib/orders/rules/line-states.ts'
import type { OrderRow } from '#lib/provider/rules/upstream-order.ts'

/** What a look leads to. `found`: ordered already, the worker takes the order over. */
type Verdict = 'found' | 'held' | 'open' | 'not_ordered'

/** The moves that make a line one of unknown fate, which the worker then reconciles as it always does. */
const TO_UNKNOWN: Partial<Record<LineState, LineState[]>> = {
  READY: ['PLACING', 'UNKNOWN'],
  REJECTED: ['READY', 'PLACING', 'UNKNOWN'],
  PLACING: ['UNKNOWN'],
}

/** Asks the upstream about every line that is not finally settled, before anything may be placed for it. */
export async function lookUpLines({ assigned }: RecoveryPass): Promise<Record<Verdict | 'cancellations', number>> {
  const counts = { found: 0, held: 0, open: 0, not_ordered: 0, cancellations: await doubtCancellations() }
  for (const id of await listUnsettledLines()) {
    const line = await getWorkLine(id)
    if (line) counts[await judge(line, assigned)] += 1
  }

  return counts
}

async function judge(line: WorkLine, assigned: Set<string>): Promise<Verdict> {
  const look = await lookUp(line, { since: line.createdAt })
  const rows = [...look.fits, ...look.misfits]
  for (const { orderNum } of rows) assigned.add(orderNum)
  if (line.state === 'UNKNOWN') return 'open'
  if (line.state === 'PLACING') return doubt(line)
  if (line.state === 'HELD') return rows.length > 0 ? propose(line, rows) : 'open'
  if (line.state === 'AWAITING_PAYMENT') return rows.length > 0 ? hold(line, { rows, reason: 'order_unpaid' }) : 'open'
  if (look.fits.length > 0) return doubt(line)
  if (rows.length > 0) return hold(line, { rows, reason: 'recovered' })
  if (isRebuilt(line)) return hold(line, { rows: [], reason: 'rebuilt' })
  if (look.isClean) return 'not_ordered'
  // No reference can prove anything here; an empty list of what was bought since then still does.
  const candidates = await listLaneCandidates(line, line.createdAt)
  for (const { orderNum } of candidates) assigned.add(orderNum)

  return candidates.length > 0 ? hold(line, { rows: candidates, reason: 'recovered' }) : 'not_ordered'
}

/** Gives a line an attempt of unknown fate: the order that stands upstream is adopted, or found absent in due time. */
async function doubt(line: WorkLine): Promise<Verdict> {
  await withLease(line, async (lease, tx) => {
    let from: LineState = line.state
    for (const to of TO_UNKNOWN[line.state] ?? []) {
      const changes = { unknownSince: await databaseNow(tx) }
      if (!(await moveLine(lease, { from, to, changes }, tx))) throw new Error('The line has moved.')
      from = to
    }
    await addUnknownAttempt(line, tx)
    await recordOrderEvent(
      { orderId: line.orderId, lineId: line.id, kind: 'unknown', data: { reason: 'recovered' } },
      tx,
    )
  })

  return 'found'
}

async function hold(line: WorkLine, { rows, reason }: { rows: OrderRow[]; reason: HoldReason }): Promise<Verdict> {
  const from = line.state
  await withLease(line, async (lease, tx) => {
    await holdLineIn(line, { lease, exit: { from, reason, evidence: toEvidence(rows) }, tx })
  })

  return 'held'
}

/** A line that a person has to decide about anyway gets what was found added to its evidence. */
async function propose(line: WorkLine, rows: OrderRow[]): Promise<Verdict> {
  const { evidence } = line
  const before = typeof evidence === 'object' && evidence !== null && !Array.isArray(evidence) ? evidence : {}
  await withLease(line, async (lease, tx) => {
    await noteOnLine(lease, { evidence: { ...before, ...toEvidence(rows) } }, tx)
  })

  return 'held'
}

async function withLease(line: WorkLine, work: (lease: Lease, tx: Tx) => Promise<void>): Promise<void> {
  const lease = await claimOne('Line', { ...claimer(), id: line.id })
  if (!lease) throw new Error('A line is held by another process.')
  try {
    await transaction((tx) => work(lease, tx))
  } finally {
    await finishLease('Line', lease, 0)
  }
}

function toEvidence(rows: OrderRow[]) {
  return {
    candidates: rows.map(({ orderNum, skuId, count, status }) => ({ orderNum, skuId, count, status })),
    proposed: rows.length === 1 ? (rows[0]?.orderNum ?? null) : null,
    proposal: rows.length === 0 ? 'refund' : 'adopt',
  }
}

function isRebuilt({ order: { consent } }: WorkLine): boolean {
  return typeof consent === 'object' && consent !== null && 'rebuilt' in consent
}

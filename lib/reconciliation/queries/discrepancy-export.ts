import 'server-only'
import { BATCH, type Batch, batchOf, maskText, once, rowsOf } from '#lib/core/queries/export-rows.ts'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import type { CsvCell } from '#lib/core/rules/csv.ts'
import { discrepancyIds, riskOf } from '#lib/reconciliation/queries/discrepancy-view.ts'
import {
  findOrderNumbers,
  listClosedDiscrepancies,
  listOpenByRisk,
  type StoredDiscrepancy,
} from '#lib/reconciliation/repository/discrepancies.ts'
import { listRuns, type Run } from '#lib/reconciliation/repository/reconciliation-runs.ts'
import type { DiscrepancyFilter } from '#lib/reconciliation/rules/admin-reconciliation.ts'

const HEAD = [
  ...['finding', 'kind', 'subject', 'order', 'order_id', 'risk', 'risk_currency', 'opened', 'seen'],
  ...['closed', 'closed_by', 'resolution', 'reason'],
]

/** The open or the closed differences as a file, in the order of their page, masked as the caller's role sees them. */
export function exportedDiscrepancies(
  caller: Caller,
  { view, kind, q, resolution, opened, ended }: DiscrepancyFilter,
): AsyncIterable<string> {
  const isClosed = view === 'closed'
  const ids = once(() => discrepancyIds(caller, q))

  return rowsOf<string>(caller, 'findings', HEAD, async (after): Promise<Batch<string>> => {
    const filter = { kind, opened, ended, ids: await ids(), ...(isClosed ? { resolution } : {}) }
    const list = isClosed ? listClosedDiscrepancies : listOpenByRisk
    const rows = await list(filter, { after, limit: BATCH })
    const numbers = await findOrderNumbers(rows.flatMap(({ orderId }) => orderId ?? []))

    return batchOf(
      rows,
      (discrepancy) => cellsOf(caller, discrepancy, numbers),
      ({ id }) => id,
    )
  })
}

const RUN_HEAD = [
  ...['comparison', 'trigger', 'state', 'from', 'until', 'ours', 'listed', 'payments', 'calls', 'differing'],
  ...['opened', 'closed', 'parts', 'started', 'finished'],
]

/** Every comparison of the books that is still known as a file, the newest first. */
export function exportedComparisons(caller: Caller): AsyncIterable<string> {
  return rowsOf<string>(caller, 'comparisons', RUN_HEAD, async (after) => {
    requirePermission(caller, 'findings.see')

    return batchOf(await listRuns({ after, limit: BATCH }), runCells, ({ id }) => id)
  })
}

function runCells({ id, trigger, state, fromAt, untilAt, parts, ...run }: Run): CsvCell[] {
  const { ours, listed, payments, calls, differing, opened, closed, startedAt, finishedAt } = run
  const said = Object.entries(parts ?? {}).map(([name, outcome]) => `${name}: ${outcome}`)

  return [
    // Who asked for it is a matter of the audit log.
    ...[id, trigger.split(':')[0], state, fromAt, untilAt, ours, listed, payments, calls, differing],
    ...[opened, closed, said.join(', '), startedAt, finishedAt],
  ]
}

function cellsOf(caller: Caller, discrepancy: StoredDiscrepancy, numbers: ReadonlyMap<string, string>): CsvCell[] {
  const { id, kind, orderId, openedAt, seenAt, closedAt, closedBy, resolution } = discrepancy
  const reason = maskText(caller, discrepancy.reason)
  const subject = maskText(caller, discrepancy.subject)
  const risk = riskOf(caller, discrepancy)
  const about = [id, kind, subject, orderId && numbers.get(orderId), orderId, risk?.amount, risk?.currency]

  return [...about, openedAt, seenAt, closedAt, closedBy, resolution, reason]
}

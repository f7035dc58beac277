import 'server-only'
import { findOrderNumbers, listFindings, type StoredFinding } from '#lib/db/reconciliation-findings.ts'
import type { FindingFilter } from '#lib/domain/admin-reconciliation.ts'
import { type Caller, can } from '#lib/domain/caller.ts'
import type { CsvCell } from '#lib/domain/csv.ts'
import { maskIccids } from '#lib/domain/mask.ts'
import { riskOf } from '#lib/queries/admin-reconciliation-findings.ts'
import { BATCH, type Batch, batchOf, rowsOf } from '#lib/queries/export-rows.ts'

const HEAD = [
  ...['finding', 'kind', 'subject', 'order', 'order_id', 'risk', 'risk_currency', 'opened', 'seen'],
  ...['closed', 'closed_by', 'resolution', 'reason'],
]

/** The open or the closed differences as a file, in the order of their page, masked as the caller's role sees them. */
export function exportedFindings(caller: Caller, { view, kind }: FindingFilter): AsyncIterable<string> {
  return rowsOf<string>(caller, 'findings', HEAD, async (after): Promise<Batch<string>> => {
    const found = await listFindings({ isClosed: view === 'closed', kind }, { after, limit: BATCH })
    const numbers = await findOrderNumbers(found.flatMap(({ orderId }) => orderId ?? []))

    return batchOf(
      found,
      (finding) => cellsOf(caller, finding, numbers),
      ({ id }) => id,
    )
  })
}

function cellsOf(caller: Caller, finding: StoredFinding, numbers: ReadonlyMap<string, string>): CsvCell[] {
  const { id, kind, orderId, openedAt, seenAt, closedAt, closedBy, resolution, reason } = finding
  const subject = can(caller, 'iccids.see') ? finding.subject : maskIccids(finding.subject)
  const risk = riskOf(caller, finding)
  const about = [id, kind, subject, orderId && numbers.get(orderId), orderId, risk?.amount, risk?.currency]

  return [...about, openedAt, seenAt, closedAt, closedBy, resolution, reason]
}

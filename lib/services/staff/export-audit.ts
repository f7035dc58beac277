import 'server-only'
import { recordAudit } from '#lib/db/audit.ts'
import { type AuditData, listAudit } from '#lib/db/audit-list.ts'
import type { AuditFilter } from '#lib/domain/admin-audit.ts'
import { addDays } from '#lib/domain/calendar-date.ts'
import { actorOf, type Caller, requirePermission } from '#lib/domain/caller.ts'
import { csvRow, csvStart } from '#lib/domain/csv.ts'

const BATCH = 1000
const HEAD = ['id', 'at', 'actor', 'role', 'act', 'subject', 'reason', 'before', 'after', 'address']

/**
 * Returns the acts of a filter as the rows of a CSV file, newest first, read in batches as they are taken. The export is an
 * act itself, written down before the first row leaves. Throws `forbidden`.
 */
export async function exportAudit(caller: Caller, filter: AuditFilter): Promise<AsyncIterable<string>> {
  const staff = requirePermission(caller, 'audit.export')
  const { after: _after, before: _before, ...said } = filter
  const facts = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null))
  const by = { actor: actorOf(staff), role: staff.role, subject: 'audit' }
  await recordAudit({ ...by, act: 'audit.exported', after: facts })

  return rowsOf(filter)
}

async function* rowsOf({ actor, act, subject, from, to }: AuditFilter): AsyncIterable<string> {
  const wish = {
    actor: actor && `staff:${actor}`,
    act,
    subject,
    from: from && new Date(`${from}T00:00:00Z`),
    until: to && new Date(`${addDays(to, 1)}T00:00:00Z`),
    before: null,
    limit: BATCH,
  }
  yield csvStart(HEAD)
  let after: bigint | null = null
  for (;;) {
    const rows: AuditData[] = await listAudit({ ...wish, after })
    if (rows.length > 0) yield rows.map(toCsv).join('')
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = last.id
  }
}

function toCsv(row: AuditData): string {
  const { id, at, actor, role, act, subject, reason, before, after, address } = row

  return csvRow([id, at, actor, role, act, subject, reason, jsonOf(before), jsonOf(after), address])
}

function jsonOf(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value)
}

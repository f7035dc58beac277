import 'server-only'
import { listStaffRows } from '#lib/auth/repository/staff.ts'
import { BATCH, batchOf, maskRows, maskText, once, rowsOf } from '#lib/core/queries/export-rows.ts'
import type { Searched } from '#lib/core/repository/lists.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, can, STAFF_ROLES } from '#lib/core/rules/caller.ts'
import type { CsvCell } from '#lib/core/rules/csv.ts'
import { addDays } from '#lib/core/rules/field-schemas.ts'
import { maskEmail } from '#lib/core/rules/mask.ts'
import { findEsimIds } from '#lib/esims/repository/esims.ts'
import type { EsimSearch } from '#lib/esims/rules/admin-esims.ts'
import {
  type AuditCustomer,
  type AuditData,
  type AuditListFilter,
  listAudit,
  listAuditCustomers,
  listOrderSubjects,
} from '#lib/operations/repository/audit-list.ts'
import type { AuditChange, AuditFilter } from '#lib/operations/rules/admin-audit.ts'
import { readSearched } from '#lib/orders/queries/searched.ts'
import { listStaffNames } from '#lib/orders/repository/admin-order.ts'
import { searchOrders } from '#lib/orders/repository/admin-orders.ts'
import { toEvidenceRows } from '#lib/orders/rules/admin-order.ts'
import { trailOf } from '#lib/settings/queries/admin-settings.ts'

const PAGE = 50
const MAX_FOUND = 50

/**
 * Reads one page of the audit log, newest first. Who may not see it all sees their own acts, whatever the filter says.
 *
 * Throws `unauthenticated`.
 */
export async function listAuditRows(caller: Caller, filter: AuditFilter) {
  const after = filter.after === null ? null : BigInt(filter.after)
  const before = after !== null || filter.before === null ? null : BigInt(filter.before)
  const found = await listAudit({ ...(await toAuditListFilter(caller, filter)), after, before, limit: PAGE + 1 })
  const hasMore = found.length > PAGE
  const page = before !== null && hasMore ? found.slice(1) : found.slice(0, PAGE)
  const ids = page.flatMap(({ actor, subject }) => [idOf(actor), subject])
  const [staff, customers] = await Promise.all([listStaffNames(ids), listAuditCustomers(ids)])

  return {
    rows: page.map((row) => toAuditRow(caller, row, { staff, customers })),
    newer: (before !== null ? hasMore : after !== null) ? keyOf(page[0]) : null,
    older: (before !== null ? true : hasMore) ? keyOf(page.at(-1)) : null,
    isOwnOnly: !can(caller, 'audit.see'),
  }
}

type WantedEvents = Omit<AuditListFilter, 'after' | 'before' | 'limit'>

/** Returns which acts a caller means and may see. Throws `unauthenticated`. */
async function toAuditListFilter(caller: Caller, filter: AuditFilter): Promise<WantedEvents> {
  if (caller.kind !== 'staff') throw new AppError('unauthenticated', 'Only staff may do this.')
  const { actor, act, subject, section, from, to } = filter
  const wanted = actor === null ? null : `staff:${actor}`

  return {
    actor: can(caller, 'audit.see') ? wanted : actorOf(caller),
    act,
    subjects: subject === null ? null : await subjectsOf(await readSearched(caller, subject)),
    trail: section && trailOf(section),
    from: from && new Date(`${from}T00:00:00Z`),
    until: to && new Date(`${addDays(to, 1)}T00:00:00Z`),
  }
}

/**
 * Returns what a text means as a subject: what it says itself, and the order with this number, payment or number at the
 * network, with everything of it. The number of an eSIM, or its end, means the eSIM and the order it came with.
 */
async function subjectsOf({ text, meanings }: Searched): Promise<string[]> {
  const orders = [...new Set((await Promise.all(meanings.map((one) => searchOrders(one, MAX_FOUND)))).flat())]
  const esim = meanings.flatMap(({ kind, value }): EsimSearch[] => {
    if (kind === 'iccid') return [{ kind: 'whole', iccid: value }]

    return kind === 'iccid_end' ? [{ kind: 'end', end: value }] : []
  })[0]
  const found = esim ? [...orders, ...(await findEsimIds(esim, MAX_FOUND))] : await listOrderSubjects(orders)

  return [...new Set([text, ...found])]
}

const HEAD = ['id', 'at', 'actor', 'role', 'act', 'subject', 'reason', 'before', 'after', 'address']

/** The acts of a filter as a file, newest first. */
export function exportedAudit(caller: Caller, filter: AuditFilter): AsyncIterable<string> {
  const listFilter = once(() => toAuditListFilter(caller, filter))

  return rowsOf<bigint>(caller, 'audit', HEAD, async (after) => {
    return batchOf(
      await listAudit({ ...(await listFilter()), after, before: null, limit: BATCH }),
      auditCells,
      ({ id }) => id,
    )
  })
}

function auditCells({ id, at, actor, role, act, subject, reason, before, after, address }: AuditData): CsvCell[] {
  const [was, is] = [before, after].map((facts) => (facts === null ? null : JSON.stringify(facts)))

  return [id, at, actor, role, act, subject, reason, was, is, address]
}

type AuditNames = { staff: Map<string, string>; customers: Map<string, AuditCustomer> }

function toAuditRow(caller: Caller, { id, before, after, role, actor, ...row }: AuditData, names: AuditNames) {
  const { staff, customers } = names
  const isStaff = actor.startsWith('staff:')
  const customer = customers.get(row.subject)
  const acting = customers.get(idOf(actor))
  const say = ({ email }: AuditCustomer) => (can(caller, 'persons.see') ? email : maskEmail(email))

  return {
    ...row,
    id: String(id),
    isStaff,
    actor: isStaff ? (staff.get(idOf(actor)) ?? idOf(actor)) : (actor.split(':', 1)[0] ?? actor),
    customer: acting ? say(acting) : null,
    role: STAFF_ROLES.find((known) => known === role) ?? null,
    subjectName: customer ? say(customer) : (staff.get(row.subject) ?? null),
    personId: customer?.personId ?? null,
    reason: maskText(caller, row.reason),
    changes: changesOf(caller, before, after),
  }
}

function changesOf(caller: Caller, ...[before, after]: unknown[]): AuditChange[] {
  const [was, is] = [before, after].map((facts) => {
    return new Map(maskRows(caller, toEvidenceRows(facts)).map(({ key, value }) => [key, value]))
  })
  const keys = new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])

  return [...keys].map((key) => ({ key, before: was?.get(key) ?? null, after: is?.get(key) ?? null }))
}

function idOf(actor: string): string {
  return actor.slice(actor.indexOf(':') + 1)
}

function keyOf(row: AuditData | undefined): string | null {
  return row ? String(row.id) : null
}

/** Lists whose acts a caller may choose between; nobody for who sees their own acts alone. */
export async function listAuditActors(caller: Caller): Promise<{ id: string; name: string }[]> {
  if (!can(caller, 'audit.see')) return []
  const rows = await listStaffRows()

  return rows.map(({ id, name }) => ({ id, name }))
}

/**
 * An act in the list. `actor` is a name, or the kind of whoever has none; `customer` the address of the customer who acted.
 * A customer as subject has their address as name, and their page; addresses are masked for roles that see no persons.
 */
export type AuditRow = ReturnType<typeof toAuditRow>

import 'server-only'
import { maskText } from '#lib/core/queries/export-rows.ts'
import { actorOf, type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { plainActor, staffId } from '#lib/orders/queries/admin-history.ts'
import { listStaffNames } from '#lib/orders/repository/admin-order.ts'
import { listApprovalsOnDiscrepancies } from '#lib/orders/repository/approvals.ts'
import {
  discrepancyIds,
  isCostRisk,
  shownOrder,
  toDiscrepancyView,
} from '#lib/reconciliation/queries/discrepancy-view.ts'
import {
  countOpenDiscrepancies,
  countOpenedBy,
  countOpenMeant,
  findOrderNumbers,
  listClosedDiscrepancies,
  listOpenByRisk,
  type StoredDiscrepancy,
  sumOpenDiscrepancies,
} from '#lib/reconciliation/repository/discrepancies.ts'
import {
  findLastComplete,
  isComparing,
  listRuns,
  type Run,
} from '#lib/reconciliation/repository/reconciliation-runs.ts'
import type {
  DiscrepancyGroup,
  DiscrepancyQuestion,
  PagedBooks,
} from '#lib/reconciliation/rules/admin-reconciliation.ts'

const PAGES: Record<PagedBooks, number> = { findings: 50, runs: 20, closed: 50 }
/** Of what is closed, so many stand beside the open differences. */
const CLOSED_BESIDE = 12

/**
 * Reads the comparisons of the books, what is open and what was closed last. The filter narrows the list that is shown,
 * `view`, which begins behind `after`; a named difference stands alone in its list, open or closed. ICCIDs and costs are
 * shortened or absent as the caller's role says. Throws `forbidden`.
 */
export async function getReconciliation(
  caller: Caller,
  { kind = null, q = '', resolution = null, opened = null, ended = null, discrepancy = null }: DiscrepancyQuestion = {},
  { view = 'findings', after = null }: { view?: PagedBooks; after?: string | null } = {},
) {
  requirePermission(caller, 'findings.see')
  const place = (list: PagedBooks) => ({ after: list === view ? after : null, limit: PAGES[list] + 1 })
  const ids = discrepancy === null ? await discrepancyIds(caller, q) : [discrepancy]
  const filter = discrepancy === null ? { kind, ids, opened, ended } : { kind: null, ids }
  const whole = { kind: null, ids: null }
  const [open, count, sums, closedRows, runRows, last, comparing, openedBy] = await Promise.all([
    listOpenByRisk(view === 'findings' ? filter : whole, place('findings')),
    countOpenMeant(filter),
    sumOpenDiscrepancies(),
    listClosedDiscrepancies(
      view === 'closed' || discrepancy !== null ? { ...filter, resolution } : whole,
      place('closed'),
    ),
    listRuns(place('runs')),
    findLastComplete(),
    isComparing(),
    opened === null ? null : countOpenedBy(opened),
  ])
  const rows = discrepancy === null ? open.slice(0, PAGES.findings) : [...open, ...closedRows]
  const runs = runRows.slice(0, PAGES.runs)
  const closed = closedRows.slice(0, view === 'closed' ? PAGES.closed : CLOSED_BESIDE)
  const found = { findings: open, runs: runRows, closed: closedRows }[view]
  const shown = { findings: rows, runs, closed }[view]
  const views = runs.map(toRunView)

  return {
    readAt: new Date(),
    isComparing: comparing,
    last: last && toRunView(last),
    newest: views.find(({ finishedAt }) => finishedAt !== null) ?? null,
    runs: views,
    groups: toGroups(caller, sums),
    open: sums.reduce((total, group) => total + group.count, 0),
    count,
    openedBy,
    discrepancies: await toDiscrepancyViews(caller, rows),
    closed: await toClosed(caller, closed),
    next: found.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
  }
}

async function toDiscrepancyViews(caller: Caller, rows: StoredDiscrepancy[]) {
  const [numbers, checks] = await Promise.all([
    findOrderNumbers(rows.flatMap(({ orderId }) => orderId ?? [])),
    listApprovalsOnDiscrepancies(rows.map(({ id }) => id)),
  ])
  const askers = await listStaffNames(checks.flatMap(({ askedBy }) => staffId(askedBy) ?? []))

  return Promise.all(
    rows.map((row) => {
      const own = checks.filter(({ discrepancy }) => discrepancy === row.id)
      const waiting = own.map(({ id, orderId, act, askedBy, reason }) => ({
        ...{ id, orderId, act, isOwn: askedBy === actorOf(caller) },
        by: askers.get(staffId(askedBy) ?? '') ?? null,
        reason: maskText(caller, reason),
      }))

      return toDiscrepancyView(caller, row, { numbers, waiting })
    }),
  )
}

/** Tells whether a comparison runs or waits for its turn. Throws `forbidden`. */
export async function getComparing(caller: Caller): Promise<{ isComparing: boolean }> {
  requirePermission(caller, 'findings.see')

  return { isComparing: await isComparing() }
}

/** How the comparisons are: the last complete one, the newest, and what is open. Throws `forbidden`. */
export async function getReconciliationHealth(caller: Caller) {
  requirePermission(caller, 'health.see')
  const [open, last, runs] = await Promise.all([countOpenDiscrepancies(), findLastComplete(), listRuns({ limit: 5 })])
  const newest = runs.find(({ finishedAt }) => finishedAt !== null) ?? null

  return { ...open, last: last && toRunView(last), newest: newest && toRunView(newest) }
}

function toRunView({ fromAt, untilAt, parts, trigger, ...run }: Run) {
  const outcomes = typeof parts === 'object' && parts !== null && !Array.isArray(parts) ? parts : {}

  return {
    ...run,
    trigger: trigger.split(':')[0] ?? trigger,
    from: fromAt,
    until: untilAt,
    parts: Object.entries(outcomes).map(([name, outcome]) => ({ name, outcome: String(outcome) })),
  }
}

type Sums = Awaited<ReturnType<typeof sumOpenDiscrepancies>>

function toGroups(caller: Caller, sums: Sums): DiscrepancyGroup[] {
  const seesCosts = can(caller, 'costs.see')
  const groups = new Map<string, DiscrepancyGroup>()
  for (const { kind, count, currency, amount } of sums) {
    const group = groups.get(kind) ?? { kind, count: 0, risks: [] }
    group.count += count
    if (amount !== null && currency !== null && (seesCosts || !isCostRisk(kind))) group.risks.push({ amount, currency })
    groups.set(kind, group)
  }

  return [...groups.values()].sort((a, b) => b.count - a.count || a.kind.localeCompare(b.kind))
}

async function toClosed(caller: Caller, rows: StoredDiscrepancy[]) {
  const [numbers, names] = await Promise.all([
    findOrderNumbers(rows.flatMap(({ orderId }) => orderId ?? [])),
    listStaffNames(rows.flatMap(({ closedBy }) => (closedBy && staffId(closedBy)) ?? [])),
  ])

  return rows.map(({ id, kind, subject, orderId, closedAt, closedBy, resolution, reason }) => ({
    id,
    kind,
    subject: maskText(caller, subject),
    order: shownOrder(orderId, numbers),
    closedAt: closedAt ?? new Date(0),
    by: closedBy ? (names.get(staffId(closedBy) ?? '') ?? plainActor(closedBy)) : null,
    resolution: resolution ?? 'unknown',
    reason: maskText(caller, reason),
  }))
}

/** What the books say. `next` leads to the following page of the view that was asked for. */
export type ReconciliationView = Awaited<ReturnType<typeof getReconciliation>>

/** A difference that was closed: by the store when both sides agreed, or by a person with a reason. */
export type ClosedDiscrepancy = ReconciliationView['closed'][number]

/** A comparison in a list. `parts` are the lists that were to be read, with `complete` or why not. */
export type BooksHealthView = Awaited<ReturnType<typeof getReconciliationHealth>>

export type RunView = ReturnType<typeof toRunView>

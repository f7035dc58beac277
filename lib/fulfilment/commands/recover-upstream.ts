import 'server-only'
import { addDays, type CalendarDate, calendarDateAt } from '#lib/core/rules/calendar-date.ts'
import type { RecoveryPass } from '#lib/fulfilment/commands/recover.ts'
import { wasDiscrepancyOpened } from '#lib/fulfilment/repository/recovery-rows.ts'
import { findClaimed } from '#lib/fulfilment/repository/upstream-orders.ts'
import { currentUpstream } from '#lib/provider/commands/upstream.ts'
import { searchOrders, searchOrdersLegacy } from '#lib/provider/index.ts'
import type { OrderRow } from '#lib/provider/rules/upstream-order.ts'
import { openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'

const PAGE_SIZE = 100
const MOST_PAGES = 1_000
const CANCELLED = 2
const CLOCK_TOLERANCE_MS = 2 * 60_000
const UPSTREAM_ZONE_MINUTES = 480
const KIND = 'upstream_order_unknown'

/** Lists what was bought upstream in the window, and opens a difference for each living order that no line claims. */
export async function findUnknownOrders({
  from,
  assigned,
}: RecoveryPass): Promise<Record<'listed' | 'unknown', number>> {
  const rows = await listOrders(from)
  const claimed = await findClaimed(rows.map((row) => row.orderNum))
  const earliest = from.getTime() - CLOCK_TOLERANCE_MS
  const unknown = rows.filter(
    ({ orderNum, status, createdAt }) =>
      status !== CANCELLED &&
      !claimed.has(orderNum) &&
      !assigned.has(orderNum) &&
      (createdAt === null || createdAt.getTime() >= earliest),
  )
  const references = await readReferences(unknown)
  for (const row of unknown) {
    // What a person has settled before stays settled.
    if (await wasDiscrepancyOpened(KIND, row.orderNum)) continue
    const { orderNum, skuId, count, status, total, isTopUp, createdAt } = row
    const lineRef = references.get(orderNum) ?? null
    const evidence = { skuId, count, status, total, isTopUp, createdAt: createdAt?.toISOString() ?? null, lineRef }
    await openDiscrepancy({ kind: KIND, subject: orderNum, evidence })
  }

  return { listed: rows.length, unknown: unknown.length }
}

/** Days are the upstream's, and whether the ends of a range belong to it is not known: one more on both sides. */
async function listOrders(from: Date): Promise<OrderRow[]> {
  const created = { from: addDays(dayOf(from), -1), to: addDays(dayOf(new Date()), 1) }
  const found = new Map<string, OrderRow>()
  for (let pageNo = 1; pageNo <= MOST_PAGES; pageNo++) {
    const { rows, total, unreadable } = await currentUpstream().call(searchOrders, {
      created,
      pageNo,
      pageSize: PAGE_SIZE,
    })
    const known = found.size
    for (const row of rows) found.set(row.orderNum, row)
    const isLast = rows.length + unreadable === 0 || found.size === known || (total !== null && found.size >= total)
    if (isLast) break
  }

  return [...found.values()]
}

/** Our references, which only the legacy list spells out. It has one page a day; what is not on it stays without. */
async function readReferences(rows: OrderRow[]): Promise<Map<string, string>> {
  const days = new Set<CalendarDate>(rows.flatMap(({ createdAt }) => (createdAt ? dayOf(createdAt) : [])))
  const references = new Map<string, string>()
  for (const day of days) {
    const question = { created: { from: day, to: day }, pageSize: PAGE_SIZE }
    const page = await currentUpstream().call(searchOrdersLegacy, question)
    for (const { orderNum, lineRef } of page.rows) if (lineRef) references.set(orderNum, lineRef)
  }

  return references
}

function dayOf(instant: Date): CalendarDate {
  return calendarDateAt(instant, UPSTREAM_ZONE_MINUTES)
}

import 'server-only'
import { env } from '#lib/core/env.ts'
import type { CalendarDate } from '#lib/core/rules/calendar-date.ts'
import { findClaimed } from '#lib/fulfilment/repository/upstream-orders.ts'
import { scaled } from '#lib/provider/commands/time-scale.ts'
import { currentUpstream } from '#lib/provider/commands/upstream.ts'
import { searchOrdersLegacy } from '#lib/provider/index.ts'
import { type OrderRow, toProviderOrderState } from '#lib/provider/rules/upstream-order.ts'
import type { Twins } from '#lib/reconciliation/commands/compare-cards.ts'
import { type Comparison, dayOf, keepDiscrepancies } from '#lib/reconciliation/commands/comparison.ts'
import { findCardOwners, findLinesByRef } from '#lib/reconciliation/repository/reconciliation-orders.ts'
import { iccidsOf, networkFacts } from '#lib/reconciliation/rules/judge-listed-order.ts'
import type { FoundDiscrepancy } from '#lib/reconciliation/rules/reconciled-kinds.ts'

const CLOCK_TOLERANCE_MS = 2 * 60_000
const ANSWER_ON_ITS_WAY_MS = 5 * 60_000
const LEGACY_PAGE_SIZE = 100
// While one of these stands, the line's own steps look for the order themselves.
const STILL_LOOKING = ['READY', 'PLACING', 'UNKNOWN', 'REJECTED']

type Context = { comparison: Comparison; twins: Twins }

/** Finds what was bought at the network and belongs to no line of ours. */
export async function compareUnclaimed(rows: OrderRow[], { comparison }: Context): Promise<void> {
  const cancelled = rows.filter(({ status }) => toProviderOrderState(status) === 'cancelled')
  for (const { orderNum } of cancelled) comparison.judged.add(orderNum)
  const living = rows.filter((row) => !cancelled.includes(row) && isInWindow(row, comparison))
  if (living.length === 0) return
  const references = await readReferences(living, comparison)
  const lines = await findLinesByRef([...references.values()])
  // An order that was accepted while the list came in is claimed by now.
  const claimed = await findClaimed(living.map(({ orderNum }) => orderNum))
  for (const row of living) {
    if (claimed.has(row.orderNum)) continue
    const lineRef = references.get(row.orderNum) ?? null
    const line = lineRef === null ? undefined : lines.get(lineRef)
    if (line && STILL_LOOKING.includes(line.state)) continue
    comparison.judged.add(row.orderNum)
    await keepDiscrepancies([await toDiscrepancy(row, { lineRef, line })], comparison)
  }
}

function isInWindow({ createdAt }: OrderRow, { from, until }: Comparison): boolean {
  if (createdAt === null) return true
  const at = createdAt.getTime()
  const isAnswered = at < Date.now() - scaled(ANSWER_ON_ITS_WAY_MS)

  return isAnswered && at >= from.getTime() - CLOCK_TOLERANCE_MS && at <= until.getTime() + CLOCK_TOLERANCE_MS
}

/** Our references, which only the legacy list spells out. It has one page a day; what is not on it stays without. */
async function readReferences(rows: OrderRow[], { pace, counts }: Comparison): Promise<Map<string, string>> {
  const days = new Set<CalendarDate>(rows.flatMap(({ createdAt }) => (createdAt ? dayOf(createdAt) : [])))
  const references = new Map<string, string>()
  for (const day of days) {
    await pace()
    counts.calls += 1
    const question = { created: { from: day, to: day }, pageSize: LEGACY_PAGE_SIZE }
    const page = await currentUpstream().call(searchOrdersLegacy, question)
    for (const { orderNum, lineRef } of page.rows) if (lineRef) references.set(orderNum, lineRef)
  }

  return references
}

type Line = Awaited<ReturnType<typeof findLinesByRef>> extends Map<string, infer Value> ? Value : never
type About = { lineRef: string | null; line: Line | undefined }

async function toDiscrepancy(row: OrderRow, { lineRef, line }: About): Promise<FoundDiscrepancy> {
  const currency = env.RESELLER_API_CURRENCY
  const owners = row.isTopUp === true ? await findCardOwners([...iccidsOf(row.plans)]) : new Map()
  const [owner] = owners.values()
  const known = owner
    ? { order: owner.line.order.number, cards: [owner.iccid] }
    : line
      ? { order: line.order.number, reference: line.lineRef, state: line.state }
      : null

  return {
    kind: owner ? 'top_up_elsewhere' : 'upstream_order_unknown',
    subject: row.orderNum,
    orderId: owner?.line.orderId ?? line?.orderId ?? null,
    mark: `status:${row.status}`,
    risk: row.total === null ? null : { amount: row.total, currency },
    evidence: {
      ours: known,
      network: networkFacts(row, { lineRef, currency }),
      provider: null,
      differs: ['order'],
      ...(owner || line ? { lineId: owner?.lineId ?? line?.id } : {}),
      ...(row.skuId === null ? {} : { skuId: row.skuId }),
    },
  }
}

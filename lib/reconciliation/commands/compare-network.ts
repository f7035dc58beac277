import 'server-only'
import { addDays } from '#lib/core/rules/calendar-date.ts'
import { getCapabilities } from '#lib/provider/commands/capabilities.ts'
import { scaled } from '#lib/provider/commands/time-scale.ts'
import type { Capabilities } from '#lib/provider/rules/capabilities.ts'
import type { OrderRow } from '#lib/provider/rules/upstream-order.ts'
import { compareTwins, noteCards, type Twins } from '#lib/reconciliation/commands/compare-cards.ts'
import { compareUnclaimed } from '#lib/reconciliation/commands/compare-unclaimed.ts'
import {
  askOrder,
  askOrders,
  type Comparison,
  dayOf,
  keepDiscrepancies,
} from '#lib/reconciliation/commands/comparison.ts'
import { listOurOrderNums, noteListed, readOurOrders } from '#lib/reconciliation/repository/reconciliation-orders.ts'
import { judgeListedOrder, type OurOrder, unlistedDiscrepancy } from '#lib/reconciliation/rules/judge-listed-order.ts'
import type { FoundDiscrepancy } from '#lib/reconciliation/rules/reconciled-kinds.ts'

const PAGE_SIZE = 100
const MOST_PAGES = 1_000
const MOST_UNLISTED = 200
const HOUR_MS = 3_600_000

/**
 * Holds the network's list of a window against our rows. Throws when the list could not be read to its end; what was
 * found until then is kept, and nothing counts as agreed.
 */
export async function compareNetwork(comparison: Comparison): Promise<void> {
  const twins: Twins = new Map()
  const listed = new Set<string>()
  const cards: FoundDiscrepancy[] = []
  for await (const rows of listPages(comparison)) {
    for (const { orderNum } of rows) listed.add(orderNum)
    cards.push(...(await compareRows(rows, { comparison, twins })))
    comparison.counts.listed = listed.size
  }
  await compareTwins(cards, { comparison, twins })
  await compareUnlisted(listed, comparison)
}

/** Compares what the network says about single orders, such as those of open differences. */
export async function compareOrders(orderNums: readonly string[], comparison: Comparison): Promise<void> {
  const twins: Twins = new Map()
  const rows: OrderRow[] = []
  const absent: string[] = []
  for (const orderNum of orderNums) {
    const row = await askOrder(orderNum, comparison)
    if (row) rows.push(row)
    if (row === null) absent.push(orderNum)
  }
  await compareTwins(await compareRows(rows, { comparison, twins }), { comparison, twins })
  const ours = await ourOrders(absent)
  // An order that neither side knows is no difference any more.
  for (const orderNum of absent) if (!ours.has(orderNum)) comparison.judged.add(orderNum)
  await keepUnlisted([...ours.values()], comparison)
}

/** Days are the network's, and whether the ends of a range belong to it is not known: one more on both sides. */
async function* listPages(comparison: Comparison): AsyncIterable<OrderRow[]> {
  const { from, until } = comparison
  const created = { from: addDays(dayOf(from), -1), to: addDays(dayOf(until), 1) }
  const seen = new Set<string>()
  let unreadable = 0
  for (let pageNo = 1; pageNo <= MOST_PAGES; pageNo++) {
    const page = await askOrders({ created, pageNo, pageSize: PAGE_SIZE }, comparison)
    const fresh = page.rows.filter(({ orderNum }) => !seen.has(orderNum))
    for (const { orderNum } of fresh) seen.add(orderNum)
    unreadable += page.unreadable
    yield fresh
    const isEmpty = page.rows.length + page.unreadable === 0
    const isAll = page.total !== null && seen.size + unreadable >= page.total
    if (isAll || (page.total === null && (isEmpty || fresh.length === 0))) return
    if (isEmpty || fresh.length === 0) break
  }
  throw new Error('The list of orders ended before its total.')
}

type Context = { comparison: Comparison; twins: Twins }

/** Compares rows of the list. Returns discrepancies about cards, which are kept when all of the list is known. */
async function compareRows(rows: OrderRow[], { comparison, twins }: Context): Promise<FoundDiscrepancy[]> {
  const ours = await ourOrders(rows.map(({ orderNum }) => orderNum))
  const own = rows.filter(({ orderNum }) => ours.has(orderNum))
  noteCards(rows, twins)
  await noteListed(own)
  const cards: FoundDiscrepancy[] = []
  const learned = await getCapabilities()
  for (const row of own) {
    const order = ours.get(row.orderNum)
    if (!order) continue
    const discrepancies = await confirmed(order, { row, comparison, learned })
    comparison.judged.add(row.orderNum)
    cards.push(...discrepancies.filter(({ kind }) => kind === 'cards_differ'))
    await keepDiscrepancies(
      discrepancies.filter(({ kind }) => kind !== 'cards_differ'),
      comparison,
    )
  }
  const unclaimed = rows.filter(({ orderNum }) => !ours.has(orderNum))
  await compareUnclaimed(unclaimed, { comparison, twins })

  return cards
}

/** List and rows are read one after the other: what differs is asked once more, and our row is read again after that. */
async function confirmed(
  ours: OurOrder,
  { row, comparison, learned }: { row: OrderRow; comparison: Comparison; learned: Capabilities },
): Promise<FoundDiscrepancy[]> {
  const first = judgeListedOrder(ours, row, learned)
  if (first.length === 0) return first
  const again = await askOrder(row.orderNum, comparison)
  const now = (await ourOrders([row.orderNum])).get(row.orderNum)
  if (!again || !now) return []
  const before = new Set(judgeListedOrder(ours, again, learned).map(({ kind }) => kind))

  return judgeListedOrder(now, again, learned).filter(({ kind }) => before.has(kind))
}

/** Orders of ours that the list should name by now. Each is asked for by its number before it counts as missing. */
async function compareUnlisted(listed: Set<string>, comparison: Comparison): Promise<void> {
  const anHourAgo = Date.now() - scaled(HOUR_MS)
  const until = new Date(Math.min(comparison.until.getTime(), anHourAgo))
  const nums = await listOurOrderNums(comparison)
  comparison.counts.ours = nums.length
  const due = await ourOrders(nums.filter((orderNum) => !listed.has(orderNum)))
  const missing = [...due.values()].filter(({ createdAt }) => createdAt < until).slice(0, MOST_UNLISTED)
  await compareOrders(
    missing.map(({ orderNum }) => orderNum),
    comparison,
  )
}

async function keepUnlisted(ours: OurOrder[], comparison: Comparison): Promise<void> {
  for (const order of ours) comparison.judged.add(order.orderNum)
  // What was proven to be cancelled need not be listed for ever.
  await keepDiscrepancies(
    ours.filter(({ isCancelProven }) => !isCancelProven).map((order) => unlistedDiscrepancy(order)),
    comparison,
  )
}

async function ourOrders(orderNums: string[]): Promise<Map<string, OurOrder>> {
  if (orderNums.length === 0) return new Map()
  const { dayPassCost } = await getCapabilities()

  return readOurOrders(orderNums, { dayPassCost })
}

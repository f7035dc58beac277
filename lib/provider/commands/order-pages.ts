import 'server-only'
import type { z } from 'zod'
import { addDays, type CalendarDate } from '#lib/core/rules/field-schemas.ts'
import { currentProvider } from '#lib/provider/commands/current-provider.ts'
import { searchOrders, searchOrdersLegacy, toProviderDate } from '#lib/provider/index.ts'
import type { ProviderOrderPage, ProviderOrderRow } from '#lib/provider/rules/provider-order.ts'

const PAGE_SIZE = 100
const MAX_PAGES = 1_000
const MAX_PASSES = 3

/** A question to the network's list of orders. */
export type OrderQuestion = z.input<typeof searchOrders.params>
type OrderPage = ProviderOrderPage<ProviderOrderRow>

/**
 * What a page of the list adds. `isEnd`: the list has come to its end with it. `isWhole`: and every order of it was read, so
 * that what is not among them is not in it.
 */
type ReadPage = { rows: ProviderOrderRow[]; readAt: Date; isEnd: boolean; isWhole: boolean }

/** Days are the network's, and whether the ends of a range belong to it is not known: one more on both sides. */
export function daysAround(from: Date, until = new Date()): { from: CalendarDate; to: CalendarDate } {
  return { from: addDays(toProviderDate(from), -1), to: addDays(toProviderDate(until), 1) }
}

/** Asks for orders. Rejects with `ProviderError`. */
async function fetchPage(question: OrderQuestion): Promise<OrderPage> {
  return currentProvider().call(searchOrders, question)
}

/**
 * Reads the network's list of orders to its end, each order once, however few of them it puts on a page. A list that cannot
 * be read to its end stops without one.
 */
export async function* orderPages(question: OrderQuestion, fetch = fetchPage): AsyncGenerator<ReadPage> {
  const seen = new Set<string>()
  // Orders that are placed meanwhile push the others down the list: what is missing at its end then stands at its head.
  for (let pass = 1; pass <= MAX_PASSES; pass++) {
    const met = new Set<string>()
    const known = seen.size
    let unreadable = 0
    for (let pageNo = 1; pageNo <= MAX_PAGES; pageNo++) {
      const readAt = new Date()
      const page = await fetch({ ...question, pageNo, pageSize: PAGE_SIZE })
      const before = met.size
      for (const { orderNum } of page.rows) met.add(orderNum)
      const fresh = page.rows.filter(({ orderNum }) => !seen.has(orderNum))
      for (const { orderNum } of fresh) seen.add(orderNum)
      unreadable += page.unreadable
      const isOver = met.size === before
      const isEnd = page.total === null ? isOver : seen.size + unreadable >= page.total
      // Without a total only an empty page behind others is an end: the same page again may be all that is ever shown.
      const isProven = page.total !== null || (page.rows.length === 0 && seen.size > 0)
      yield { rows: fresh, readAt, isEnd, isWhole: isEnd && isProven && unreadable === 0 }
      if (isEnd) return
      if (isOver) break
    }
    if (pass > 1 && seen.size === known) return
  }
}

/** Reads the network's list of orders as one. Only a whole one says that something is not in it. */
export async function readOrderPages(question: OrderQuestion): Promise<{ rows: ProviderOrderRow[]; isWhole: boolean }> {
  const rows: ProviderOrderRow[] = []
  let isWhole = false
  for await (const page of orderPages(question)) {
    rows.push(...page.rows)
    isWhole = page.isWhole
  }

  return { rows, isWhole }
}

/**
 * Our references, which only the legacy list spells out. It has one page a day; what is not on it stays without. `beforeEach`
 * runs before each call.
 */
export async function readReferences(
  rows: readonly ProviderOrderRow[],
  beforeEach?: () => Promise<void>,
): Promise<Map<string, string>> {
  const days = new Set<CalendarDate>(rows.flatMap(({ createdAt }) => (createdAt ? toProviderDate(createdAt) : [])))
  const references = new Map<string, string>()
  for (const day of days) {
    await beforeEach?.()
    const question = { created: { from: day, to: day }, pageSize: PAGE_SIZE }
    const page = await currentProvider().call(searchOrdersLegacy, question)
    for (const { orderNum, itemRef } of page.rows) if (itemRef) references.set(orderNum, itemRef)
  }

  return references
}

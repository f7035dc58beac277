import 'server-only'
import type { z } from 'zod'
import { addDays, type CalendarDate } from '#lib/core/rules/field-schemas.ts'
import { currentProvider } from '#lib/provider/commands/current-provider.ts'
import { isKnownFound } from '#lib/provider/commands/lookup-controls.ts'
import { searchOrders, searchOrdersLegacy, toProviderDate } from '#lib/provider/index.ts'
import { isNotFound } from '#lib/provider/rules/provider-failure.ts'
import type { LegacyOrderRow, ProviderOrderPage, ProviderOrderRow } from '#lib/provider/rules/provider-order.ts'

const PAGE_SIZE = 100
const MAX_PAGES = 1_000
const MAX_PASSES = 3
// The orders of one eSIM are a handful: more come from a provider that does not filter by it.
const MAX_PAGES_OF_ESIM = 10

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

const NOTHING = { page: null, rows: [], unreadable: 0 }

/**
 * Asks for orders. "Not found" is a page without any; only where `isControlled` does it say, as a total of 0 does, that there
 * are none. Rejects with `ProviderError`.
 */
export async function searchPage(question: OrderQuestion, isControlled = isKnownFound): Promise<OrderPage> {
  try {
    return await currentProvider().call(searchOrders, question)
  } catch (error) {
    if (!isNotFound(error)) throw error

    return { ...NOTHING, total: (await isControlled()) ? 0 : null }
  }
}

/** Asks the legacy list, which alone spells our references out. What it does not find has none. */
export async function searchLegacyPage(
  question: z.input<typeof searchOrdersLegacy.params>,
): Promise<ProviderOrderPage<LegacyOrderRow>> {
  try {
    return await currentProvider().call(searchOrdersLegacy, question)
  } catch (error) {
    if (!isNotFound(error)) throw error

    return { ...NOTHING, total: null }
  }
}

/**
 * Reads the network's list of orders to its end, each order once, however few of them it puts on a page. A list that cannot
 * be read to its end stops without one.
 */
export async function* orderPages(
  question: OrderQuestion,
  fetch: (page: OrderQuestion) => Promise<OrderPage> = (page) => searchPage(page),
): AsyncGenerator<ReadPage> {
  const maxPages = question.iccid === undefined ? MAX_PAGES : MAX_PAGES_OF_ESIM
  const seen = new Set<string>()
  // Orders that are placed meanwhile push the others down the list: what is missing at its end then stands at its head.
  for (let pass = 1; pass <= MAX_PASSES; pass++) {
    const met = new Set<string>()
    const known = seen.size
    let unreadable = 0
    let total: number | null = null
    for (let pageNo = 1; pageNo <= maxPages; pageNo++) {
      const readAt = new Date()
      const page = await fetch({ ...question, pageNo, pageSize: PAGE_SIZE })
      const before = met.size
      for (const { orderNum } of page.rows) met.add(orderNum)
      const fresh = page.rows.filter(({ orderNum }) => !seen.has(orderNum))
      for (const { orderNum } of fresh) seen.add(orderNum)
      unreadable += page.unreadable
      // A later page that is answered by "not found" takes nothing back of what an earlier one counted.
      if (page.total !== null) total = Math.max(total ?? 0, page.total)
      const isOver = met.size === before
      const isEnd = total === null ? isOver : seen.size + unreadable >= total
      // Without a total only an empty page behind others is an end: the same page again may be all that is ever shown.
      const isProven = total !== null || (page.rows.length === 0 && seen.size > 0)
      yield { rows: fresh, readAt, isEnd, isWhole: isEnd && isProven && unreadable === 0 }
      if (isEnd || pageNo === maxPages) return
      if (isOver) break
    }
    if (pass > 1 && seen.size === known) return
  }
}

/** A list as one: `isEnd` where it was read to its end, and `isWhole` where every order of it was. */
export type OrderList = Omit<ReadPage, 'readAt'>

/** Reads the network's list of orders as one. Only a whole one says that something is not in it. */
export async function readOrderPages(question: OrderQuestion): Promise<OrderList> {
  const rows: ProviderOrderRow[] = []
  let [isEnd, isWhole] = [false, false]
  for await (const page of orderPages(question)) {
    rows.push(...page.rows)
    ;({ isEnd, isWhole } = page)
  }

  return { rows, isEnd, isWhole }
}

/** Reads lists of what was bought since a day, up to now, each once: a later day is cut from an earlier one. */
export function orderListReader(): (since: Date) => Promise<OrderList> {
  let known: { from: CalendarDate; list: OrderList } | null = null

  return async (since) => {
    const { from, to } = daysAround(since)
    if (!known || from < known.from) known = { from, list: await readOrderPages({ created: { from, to } }) }
    const { rows, ...rest } = known.list

    return { rows: rows.filter(({ createdAt }) => createdAt === null || toProviderDate(createdAt) >= from), ...rest }
  }
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
    const page = await searchLegacyPage(question)
    for (const { orderNum, itemRef } of page.rows) if (itemRef) references.set(orderNum, itemRef)
  }

  return references
}

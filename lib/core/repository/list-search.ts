import 'server-only'
import { searchOrders } from '#lib/orders/repository/admin-orders.ts'
import { type OrderSearch, readSearch } from '#lib/orders/rules/admin-orders.ts'
import { db } from './client.ts'

/** The most that a search in a list narrows it to. */
export const MOST_FOUND = 1_000

/** What a searched text names: its meanings, and the orders that one of them leads to. */
export type Named = { text: string; meanings: OrderSearch[]; orderIds: string[] }

/**
 * Finds what a text in the search of a list names, `null` without a text. A number of ours or the network's, a payment, a
 * card or its last six digits: each is looked up by its index. An address is a meaning only for whoever `seesPersons`.
 */
export async function findNamed(text: string, { seesPersons = false } = {}): Promise<Named | null> {
  if (text === '') return null
  const meanings = readSearch(text).filter(({ kind }) => seesPersons || kind !== 'email')
  const found = await Promise.all(meanings.map((meaning) => searchOrders(meaning, MOST_FOUND)))

  return { text, meanings, orderIds: [...new Set(found.flat())] }
}

/** The numbers that the network gave to these orders. */
export async function listNetworkNumbers(orderIds: string[]): Promise<string[]> {
  const rows = await db().upstreamOrder.findMany({
    where: { line: { orderId: { in: orderIds } } },
    select: { orderNum: true },
  })

  return rows.map(({ orderNum }) => orderNum)
}

import 'server-only'
import { searchOrders } from '#lib/orders/repository/admin-orders.ts'
import type { OrderSearch } from '#lib/orders/rules/admin-orders.ts'
import { db } from './client.ts'

/** The most that a search in a list narrows it to. */
export const MOST_FOUND = 1_000

/** A text in a search with what it means to whoever searches. Made by `readSearched`, which knows what a role may find. */
export type Searched = { text: string; meanings: OrderSearch[] }

/** What a searched text names: the orders that one of its meanings leads to. */
export type Named = Searched & { orderIds: string[] }

/**
 * Finds what a text in the search of a list names. A number of ours or the network's, a payment, an address, an eSIM or its
 * last six digits: each is looked up by its index.
 */
export async function findNamed({ text, meanings }: Searched): Promise<Named> {
  const found = await Promise.all(meanings.map((meaning) => searchOrders(meaning, MOST_FOUND)))

  return { text, meanings, orderIds: [...new Set(found.flat())] }
}

/** The numbers that the network gave to these orders. */
export async function listNetworkNumbers(orderIds: string[]): Promise<string[]> {
  const rows = await db().providerOrder.findMany({
    where: { item: { orderId: { in: orderIds } } },
    select: { orderNum: true },
  })

  return rows.map(({ orderNum }) => orderNum)
}

import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import type { OrderEventKind } from '#lib/orders/rules/order-history.ts'

/** What happened to an order. `data` holds ids, numbers and codes; never a name, an address or a secret. */
export type NewOrderEvent = {
  orderId: string
  itemId?: string
  kind: OrderEventKind
  actor?: string
  data?: Record<string, string | number | boolean | null>
}

/**
 * Adds a line to the order's history and tells waiting pages and workers that the order has changed.
 *
 * Belongs into the transaction that made the change: listeners hear of it when it is committed, or never.
 */
export async function recordOrderEvent(event: NewOrderEvent, client: Tx = db()): Promise<void> {
  const { orderId, itemId = null, kind, actor = 'store', data = {} } = event
  // One statement for both: every step of a sale records one.
  await client.$executeRaw`
    WITH "added" AS (
      INSERT INTO "OrderEvent" ("at", "orderId", "lineId", "kind", "actor", "data")
      VALUES (${new Date()}, ${orderId}, ${itemId}, ${kind}, ${actor}, ${JSON.stringify(data)}::jsonb)
      RETURNING "orderId"
    )
    SELECT pg_notify('orders', "orderId") FROM "added"`
}

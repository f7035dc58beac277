import 'server-only'
import type { OrderEventKind } from '#lib/domain/order-history.ts'
import { db, type Tx } from './client.ts'

/** What happened to an order. `data` holds ids, numbers and codes; never a name, an address or a secret. */
export type NewOrderEvent = {
  orderId: string
  lineId?: string
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
  await client.orderEvent.create({
    data: {
      orderId: event.orderId,
      lineId: event.lineId ?? null,
      kind: event.kind,
      actor: event.actor ?? 'store',
      data: event.data ?? {},
    },
    select: { id: true },
  })
  await client.$executeRaw`SELECT pg_notify('orders', ${event.orderId})`
}

import 'server-only'
import type { Tx } from '#lib/core/repository/client.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { UNDELIVERED_STATES } from '#lib/orders/rules/item-states.ts'

/**
 * Queues the mail that an item of an order is ready, at `at`. One mail tells of all that is ready when it leaves: while other
 * items are on their way it waits for them, `waitMs` at most, and the last of them sends it off.
 */
export async function queueReadyMail(
  { orderId, itemId, at, waitMs }: { orderId: string; itemId: string; at: Date; waitMs: number },
  tx: Tx,
): Promise<void> {
  // Items that are delivered at the same time must find the mail of each other.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`ready:${orderId}`}, 0))`
  const others = await tx.orderItem.count({ where: { orderId, state: { in: [...UNDELIVERED_STATES] } } })
  // One that a worker is about may have been written already: it does not tell of this item.
  const joined = await tx.$executeRaw`
    UPDATE "Outbox" SET "nextActionAt" = CASE WHEN ${others > 0} THEN "nextActionAt" ELSE 'epoch'::timestamptz END
    WHERE "orderId" = ${orderId} AND "kind" = 'order_ready' AND "state" = 'DUE'
      AND ("leaseUntil" IS NULL OR "leaseUntil" < clock_timestamp())`
  if (joined > 0) return
  const dueAt = others > 0 ? { dueAt: new Date(at.getTime() + waitMs) } : {}
  const payload = { lineId: itemId }
  await queueMail(tx, { kind: 'order_ready', orderId, dedupeKey: `ready:${itemId}`, payload, ...dueAt })
}

import 'server-only'
import { db } from '#lib/core/repository/client.ts'
import type { PaymentState, Prisma } from '#lib/generated/prisma/client.ts'
import type { ItemState } from '#lib/orders/rules/item-states.ts'
import type { QUOTED_PLAN } from './admin-quote.ts'

/** An order as the list needs it. */
export type OrderRowData = {
  id: string
  number: string
  currency: string
  totalMinor: number
  mode: string
  createdAt: Date
  email: string
  payments: { state: PaymentState; capturedMinor: number; refundedMinor: number }[]
  items: {
    state: ItemState
    reason: string | null
    quote: Prisma.QuoteGetPayload<{ select: typeof QUOTED_PLAN }>
    /** Whether our own acts have locked an order at the network, or asked for its data again. */
    providerOrders: { orderNum: string; isLocked: boolean; isRefetched: boolean }[]
  }[]
}

/**
 * Reads the rows of these orders, in the order of the ids.
 *
 * In one statement: through the ORM it is one for each of the eight tables, each waiting for the one before.
 */
export async function readOrderRows(ids: string[]): Promise<OrderRowData[]> {
  if (ids.length === 0) return []

  return db().$queryRaw<OrderRowData[]>`
    SELECT o."id", o."number", o."currency", o."totalMinor", o."mode", o."createdAt", e."email", p."payments", n."items"
    FROM unnest(${ids}::text[]) WITH ORDINALITY w ("id", "n")
    JOIN "Order" o ON o."id" = w."id"
    JOIN "Person" e ON e."id" = o."personId"
    CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_agg(jsonb_build_object('state', y."state", 'capturedMinor', y."capturedMinor",
        'refundedMinor', y."refundedMinor")), '[]') AS "payments"
      FROM "Payment" y WHERE y."orderId" = o."id"
    ) p
    CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_agg(jsonb_build_object('state', l."state", 'reason', l."reason",
        'providerOrders', u."orders", 'quote', jsonb_build_object('count', q."count", 'days', q."days",
          'plan', jsonb_build_object('amountValue', x."amountValue", 'amountUnit', x."amountUnit",
            'validityDays', x."validityDays", 'kind', x."kind", 'sku', jsonb_build_object(
              'providerName', k."upstreamName", 'ownName', k."ownName", 'iso2', k."iso2")))) ORDER BY l."id"), '[]') AS "items"
      FROM "Line" l JOIN "Quote" q ON q."id" = l."quoteId" JOIN "Plan" x ON x."id" = q."planId"
      JOIN "Sku" k ON k."id" = x."skuId"
      CROSS JOIN LATERAL (
        SELECT coalesce(jsonb_agg(jsonb_build_object('orderNum', z."orderNum",
          'isLocked', z."lockDecisionAt" IS NOT NULL, 'isRefetched', z."refetchedAt" IS NOT NULL) ORDER BY z."orderNum"), '[]') AS "orders"
        FROM "UpstreamOrder" z WHERE z."lineId" = l."id"
      ) u
      WHERE l."orderId" = o."id"
    ) n
    ORDER BY w."n"`
}

import 'server-only'
import { pool } from '#lib/core/repository/client.ts'

/** An order as a file has it. */
export type OrderExportRow = {
  id: string
  number: string
  createdAt: Date
  currency: string
  totalMinor: number
  email: string
  /** The numbers at the network and the states of the items, in the order of the items, parted by blanks. */
  networkNumbers: string
  states: string
  items: number
  /** What the first line is: `null` for an order without lines. */
  plan: string | null
  count: number | null
  capturedMinor: number
  refundedMinor: number
  isHeld: boolean
  isReleased: boolean
}

/**
 * Reads the rows of these orders, in the order of the ids.
 *
 * Past the ORM: an export reads a million of these, and each would be an object of several dozen there.
 */
export async function readExportRows(ids: string[]): Promise<OrderExportRow[]> {
  const { rows } = await pool().query<OrderExportRow>(ROWS, [ids])

  return rows
}

const ROWS = `
  SELECT o."id", o."number", o."createdAt", o."currency", o."totalMinor", e."email",
    coalesce(n."numbers", '') AS "networkNumbers", coalesce(s."states", '') AS "states", s."items", f."plan", f."count",
    p."capturedMinor", p."refundedMinor", p."isHeld", p."isReleased"
  FROM unnest($1::text[]) WITH ORDINALITY w ("id", "n")
  JOIN "Order" o ON o."id" = w."id"
  JOIN "Person" e ON e."id" = o."personId"
  CROSS JOIN LATERAL (
    SELECT string_agg(l."state"::text, ' ' ORDER BY l."id") AS "states", count(*)::int AS "items"
    FROM "Line" l WHERE l."orderId" = o."id"
  ) s
  CROSS JOIN LATERAL (
    SELECT string_agg(u."orderNum", ' ' ORDER BY l."id", u."orderNum") AS "numbers"
    FROM "Line" l JOIN "UpstreamOrder" u ON u."lineId" = l."id" WHERE l."orderId" = o."id"
  ) n
  LEFT JOIN LATERAL (
    SELECT coalesce(k."ownName", k."upstreamName") || ' ' || x."amountValue" || ' ' || x."amountUnit" AS "plan", q."count"
    FROM "Line" l JOIN "Quote" q ON q."id" = l."quoteId" JOIN "Plan" x ON x."id" = q."planId"
      JOIN "Sku" k ON k."id" = x."skuId"
    WHERE l."orderId" = o."id" ORDER BY l."id" LIMIT 1
  ) f ON true
  CROSS JOIN LATERAL (
    SELECT coalesce(sum("capturedMinor"), 0)::float8 AS "capturedMinor",
      coalesce(sum("refundedMinor"), 0)::float8 AS "refundedMinor",
      coalesce(bool_or("state" IN ('AUTHORISED', 'CAPTURING')), false) AS "isHeld",
      coalesce(bool_or("state" IN ('VOIDED', 'VOIDING')), false) AS "isReleased"
    FROM "Payment" WHERE "orderId" = o."id"
  ) p
  ORDER BY w."n"`

import 'server-only'
import { currencyCodes, currencyExponent } from '#lib/core/rules/currency.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'

/** Which sold lines are meant: those of orders of a mode, placed in a stretch of time, and how their days are paid. */
export type SoldFilter = {
  mode: string
  from: Date
  until: Date
  /** Whether the network charges a day pass by its days. */
  isPerDay: boolean
  skuId: number | null
  planId: string | null
  method: string | null
  currency: string | null
  /** Refunds and credits of this instant and later are left out. */
  asOf?: Date
  /** Only those whose cost nobody has told. */
  isCostUnknown?: boolean
}

/**
 * Returns the select of sold lines: those whose price was taken, by a payment that was not given back as a whole. What was
 * given without charge has a price of 0 and its cost.
 *
 * `more` narrows it down by `o` (order) and `l` (line). Costs in the selling currency are rounded line by line, so that
 * sums of any grouping are the sum of their lines.
 */
export function soldLines(filter: SoldFilter, more: Prisma.Sql = Prisma.empty): Prisma.Sql {
  return Prisma.sql`
    SELECT o."id" AS "orderId", o."number" AS "orderNumber", o."createdAt" AS "at", o."currency",
      l."id" AS "lineId", l."state"::text AS "state", l."priceMinor", q."skuId", q."planId", q."count", q."days",
      CASE WHEN q."totalMinor" > 0 THEN round(q."taxMinor"::numeric * l."priceMinor" / q."totalMinor")::int ELSE 0 END
        AS "taxMinor", l."discountMinor", q."costCurrency", p."provider" AS "method",
      coalesce(b."minor", 0) AS "refundedMinor",
      q."cost" * q."count" * ${filter.isPerDay ? daysOf(Prisma.sql`q`) : Prisma.sql`1`} AS "quoted",
      c."cost" AS "charged",
      CASE WHEN c."cost" IS NULL THEN 0 ELSE c."credit" END AS "credited",
      CASE WHEN c."cost" IS NULL THEN 0
        ELSE round((c."cost" - c."credit") * q."rate" * ${minorUnits()})::bigint END AS "spentMinor"
    FROM "Order" o
    JOIN "Line" l ON l."orderId" = o."id" AND ${IS_TAKEN}
    JOIN "Quote" q ON q."id" = l."quoteId"
    JOIN LATERAL (
      SELECT x."provider" FROM "Payment" x WHERE ${paysFor(Prisma.sql`o."id"`)} ORDER BY x."n" LIMIT 1
    ) p ON true
    LEFT JOIN LATERAL (
      SELECT sum(i."amountMinor") AS "minor" FROM "RefundItem" i
      JOIN "Refund" r ON r."id" = i."refundId" AND r."state" = 'DONE' ${before(Prisma.sql`r."doneAt"`, filter)}
      JOIN "Payment" y ON y."id" = r."paymentId" AND ${isOrdinary(Prisma.sql`y."reason"`)}
      WHERE i."lineId" = l."id"
    ) b ON true
    LEFT JOIN LATERAL (
      SELECT CASE WHEN bool_and(u."cost" IS NOT NULL AND u."costCurrency" = q."costCurrency") THEN sum(u."cost") END
          AS "cost",
        coalesce(sum(d."amount"), 0) AS "credit"
      FROM "UpstreamOrder" u
      LEFT JOIN LATERAL (
        SELECT sum(e."amount") AS "amount" FROM "SupplierEntry" e
        WHERE e."orderNum" = u."orderNum" AND e."kind" = 'expected_credit' AND e."currency" = q."costCurrency"
          ${before(Prisma.sql`e."at"`, filter)}
      ) d ON true
      WHERE u."lineId" = l."id"
    ) c ON true
    WHERE o."createdAt" >= ${filter.from} AND o."createdAt" < ${filter.until} AND o."mode" = ${filter.mode}
      ${narrowed(filter)} ${more}`
}

const IS_TAKEN = Prisma.sql`NOT l."notCaptured"`

/** Tells that an order has a sold line, as `soldLines` has them. */
export function hasSoldItem(orderId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(EXISTS (SELECT 1 FROM "Line" l WHERE l."orderId" = ${orderId} AND ${IS_TAKEN})
    AND EXISTS (SELECT 1 FROM "Payment" x WHERE ${paysFor(orderId)}))`
}

// A payment `x` that took the price of an order, or stands for what was given without charge.
function paysFor(orderId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`x."orderId" = ${orderId} AND ${isOrdinary(Prisma.sql`x."reason"`)}
    AND (x."capturedMinor" > 0 OR (x."provider" = 'no_charge' AND x."state" = 'CAPTURED'))`
}

function narrowed({ skuId, planId, method, currency, isCostUnknown }: SoldFilter): Prisma.Sql {
  const conditions = [
    ...(skuId === null ? [] : [Prisma.sql`q."skuId" = ${skuId}`]),
    ...(planId === null ? [] : [Prisma.sql`q."planId" = ${planId}`]),
    ...(method === null ? [] : [Prisma.sql`p."provider" = ${method}`]),
    ...(currency === null ? [] : [Prisma.sql`o."currency" = ${currency}`]),
    ...(isCostUnknown ? [Prisma.sql`c."cost" IS NULL`] : []),
  ]

  return conditions.length === 0 ? Prisma.empty : Prisma.sql`AND ${Prisma.join(conditions, ' AND ')}`
}

function before(at: Prisma.Sql, { asOf }: SoldFilter): Prisma.Sql {
  return asOf ? Prisma.sql`AND ${at} < ${asOf}` : Prisma.empty
}

function isOrdinary(reason: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`coalesce(${reason}, '') NOT IN ('late', 'second', 'given_back')`
}

/** How many days the network charges of `row` (a line or its offer), where it charges a day pass by its days. */
export function daysOf(row: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(SELECT CASE WHEN k."kind" = 'day_pass' THEN coalesce(${row}."days", 1) ELSE 1 END
    FROM "Plan" k WHERE k."id" = ${row}."planId")`
}

function minorUnits(): Prisma.Sql {
  const of = (exponent: number) => currencyCodes.filter((code) => currencyExponent(code) === exponent)

  return Prisma.sql`(CASE WHEN o."currency" = ANY(${of(0)}) THEN 1 WHEN o."currency" = ANY(${of(3)}) THEN 1000 ELSE 100 END)`
}

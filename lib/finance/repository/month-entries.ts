import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { decimal } from '#lib/core/rules/decimal.ts'
import { RETURNED_REASONS } from '#lib/core/rules/payment-method.ts'
import type { BookedLine, FinanceBook } from '#lib/finance/rules/admin-finance.ts'
import {
  type ClosedMonth,
  MONTH_OPEN_KINDS,
  type MonthNotes,
  type MonthOpen,
  type MonthOpenKind,
  type MonthSum,
  monthSpan,
  readMonthId,
} from '#lib/finance/rules/month-close.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import { ENDED_STATES } from '#lib/orders/rules/item-states.ts'
import { type SoldFilter, soldLines } from './sold-lines.ts'

const METRICS = Prisma.sql`"lines", "knownLines", "revenueMinor", "taxMinor", "discountMinor", "refundedMinor", "quoted",
  "charged", "credited", "spentMinor", "marginMinor"`
const SUMS = Prisma.sql`sum("lines")::int AS "lines", sum("knownLines")::int AS "knownLines",
  sum("revenueMinor")::float8 AS "revenueMinor", sum("taxMinor")::float8 AS "taxMinor",
  sum("discountMinor")::float8 AS "discountMinor", sum("refundedMinor")::float8 AS "refundedMinor",
  sum("quoted")::text AS "quoted", sum("charged")::text AS "charged", sum("credited")::text AS "credited",
  sum("spentMinor")::float8 AS "spentMinor", sum("marginMinor")::float8 AS "marginMinor"`

/** Forgets what an attempt to close a month has booked and not finished. Refused by the database once it is closed. */
export async function dropEntries(monthId: string): Promise<void> {
  await db().monthEntry.deleteMany({ where: { monthId } })
}

/**
 * Books every sold line of a month as it stood at `input.asOf`, or for an earlier month what has changed since it was
 * booked: together all bookings of an item are its figures. Returns how many were booked.
 */
export async function bookLines(monthId: string, filter: SoldFilter, isCorrection: boolean): Promise<number> {
  const span = Prisma.sql`"at" >= ${filter.from} AND "at" < ${filter.until}`
  const { book } = readMonthId(monthId)

  return db().$executeRaw`
    WITH now AS (
      SELECT "lineId", "orderId", "orderNumber", "at", "method", "skuId", "planId", "count", "currency", "costCurrency",
        1 AS "lines", ("charged" IS NOT NULL)::int AS "knownLines", "priceMinor" AS "revenueMinor", "taxMinor",
        "discountMinor", "refundedMinor", "quoted", coalesce("charged", 0) AS "charged", "credited", "spentMinor",
        CASE WHEN "charged" IS NULL THEN 0 ELSE "priceMinor" - "taxMinor" - "refundedMinor" - "spentMinor" END
          AS "marginMinor"
      FROM (${soldLines(filter)}) s
    ), was AS (
      SELECT "lineId", min("orderId") AS "orderId", min("orderNumber") AS "orderNumber", min("at") AS "at",
        min("method") AS "method", min("skuId") AS "skuId", min("planId") AS "planId", min("count") AS "count",
        min("currency") AS "currency", min("costCurrency") AS "costCurrency", sum("lines") AS "lines",
        sum("knownLines") AS "knownLines", sum("revenueMinor") AS "revenueMinor", sum("taxMinor") AS "taxMinor",
        sum("discountMinor") AS "discountMinor", sum("refundedMinor") AS "refundedMinor", sum("quoted") AS "quoted",
        sum("charged") AS "charged", sum("credited") AS "credited", sum("spentMinor") AS "spentMinor",
        sum("marginMinor") AS "marginMinor"
      FROM "MonthEntry" WHERE ${span} AND "monthId" LIKE ${`${book}-%`} GROUP BY "lineId"
    ), booked AS (
      SELECT coalesce(n."lineId", w."lineId") AS "lineId", coalesce(n."orderId", w."orderId") AS "orderId",
        coalesce(n."orderNumber", w."orderNumber") AS "orderNumber", coalesce(n."at", w."at") AS "at",
        coalesce(n."method", w."method") AS "method", coalesce(n."skuId", w."skuId") AS "skuId",
        coalesce(n."planId", w."planId") AS "planId", coalesce(n."count", w."count") AS "count",
        coalesce(n."currency", w."currency") AS "currency", coalesce(n."costCurrency", w."costCurrency") AS "costCurrency",
        coalesce(n."lines", 0) - coalesce(w."lines", 0) AS "lines",
        coalesce(n."knownLines", 0) - coalesce(w."knownLines", 0) AS "knownLines",
        coalesce(n."revenueMinor", 0) - coalesce(w."revenueMinor", 0) AS "revenueMinor",
        coalesce(n."taxMinor", 0) - coalesce(w."taxMinor", 0) AS "taxMinor",
        coalesce(n."discountMinor", 0) - coalesce(w."discountMinor", 0) AS "discountMinor",
        coalesce(n."refundedMinor", 0) - coalesce(w."refundedMinor", 0) AS "refundedMinor",
        coalesce(n."quoted", 0) - coalesce(w."quoted", 0) AS "quoted",
        coalesce(n."charged", 0) - coalesce(w."charged", 0) AS "charged",
        coalesce(n."credited", 0) - coalesce(w."credited", 0) AS "credited",
        coalesce(n."spentMinor", 0) - coalesce(w."spentMinor", 0) AS "spentMinor",
        coalesce(n."marginMinor", 0) - coalesce(w."marginMinor", 0) AS "marginMinor"
      FROM now n FULL JOIN was w ON w."lineId" = n."lineId"
    )
    INSERT INTO "MonthEntry" ("monthId", "isCorrection", "lineId", "orderId", "orderNumber", "at", "method", "skuId",
      "planId", "count", "currency", "costCurrency", ${METRICS})
    SELECT ${monthId}, ${isCorrection}, "lineId", "orderId", "orderNumber", "at", "method", "skuId", "planId", "count",
      "currency", "costCurrency", ${METRICS}
    FROM booked b
    WHERE NOT (b."lines" = 0 AND b."knownLines" = 0 AND b."revenueMinor" = 0 AND b."taxMinor" = 0
      AND b."discountMinor" = 0 AND b."refundedMinor" = 0 AND b."quoted" = 0 AND b."charged" = 0 AND b."credited" = 0
      AND b."spentMinor" = 0 AND b."marginMinor" = 0)`
}

type Texts = 'quoted' | 'charged' | 'credited'
type Raw<Row> = Omit<Row, Texts> & Record<Texts, string>

/** Adds up what a month books, by part and by pair of currencies. */
export async function sumEntries(monthId: string): Promise<MonthSum[]> {
  const rows = await db().$queryRaw<Raw<MonthSum>[]>`
    SELECT "isCorrection", "currency", "costCurrency", ${SUMS} FROM "MonthEntry"
    WHERE "monthId" = ${monthId} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`

  return rows.map(exact)
}

type EntryFilter = { isCorrection: boolean | null; isCostUnknown?: boolean; after: string | null; limit: number }

/** Reads bookings of a month in the order of their lines' ids, those behind `after`. */
export async function listEntries(
  monthId: string,
  { isCorrection, isCostUnknown = false, after, limit }: EntryFilter,
): Promise<BookedLine[]> {
  const rows = await db().monthEntry.findMany({
    where: {
      monthId,
      ...(isCorrection === null ? {} : { isCorrection }),
      ...(isCostUnknown ? { knownLines: 0 } : {}),
      ...(after === null ? {} : { itemId: { gt: after } }),
    },
    orderBy: { itemId: 'asc' },
    take: limit,
  })

  return rows.map(({ monthId: _month, ...row }) =>
    exact({ ...row, quoted: row.quoted.toFixed(), charged: row.charged.toFixed(), credited: row.credited.toFixed() }),
  )
}

/** The first instant of a book: that of its first order. `null` in a book without one. */
export async function findFirstOrderAt(book: string): Promise<Date | null> {
  const row = await db().order.findFirst({
    where: { mode: book },
    orderBy: { createdAt: 'asc' },
    select: { createdAt: true },
  })

  return row?.createdAt ?? null
}

/**
 * Compares the money taken with the prices of the sold lines of a month, by currency, and names the orders that differ. What
 * came above a price is nobody's price, and goes back: a refused refund of it is settled by another one, or keeps its month
 * open.
 */
export async function compareTaken(monthId: string) {
  const { book, month } = readMonthId(monthId)
  const { from, until } = monthSpan(month)
  const orders = Prisma.sql`
    SELECT o."id", o."number", o."currency",
      (SELECT coalesce(sum(p."capturedMinor" - coalesce((SELECT sum(r."amountMinor") FROM "Refund" r
          WHERE r."paymentId" = p."id" AND r."reason" = 'overpaid' AND r."state" <> 'REFUSED'), 0)), 0) FROM "Payment" p WHERE p."orderId" = o."id"
        AND coalesce(p."reason", '') NOT IN (${Prisma.join(RETURNED_REASONS)})) AS "taken",
      (SELECT coalesce(sum(l."priceMinor" * e."lines"), 0) FROM "MonthEntry" e JOIN "Line" l ON l."id" = e."lineId"
        WHERE l."orderId" = o."id" AND e."monthId" = ${monthId}) AS "sold"
    FROM "Order" o WHERE o."mode" = ${book} AND o."createdAt" >= ${from} AND o."createdAt" < ${until}`
  const [sums, differing] = await Promise.all([
    db().$queryRaw<{ currency: string; takenMinor: number; soldMinor: number }[]>`
      SELECT c."currency", sum(c."taken")::float8 AS "takenMinor", sum(c."sold")::float8 AS "soldMinor"
      FROM (${orders}) c GROUP BY 1 ORDER BY 1`,
    db().$queryRaw<{ number: string }[]>`
      SELECT c."number" FROM (${orders}) c WHERE c."taken" <> c."sold" ORDER BY 1 LIMIT 50`,
  ])

  return { takenMinor: sums, differing: differing.map(({ number }) => number) }
}

function exact<Row extends Record<Texts, string>>(row: Row) {
  const { quoted, charged, credited } = row

  return { ...row, quoted: decimal(quoted), charged: decimal(charged), credited: decimal(credited) }
}

type Stored = Prisma.MonthCloseGetPayload<Record<string, never>>

/** Closes a month: from here on the database refuses any change of its sums and bookings. `false` when it is closed. */
export async function addMonthClose(
  close: { id: string; sums: MonthSum[]; notes: MonthNotes; closedBy: string },
  tx: Tx,
): Promise<boolean> {
  const { id, sums, notes, closedBy } = close
  const row = { id, ...readMonthId(id), sums, notes, closedBy }
  const { count } = await tx.monthClose.createMany({ data: [row], skipDuplicates: true })

  return count === 1
}

/** The closed months of a book, newest first. */
export async function listMonthCloses(book: FinanceBook, limit: number): Promise<ClosedMonth[]> {
  const rows = await db().monthClose.findMany({ where: { book }, orderBy: { month: 'desc' }, take: limit })

  return rows.map(toClosed)
}

/** A closed month with what was noted at its close, `null` while it is open. */
export async function findMonthClose(id: string): Promise<(ClosedMonth & { notes: MonthNotes }) | null> {
  const row = await db().monthClose.findUnique({ where: { id } })

  return row && { ...toClosed(row), notes: row.notes as unknown as MonthNotes }
}

/** The credits of the supplier for orders of a month that nobody has confirmed yet, by currency. */
export async function sumOpenCredits(monthId: string): Promise<MonthNotes['openCredits']> {
  const { from, until } = monthSpan(readMonthId(monthId).month)
  const rows = await db().$queryRaw<MonthNotes['openCredits']>`
    SELECT s."currency", sum(s."amount")::text AS "amount", count(*)::int AS "count"
    FROM "SupplierEntry" s
    JOIN "UpstreamOrder" u ON u."orderNum" = s."orderNum" JOIN "Line" l ON l."id" = u."lineId"
    JOIN "Order" o ON o."id" = l."orderId"
    WHERE s."kind" = 'expected_credit' AND s."confirmedAt" IS NULL AND o."mode" = ${readMonthId(monthId).book}
      AND o."createdAt" >= ${from} AND o."createdAt" < ${until}
    GROUP BY 1 ORDER BY 1`

  return rows.map((row) => ({ ...row, amount: decimal(row.amount) }))
}

function toClosed({ id, month, book, sums, closedAt, closedBy }: Stored): ClosedMonth {
  return {
    id,
    month,
    book: book === 'live' ? 'live' : 'trial',
    sums: sums as unknown as MonthSum[],
    closedAt,
    closedBy,
  }
}

const MAX = 20
const MAX_OF_ONE = 1_000

type Span = { book: string; from: Date; until: Date }
type Found = MonthOpen['first'][number] & { count: number }

/**
 * Lists what is still open in a month of a book: lines and payments of its orders that are on their way, refunds that
 * have not left, and differences about them. A difference about no order counts in the month in which it was opened. The
 * first of each kind are named, and all of the kind that is asked for as a `whole`. A dispute is open by its difference
 * alone: its payment stays disputed for good where a bank has taken the money of what was delivered.
 */
export async function listMonthOpen(span: Span, whole: MonthOpenKind | null = null): Promise<MonthOpen[]> {
  const max = (kind: MonthOpenKind) => (kind === whole ? MAX_OF_ONE : MAX)
  const found = await Promise.all(MONTH_OPEN_KINDS.map((kind) => readOpen(OPEN[kind](span), max(kind))))

  return MONTH_OPEN_KINDS.flatMap((kind, index) => {
    const rows = found[index] ?? []
    const first = rows.map(({ count: _, ...row }) => row)

    return rows[0] ? [{ kind, count: rows[0].count, first }] : []
  })
}

function readOpen(rows: Prisma.Sql, max: number): Promise<Found[]> {
  return db().$queryRaw<Found[]>`SELECT count(*) OVER ()::int AS "count", x.* FROM (${rows}) x LIMIT ${max}`
}

const OPEN: Record<MonthOpenKind, (span: Span) => Prisma.Sql> = {
  lines: (span) => Prisma.sql`
    SELECT DISTINCT o."id" AS "orderId", o."number", l."state"::text AS "state", NULL::text AS "discrepancyId"
    FROM "Order" o JOIN "Line" l ON l."orderId" = o."id"
    WHERE ${within(span)} AND NOT l."state"::text = ANY(${[...ENDED_STATES]})`,
  payments: (span) => Prisma.sql`
    SELECT o."id" AS "orderId", o."number", p."state"::text AS "state", NULL::text AS "discrepancyId"
    FROM "Order" o JOIN "Payment" p ON p."orderId" = o."id"
    WHERE ${within(span)} AND p."state" IN ('AUTHORISED', 'CAPTURING', 'VOIDING')`,
  refunds: (span) => Prisma.sql`
    SELECT o."id" AS "orderId", o."number", r."state"::text AS "state", NULL::text AS "discrepancyId"
    FROM "Order" o JOIN "Payment" p ON p."orderId" = o."id" JOIN "Refund" r ON r."paymentId" = p."id"
    WHERE ${within(span)} AND r."state" IN ('INTENDED', 'SENT')`,
  findings: ({ book, from, until }) => Prisma.sql`
    SELECT b."orderId", o."number", b."kind" AS "state", b."id" AS "discrepancyId"
    FROM "Break" b LEFT JOIN "Order" o ON o."id" = b."orderId"
    WHERE b."closedAt" IS NULL AND CASE WHEN o."id" IS NULL THEN b."openedAt" >= ${from} AND b."openedAt" < ${until}
      ELSE o."mode" = ${book} AND o."createdAt" >= ${from} AND o."createdAt" < ${until} END`,
}

function within({ book, from, until }: Span): Prisma.Sql {
  return Prisma.sql`o."mode" = ${book} AND o."createdAt" >= ${from} AND o."createdAt" < ${until}`
}

import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { type DayStretch, dayOf } from '#lib/esims/rules/usage-budget.ts'

/** The book of the supplier ledger, beside those of trial and live sales. */
export const PROVIDER_BOOK = 'supplier'

/** Lists the days of a book that have changed since they were added up, of a stretch of time or of all. */
export async function listMarkedDays(book: string, span: DayStretch | null, client: Tx = db()): Promise<string[]> {
  const [from, until] = span ? [dayOf(span.from), dayOf(span.until)] : [null, null]
  const rows = await client.$queryRaw<{ day: string }[]>`
    SELECT DISTINCT to_char("day", 'YYYY-MM-DD') AS "day" FROM "DayMark"
    WHERE "book" = ${book} AND "day" >= coalesce(${from}::date, '-infinity')
      AND "day" <= coalesce(${until}::date, 'infinity')`

  return rows.map(({ day }) => day)
}

/** A day of a book. */
export type MarkedDay = { book: string; day: string }

/** Lists books and days that are to be added up anew, the newest first, behind one of before. */
export async function listMarks({ behind, limit }: { behind: MarkedDay | null; limit: number }): Promise<MarkedDay[]> {
  const { day = null, book = null } = behind ?? {}

  return db().$queryRaw<MarkedDay[]>`
    SELECT "book", to_char("day", 'YYYY-MM-DD') AS "day" FROM "DayMark"
    WHERE ${day}::date IS NULL OR ("day", "book") < (${day}::date, ${book}) GROUP BY "book", "day"
    ORDER BY "DayMark"."day" DESC, "book" DESC LIMIT ${limit}`
}

/**
 * Marks every day that release 0.1.0 counted otherwise: it counted the tax of what went back, and orders as sold whose money
 * differs from their price.
 */
export async function markCountedOtherwise(tx: Tx): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "DayMark" ("book", "day", "tx")
    SELECT DISTINCT "book", "day", pg_current_xact_id()::text::bigint FROM "DaySum"
    WHERE "by" = 'day' AND "refundedMinor" <> 0 AND "taxMinor" <> 0
    UNION SELECT o."mode", (o."createdAt" AT TIME ZONE 'UTC')::date, pg_current_xact_id()::text::bigint
    FROM "Payment" p JOIN "Order" o ON o."id" = p."orderId" WHERE p."reason" = 'mismatch'
    ON CONFLICT DO NOTHING`
}

/**
 * Takes the marks off a day, to add it up anew behind this in the same transaction: what was committed in between is in
 * the sums as well as marked, and at worst added up once more.
 */
export async function takeMarks({ book, day }: MarkedDay, tx: Tx): Promise<void> {
  await tx.$executeRaw`DELETE FROM "DayMark" WHERE "book" = ${book} AND "day" = ${day}::date`
}

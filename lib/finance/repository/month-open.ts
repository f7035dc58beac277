import 'server-only'
import { db } from '#lib/core/repository/client.ts'
import { MONTH_OPEN_KINDS, type MonthOpen, type MonthOpenKind } from '#lib/finance/rules/month-close.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import { ENDED_STATES } from '#lib/orders/rules/line-states.ts'

const MOST = 20
const MOST_OF_ONE = 1_000

type Span = { book: string; from: Date; until: Date }
type Found = MonthOpen['first'][number] & { count: number }

/**
 * Lists what is still open in a month of a book: lines and payments of its orders that are on their way, refunds that
 * have not left, and differences about them. A difference about no order counts in the month in which it was opened. The
 * first of each kind are named, and all of the kind that is asked for as a `whole`.
 */
export async function listMonthOpen(span: Span, whole: MonthOpenKind | null = null): Promise<MonthOpen[]> {
  const most = (kind: MonthOpenKind) => (kind === whole ? MOST_OF_ONE : MOST)
  const found = await Promise.all(MONTH_OPEN_KINDS.map((kind) => readOpen(OPEN[kind](span), most(kind))))

  return MONTH_OPEN_KINDS.flatMap((kind, index) => {
    const rows = found[index] ?? []
    const first = rows.map(({ count: _, ...row }) => row)

    return rows[0] ? [{ kind, count: rows[0].count, first }] : []
  })
}

function readOpen(rows: Prisma.Sql, most: number): Promise<Found[]> {
  return db().$queryRaw<Found[]>`SELECT count(*) OVER ()::int AS "count", x.* FROM (${rows}) x LIMIT ${most}`
}

const OPEN: Record<MonthOpenKind, (span: Span) => Prisma.Sql> = {
  lines: (span) => Prisma.sql`
    SELECT DISTINCT o."id" AS "orderId", o."number", l."state"::text AS "state", NULL::text AS "discrepancyId"
    FROM "Order" o JOIN "Line" l ON l."orderId" = o."id"
    WHERE ${within(span)} AND NOT l."state"::text = ANY(${[...ENDED_STATES]})`,
  payments: (span) => Prisma.sql`
    SELECT o."id" AS "orderId", o."number", p."state"::text AS "state", NULL::text AS "discrepancyId"
    FROM "Order" o JOIN "Payment" p ON p."orderId" = o."id"
    WHERE ${within(span)} AND p."state" IN ('AUTHORISED', 'CAPTURING', 'VOIDING', 'DISPUTED')`,
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

import 'server-only'
import { ENDED_STATES } from '#lib/domain/line-states.ts'
import { MONTH_OPEN_KINDS, type MonthOpen, type MonthOpenKind } from '#lib/domain/month-close.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import { db } from './client.ts'

const MOST = 20

type Span = { book: string; from: Date; until: Date }
type Found = { count: number; orderId: string | null; number: string | null; state: string }

/**
 * Lists what is still open in a month of a book: lines and payments of its orders that are on their way, refunds that
 * have not left, and differences about them. A difference about no order counts in the month in which it was opened.
 */
export async function listMonthOpen(span: Span): Promise<MonthOpen[]> {
  const found = await Promise.all(MONTH_OPEN_KINDS.map((kind) => readOpen(OPEN[kind](span))))

  return MONTH_OPEN_KINDS.flatMap((kind, index) => {
    const rows = found[index] ?? []
    const first = rows.map(({ orderId, number, state }) => ({ orderId, number, state }))

    return rows[0] ? [{ kind, count: rows[0].count, first }] : []
  })
}

function readOpen(rows: Prisma.Sql): Promise<Found[]> {
  return db().$queryRaw<Found[]>`SELECT count(*) OVER ()::int AS "count", x.* FROM (${rows}) x LIMIT ${MOST}`
}

const OPEN: Record<MonthOpenKind, (span: Span) => Prisma.Sql> = {
  lines: (span) => Prisma.sql`
    SELECT DISTINCT o."id" AS "orderId", o."number", l."state"::text AS "state"
    FROM "Order" o JOIN "Line" l ON l."orderId" = o."id"
    WHERE ${within(span)} AND NOT l."state"::text = ANY(${[...ENDED_STATES]})`,
  payments: (span) => Prisma.sql`
    SELECT o."id" AS "orderId", o."number", p."state"::text AS "state"
    FROM "Order" o JOIN "Payment" p ON p."orderId" = o."id"
    WHERE ${within(span)} AND p."state" IN ('AUTHORISED', 'CAPTURING', 'VOIDING', 'DISPUTED')`,
  refunds: (span) => Prisma.sql`
    SELECT o."id" AS "orderId", o."number", r."state"::text AS "state"
    FROM "Order" o JOIN "Payment" p ON p."orderId" = o."id" JOIN "Refund" r ON r."paymentId" = p."id"
    WHERE ${within(span)} AND r."state" IN ('INTENDED', 'SENT')`,
  findings: ({ book, from, until }) => Prisma.sql`
    SELECT b."orderId", o."number", b."kind" AS "state" FROM "Break" b LEFT JOIN "Order" o ON o."id" = b."orderId"
    WHERE b."closedAt" IS NULL AND CASE WHEN o."id" IS NULL THEN b."openedAt" >= ${from} AND b."openedAt" < ${until}
      ELSE o."mode" = ${book} AND o."createdAt" >= ${from} AND o."createdAt" < ${until} END`,
}

function within({ book, from, until }: Span): Prisma.Sql {
  return Prisma.sql`o."mode" = ${book} AND o."createdAt" >= ${from} AND o."createdAt" < ${until}`
}

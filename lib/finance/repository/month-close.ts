import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { decimal } from '#lib/core/rules/decimal.ts'
import type { FinanceBook } from '#lib/finance/rules/admin-finance.ts'
import {
  type ClosedMonth,
  type MonthNotes,
  type MonthSum,
  monthSpan,
  readMonthId,
} from '#lib/finance/rules/month-close.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'

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

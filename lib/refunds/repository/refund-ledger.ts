import 'server-only'
import { env } from '#lib/core/env.ts'
import { db } from '#lib/core/repository/client.ts'
import type { Searched } from '#lib/core/repository/list-search.ts'
import { findRefundIds } from '#lib/core/repository/list-search-ids.ts'
import { addDays } from '#lib/core/rules/calendar-date.ts'
import { decimal } from '#lib/core/rules/decimal.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import type { CreditState, RefundEntry, RefundFilter } from '#lib/refunds/rules/refund-ledger.ts'

/** Which shares are meant. `ids` are the only refunds that may be among them; `until` is not included. */
type RefundListFilter = {
  book: string
  ids: string[] | null
  state: string | null
  credit: CreditState | null
  from: Date | null
  until: Date | null
}

/** Looks up which shares a filter means: those of this store's own mode where it says nothing. */
export async function findRefundFilter(
  { book, state, credit, from, to }: Omit<RefundFilter, 'q'>,
  searched: Searched | null,
): Promise<RefundListFilter> {
  return {
    book: book ?? env.STORE_MODE,
    ids: searched && (await findRefundIds(searched)),
    state,
    credit,
    from: from && new Date(`${from}T00:00:00Z`),
    until: to && new Date(`${addDays(to, 1)}T00:00:00Z`),
  }
}

/** Where the ledger goes on. */
export type RefundKey = { at: Date; refundId: string; id: string }

const CREDITS: Record<CreditState, Prisma.Sql> = {
  none: Prisma.sql`c."amount" IS NULL`,
  expected: Prisma.sql`c."amount" > c."confirmed"`,
  confirmed: Prisma.sql`c."amount" = c."confirmed"`,
}

/**
 * Reads shares of refunds, newest first, those older than a key.
 *
 * A line has one order at the network, or several when it was placed again: the eSIM's own counts, else all of its item.
 */
export async function listRefundEntries(
  filter: RefundListFilter,
  { after, limit }: { after: RefundKey | null; limit: number },
): Promise<RefundEntry[]> {
  const conditions = [
    Prisma.sql`o."mode" = ${filter.book}`,
    ...(filter.ids === null ? [] : [Prisma.sql`r."id" = ANY(${filter.ids}::text[])`]),
    ...(filter.state === null ? [] : [Prisma.sql`r."state"::text = ${filter.state}`]),
    ...(filter.credit === null ? [] : [CREDITS[filter.credit]]),
    ...(filter.from === null ? [] : [Prisma.sql`r."createdAt" >= ${filter.from}`]),
    ...(filter.until === null ? [] : [Prisma.sql`r."createdAt" < ${filter.until}`]),
    // Spelled out apart from the triple: a comparison of two tables' columns cannot be looked up in the index.
    ...(after === null
      ? []
      : [
          Prisma.sql`r."createdAt" <= ${after.at}`,
          Prisma.sql`(r."createdAt", r."id", i."id") < (${after.at}, ${after.refundId}, ${after.id})`,
        ]),
  ]
  const rows = await db().$queryRaw<RefundEntry[]>`
    SELECT i."id", r."id" AS "refundId", o."id" AS "orderId", o."number" AS "orderNumber", r."createdAt" AS "at",
      r."doneAt", r."kind"::text AS "kind", r."state"::text AS "state", r."reason", i."amountMinor", p."currency",
      p."provider" AS "method", r."providerRefundId", p."capturedMinor", p."refundedMinor", k."iccid",
      k."id" AS "esimId", c."orderNum", c."currency" AS "creditCurrency", coalesce(c."amount", 0)::text AS "creditAmount",
      coalesce(c."confirmed", 0)::text AS "creditConfirmed",
      CASE WHEN c."amount" IS NULL THEN 'none' WHEN c."amount" > c."confirmed" THEN 'expected' ELSE 'confirmed' END
        AS "credit"
    FROM "Refund" r
    JOIN "RefundItem" i ON i."refundId" = r."id"
    JOIN "Payment" p ON p."id" = r."paymentId"
    JOIN "Order" o ON o."id" = p."orderId"
    LEFT JOIN "Card" k ON k."id" = i."cardId"
    LEFT JOIN LATERAL (
      SELECT min(u."orderNum") AS "orderNum", min(e."currency") AS "currency", sum(e."amount") AS "amount",
        coalesce(sum(e."amount") FILTER (WHERE e."confirmedAt" IS NOT NULL), 0) AS "confirmed"
      FROM "UpstreamOrder" u
      LEFT JOIN "SupplierEntry" e ON e."orderNum" = u."orderNum" AND e."kind" = 'expected_credit'
      WHERE u."lineId" = i."lineId" AND (k."orderNum" IS NULL OR u."orderNum" = k."orderNum")
    ) c ON true
    WHERE ${Prisma.join(conditions, ' AND ')}
    ORDER BY r."createdAt" DESC, r."id" DESC, i."id" DESC LIMIT ${limit}`

  return rows.map((row) => ({
    ...row,
    creditAmount: decimal(row.creditAmount),
    creditConfirmed: decimal(row.creditConfirmed),
  }))
}

/** Finds where the ledger goes on behind a share, `null` for one that does not exist. */
export async function findRefundKey(id: string): Promise<RefundKey | null> {
  const row = await db().refundItem.findUnique({
    where: { id },
    select: { refundId: true, refund: { select: { createdAt: true } } },
  })

  return row && { at: row.refund.createdAt, refundId: row.refundId, id }
}

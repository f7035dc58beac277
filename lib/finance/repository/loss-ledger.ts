import 'server-only'
import { env } from '#lib/core/env.ts'
import { db } from '#lib/core/repository/client.ts'
import { findLossIds, type Searched } from '#lib/core/repository/lists.ts'
import { type Decimal, decimal } from '#lib/core/rules/decimal.ts'
import { addDays } from '#lib/core/rules/field-schemas.ts'
import type { LossFilter, LossRow, LossSum } from '#lib/finance/rules/provider-ledger.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'

/** Where the losses go on. */
export type LossKey = { at: Date; id: string }

type Row = Omit<LossRow, 'order' | 'amount'> & Record<'amount' | 'orderId' | 'orderNumber', string | null>

/** Looks up which losses a filter means: those of this store's own mode where it says nothing. */
export async function findLossFilter(
  { book, from, to, amount, currency }: Omit<LossFilter, 'q'>,
  searched: Searched | null,
) {
  return {
    amount,
    currency,
    book: book ?? env.STORE_MODE,
    ids: searched && (await findLossIds(searched)),
    from: from && new Date(`${from}T00:00:00Z`),
    until: to && new Date(`${addDays(to, 1)}T00:00:00Z`),
  }
}

/** `ids` are the only losses that may be among those that are meant; `until` is not included. */
type LossListFilter = Awaited<ReturnType<typeof findLossFilter>>

/** Reads losses, newest first, those older than a key. */
export async function listLossRows(
  filter: LossListFilter,
  { after, limit }: { after: LossKey | null; limit: number },
): Promise<LossRow[]> {
  // Spelled out apart from the pair: that is what the index can look up.
  const behind = after && Prisma.sql`AND e."at" <= ${after.at} AND (e."at", e."id") < (${after.at}, ${after.id})`
  const rows = await db().$queryRaw<Row[]>`
    SELECT e."id", e."at", e."kind", e."amount"::text AS "amount", e."currency", o."id" AS "orderId",
      o."number" AS "orderNumber", e."evidence"->>'orderNum' AS "orderNum"
    FROM "LossEntry" e LEFT JOIN "Order" o ON o."id" = e."orderId"
    WHERE ${meant(filter)} ${behind ?? Prisma.empty}
    ORDER BY e."at" DESC, e."id" DESC LIMIT ${limit}`

  return rows.map(({ amount, orderId, orderNumber, ...row }) => ({
    ...row,
    amount: toDecimal(amount),
    order: orderId !== null && orderNumber !== null ? { id: orderId, number: orderNumber } : null,
  }))
}

/** Adds up all losses that are meant, one sum per currency, and counts those whose sum nobody knows. */
export async function sumLosses(filter: LossListFilter): Promise<LossSum[]> {
  const rows = await db().$queryRaw<{ currency: string; amount: string | null; unknown: number }[]>`
    SELECT e."currency", sum(e."amount")::text AS "amount", (count(*) - count(e."amount"))::int AS "unknown"
    FROM "LossEntry" e
    WHERE ${meant(filter)} GROUP BY e."currency" ORDER BY e."currency"`

  return rows.map(({ amount, ...row }) => ({ ...row, amount: toDecimal(amount) }))
}

/** Finds where the losses go on behind one, `null` for one that does not exist. */
export function findLossKey(id: string): Promise<LossKey | null> {
  return db().lossEntry.findUnique({ where: { id }, select: { at: true, id: true } })
}

function toDecimal(amount: string | null): Decimal | null {
  return amount === null ? null : decimal(amount)
}

function meant({ book, ids, from, until, amount, currency }: LossListFilter): Prisma.Sql {
  const conditions = [
    Prisma.sql`e."mode" = ${book}`,
    ...(ids === null ? [] : [Prisma.sql`e."id" = ANY(${ids}::text[])`]),
    ...(from === null ? [] : [Prisma.sql`e."at" >= ${from}`]),
    ...(until === null ? [] : [Prisma.sql`e."at" < ${until}`]),
    ...(amount === null ? [] : [Prisma.sql`(e."amount" IS NULL) = ${amount === 'unknown'}`]),
    ...(currency === null ? [] : [Prisma.sql`e."currency" = ${currency}`]),
  ]

  return Prisma.join(conditions, ' AND ')
}

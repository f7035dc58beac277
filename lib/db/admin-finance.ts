import 'server-only'
import type { FinanceFigures, FinanceGroup } from '#lib/domain/admin-finance.ts'
import { addDecimals, decimal } from '#lib/domain/decimal.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import { keyOf, type SoldWish, soldLines } from './admin-finance-lines.ts'
import { db, pool } from './client.ts'

type Figures = Omit<FinanceFigures, 'quoted' | 'charged' | 'credited'> & {
  quoted: string
  charged: string
  credited: string
}

/** The sums of one key, or of all of them where the key is `null`. */
export type SumRow = FinanceFigures & { key: string | null }

/**
 * Adds sold lines up by a key, and all of them together.
 *
 * At most `limit` rows come, totals first, then days and months newest first and everything else by its revenue. Every
 * month is a statement of its own: a year of a large shop would outlast the longest one that the database allows.
 */
export async function sumSold(wish: SoldWish, { by, limit }: { by: FinanceGroup; limit: number }): Promise<SumRow[]> {
  const sums = new Map<string, SumRow>()
  for (const month of monthsOf(wish)) {
    for (const row of await sumStretch({ ...wish, ...month }, by)) {
      const id = JSON.stringify([row.key, row.currency, row.costCurrency])
      const before = sums.get(id)
      sums.set(id, before ? addUp(before, row) : row)
    }
  }
  const isTime = by === 'day' || by === 'month'
  const rank = ({ key }: SumRow) => (key === null ? 0 : 1)
  const compareKeys = (a: SumRow, b: SumRow) => ((a.key ?? '') < (b.key ?? '') ? 1 : a.key === b.key ? 0 : -1)
  const compare = (a: SumRow, b: SumRow) =>
    rank(a) - rank(b) || (isTime ? compareKeys(a, b) : b.revenueMinor - a.revenueMinor || compareKeys(b, a))

  return [...sums.values()].sort(compare).slice(0, limit)
}

async function sumStretch(wish: SoldWish, by: FinanceGroup): Promise<SumRow[]> {
  const rows = await db().$queryRaw<(Figures & { key: string | null })[]>`
    SELECT s."key", s."currency", s."costCurrency", count(*)::int AS "lines",
      count(s."charged")::int AS "knownLines",
      sum(s."priceMinor")::float8 AS "revenueMinor", sum(s."taxMinor")::float8 AS "taxMinor",
      sum(s."discountMinor")::float8 AS "discountMinor", sum(s."refundedMinor")::float8 AS "refundedMinor",
      sum(s."quoted")::text AS "quoted", coalesce(sum(s."charged"), 0)::text AS "charged",
      sum(s."credited")::text AS "credited", sum(s."spentMinor")::float8 AS "spentMinor",
      coalesce(sum(s."priceMinor" - s."taxMinor" - s."refundedMinor" - s."spentMinor")
        FILTER (WHERE s."charged" IS NOT NULL), 0)::float8 AS "marginMinor"
    FROM (SELECT s.*, ${keyOf(by)} AS "key" FROM (${soldLines(wish)}) s) s
    GROUP BY GROUPING SETS ((s."key", s."currency", s."costCurrency"), (s."currency", s."costCurrency"))`

  return rows.map(exact)
}

function monthsOf({ from, until }: SoldWish): { from: Date; until: Date }[] {
  const months: { from: Date; until: Date }[] = []
  for (let at = from; at < until; ) {
    const next = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))
    months.push({ from: at, until: next < until ? next : until })
    at = next
  }

  return months
}

function addUp(a: SumRow, b: SumRow): SumRow {
  return {
    ...{ key: a.key, currency: a.currency, costCurrency: a.costCurrency },
    lines: a.lines + b.lines,
    knownLines: a.knownLines + b.knownLines,
    revenueMinor: a.revenueMinor + b.revenueMinor,
    taxMinor: a.taxMinor + b.taxMinor,
    discountMinor: a.discountMinor + b.discountMinor,
    refundedMinor: a.refundedMinor + b.refundedMinor,
    spentMinor: a.spentMinor + b.spentMinor,
    marginMinor: a.marginMinor + b.marginMinor,
    quoted: addDecimals(a.quoted, b.quoted),
    charged: addDecimals(a.charged, b.charged),
    credited: addDecimals(a.credited, b.credited),
  }
}

/** A sold line as it was found. */
export type SoldLine = FinanceFigures & {
  lineId: string
  orderId: string
  orderNumber: string
  at: Date
  method: string
  skuId: number
  planId: string
  count: number
  state: string
}

/** Where a list of sold lines goes on. */
export type SoldKey = { at: Date; lineId: string }

/** Reads sold lines, newest first, those older than a key. */
export async function listSold(
  wish: SoldWish,
  { after, limit }: { after: SoldKey | null; limit: number },
): Promise<SoldLine[]> {
  const more = after ? Prisma.sql`AND (o."createdAt", l."id") < (${after.at}, ${after.lineId})` : Prisma.empty
  // Spelled out apart from the pair: a comparison of two tables' columns cannot be looked up in the index of orders.
  const until = after && after.at < wish.until ? new Date(after.at.getTime() + 1) : wish.until
  // Past the ORM: an export reads a million of these, and each would be an object of several there.
  const { text, values } = Prisma.sql`
    SELECT s."lineId", s."orderId", s."orderNumber", s."at", s."method", s."skuId", s."planId", s."count", s."state",
      s."currency", s."costCurrency", 1 AS "lines", (s."charged" IS NOT NULL)::int AS "knownLines",
      s."priceMinor"::float8 AS "revenueMinor", s."taxMinor"::float8 AS "taxMinor",
      s."discountMinor"::float8 AS "discountMinor", s."refundedMinor"::float8 AS "refundedMinor",
      s."quoted"::text AS "quoted", coalesce(s."charged", 0)::text AS "charged", s."credited"::text AS "credited",
      s."spentMinor"::float8 AS "spentMinor",
      CASE WHEN s."charged" IS NULL THEN 0
        ELSE s."priceMinor" - s."taxMinor" - s."refundedMinor" - s."spentMinor" END::float8 AS "marginMinor"
    FROM (${soldLines({ ...wish, until }, more)} ORDER BY o."createdAt" DESC, l."id" DESC LIMIT ${limit}) s
    ORDER BY s."at" DESC, s."lineId" DESC`
  const { rows } = await pool().query<Figures & Omit<SoldLine, keyof FinanceFigures>>(text, values)

  return rows.map(exact)
}

/** Finds where a list goes on behind a line, `null` for a line that does not exist. */
export async function findSoldKey(lineId: string): Promise<SoldKey | null> {
  const row = await db().line.findUnique({ where: { id: lineId }, select: { order: { select: { createdAt: true } } } })

  return row && { at: row.order.createdAt, lineId }
}

/** Reads what names destinations, by their number at the network. */
export async function readDestinations(ids: number[]) {
  const rows = await db().sku.findMany({
    where: { id: { in: ids } },
    select: {
      id: true,
      ownName: true,
      upstreamName: true,
      iso2: true,
      texts: { select: { locale: true, name: true } },
    },
  })

  return new Map(rows.map((row) => [row.id, row]))
}

/** Reads what names plans, by their ids. */
export async function readPlans(ids: string[]) {
  const rows = await db().plan.findMany({
    where: { id: { in: ids } },
    select: { id: true, skuId: true, kind: true, amountValue: true, amountUnit: true, validityDays: true },
  })

  return new Map(rows.map((row) => [row.id, row]))
}

function exact<Row extends Figures>(row: Row) {
  const { quoted, charged, credited } = row

  return { ...row, quoted: decimal(quoted), charged: decimal(charged), credited: decimal(credited) }
}

import 'server-only'
import { db, pool } from '#lib/core/repository/client.ts'
import { decimal } from '#lib/core/rules/decimal.ts'
import type { FinanceMetrics, SoldItem } from '#lib/finance/rules/admin-finance.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import { listUnknownStretches, type SoldFilter, soldLines } from './sold-lines.ts'

type Metrics = Omit<FinanceMetrics, 'quoted' | 'charged' | 'credited'> & {
  quoted: string
  charged: string
  credited: string
}

/** Where a list of sold lines goes on. */
export type SoldKey = { at: Date; itemId: string }

type Place = { after: SoldKey | null; limit: number }

/** Reads sold lines, newest first, those older than a key. */
export async function listSold(filter: SoldFilter, { after, limit }: Place): Promise<SoldItem[]> {
  if (!filter.isCostUnknown) return readSold(filter, { after, limit })
  const found: SoldItem[] = []
  // Few of many: only in the days that have some is every item looked at.
  for (const stretch of await listUnknownStretches(filter)) {
    if (found.length >= limit) break
    if (after && stretch.from > after.at) continue
    found.push(...(await readSold({ ...filter, ...stretch }, { after, limit: limit - found.length })))
  }

  return found
}

async function readSold(filter: SoldFilter, { after, limit }: Place): Promise<SoldItem[]> {
  const more = after ? Prisma.sql`AND (o."createdAt", l."id") < (${after.at}, ${after.itemId})` : Prisma.empty
  // Spelled out apart from the pair: a comparison of two tables' columns cannot be looked up in the index of orders.
  const until = after && after.at < filter.until ? new Date(after.at.getTime() + 1) : filter.until
  // Past the ORM: an export reads a million of these, and each would be an object of several there.
  const { text, values } = Prisma.sql`
    SELECT s."lineId" AS "itemId", s."orderId", s."orderNumber", s."at", s."method", s."skuId", s."planId", s."count", s."state",
      s."currency", s."saleCurrency", s."saleRate"::text AS "saleRate", s."paidMinor", s."costCurrency", 1 AS "lines", (s."charged" IS NOT NULL)::int AS "knownLines",
      s."priceMinor"::float8 AS "revenueMinor", s."taxMinor"::float8 AS "taxMinor",
      s."discountMinor"::float8 AS "discountMinor", s."refundedMinor"::float8 AS "refundedMinor",
      s."quoted"::text AS "quoted", coalesce(s."charged", 0)::text AS "charged", s."credited"::text AS "credited",
      s."spentMinor"::float8 AS "spentMinor",
      CASE WHEN s."charged" IS NULL THEN 0
        ELSE s."priceMinor" - s."taxMinor" - s."refundedMinor" - s."spentMinor" END::float8 AS "marginMinor"
    FROM (${soldLines({ ...filter, until }, more)} ORDER BY o."createdAt" DESC, l."id" DESC LIMIT ${limit}) s
    ORDER BY s."at" DESC, s."lineId" DESC`
  const { rows } = await pool().query<Metrics & Omit<SoldItem, keyof FinanceMetrics>>(text, values)

  return rows.map(exact)
}

/** Finds where a list goes on behind a line, `null` for an item that does not exist. */
export async function findSoldKey(itemId: string): Promise<SoldKey | null> {
  const row = await db().orderItem.findUnique({
    where: { id: itemId },
    select: { order: { select: { createdAt: true } } },
  })

  return row && { at: row.order.createdAt, itemId }
}

/** Reads what names destinations, by their number at the network. */
export async function readDestinations(ids: number[]) {
  const rows = await db().destination.findMany({
    where: { id: { in: ids } },
    select: {
      id: true,
      ownName: true,
      providerName: true,
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

function exact<Row extends Metrics>(row: Row) {
  const { quoted, charged, credited } = row

  return { ...row, quoted: decimal(quoted), charged: decimal(charged), credited: decimal(credited) }
}

import 'server-only'
import { db } from '#lib/core/repository/client.ts'
import type { FinanceRange } from '#lib/finance/rules/admin-finance.ts'
import { UNCOUNTED, type Visit, type VisitFilter, type VisitGroup } from '#lib/finance/rules/visits.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'

/** How many different rows a day may have: made-up origins must not fill the table. */
const MAX_ROWS = 2_000
const OTHERS = 'others'

/** Adds one to the counter of a step on this day (UTC). Beyond `most` rows of a day new origins are counted together. */
export async function addVisit(visit: Visit, most = MAX_ROWS): Promise<void> {
  const { step, locale, currency, referrer, source, campaign } = visit
  await db().$executeRaw`
    WITH "today" AS (SELECT (now() AT TIME ZONE 'UTC')::date AS "day"),
      "room" AS (
        SELECT count(*) < ${most} OR bool_or(
          (v."step", v."locale", v."currency", v."referrer", v."source", v."campaign")
            = (${step}, ${locale}, ${currency}, ${referrer}, ${source}, ${campaign})) AS "isFree"
        FROM "VisitDay" v JOIN "today" t ON v."day" = t."day"
      )
    INSERT INTO "VisitDay" ("day", "step", "locale", "currency", "referrer", "source", "campaign", "count")
    SELECT "day", ${step}, ${locale}, ${currency},
      CASE WHEN "isFree" OR ${referrer} = '' THEN ${referrer} ELSE ${OTHERS} END,
      CASE WHEN "isFree" OR ${source} = '' THEN ${source} ELSE ${OTHERS} END,
      CASE WHEN "isFree" OR ${campaign} = '' THEN ${campaign} ELSE ${OTHERS} END, 1
    FROM "today", "room"
    ON CONFLICT ("day", "step", "locale", "currency", "referrer", "source", "campaign")
    DO UPDATE SET "count" = "VisitDay"."count" + 1`
}

/** The first day that any visit was counted on. */
export async function findFirstVisitDay(): Promise<string | null> {
  const { _min } = await db().visitDay.aggregate({ _min: { day: true } })

  return _min.day?.toISOString().slice(0, 10) ?? null
}

export type KeyedCount = { key: string; step: string; count: number }

const COLUMNS: Record<VisitGroup, Prisma.Sql> = {
  day: Prisma.sql`to_char("day", 'YYYY-MM-DD')`,
  locale: Prisma.sql`"locale"`,
  currency: Prisma.sql`"currency"`,
  referrer: Prisma.sql`"referrer"`,
  source: Prisma.sql`"source"`,
  campaign: Prisma.sql`"campaign"`,
}

/** Adds up the steps of visits in the days of a range, by one thing that tells them apart. */
export function sumVisits(filter: VisitFilter, { from, to }: FinanceRange): Promise<KeyedCount[]> {
  const where = [Prisma.sql`"day" BETWEEN ${from}::date AND ${to}::date`, ...narrowed(filter, COLUMNS)]

  return db().$queryRaw<KeyedCount[]>`
    SELECT ${COLUMNS[filter.by]} AS "key", "step", sum("count")::int AS "count" FROM "VisitDay"
    WHERE ${Prisma.join(where, ' AND ')}
    GROUP BY 1, 2`
}

const ofOrigin = (name: 'referrer' | 'source' | 'campaign') => Prisma.sql`coalesce(o."origin"->>${name}, ${UNCOUNTED})`

const ORDER_COLUMNS: Record<VisitGroup, Prisma.Sql> = {
  day: Prisma.sql`to_char(o."createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
  locale: Prisma.sql`o."locale"`,
  currency: Prisma.sql`o."currency"`,
  referrer: ofOrigin('referrer'),
  source: ofOrigin('source'),
  campaign: ofOrigin('campaign'),
}

/**
 * Counts the orders of the days of a range that were paid, and of which an eSIM was delivered, by the day they were made.
 * Top-ups and orders by staff come from no visit of the catalogue: they do not count.
 */
export function sumOrders(filter: VisitFilter, range: FinanceRange, mode: string): Promise<KeyedCount[]> {
  const end = new Date(Date.parse(`${range.to}T00:00:00Z`) + 86_400_000)
  const where = [
    Prisma.sql`o."mode" = ${mode} AND o."createdAt" >= ${new Date(`${range.from}T00:00:00Z`)} AND o."createdAt" < ${end}`,
    Prisma.sql`o."scope" LIKE 'quote:%' AND l."kind" = 'PURCHASE'`,
    ...narrowed(filter, ORDER_COLUMNS),
  ]

  return db().$queryRaw<KeyedCount[]>`
    SELECT "key", "step", count(*)::int AS "count" FROM (
      SELECT ${ORDER_COLUMNS[filter.by]} AS "key", bool_or(l."readyAt" IS NOT NULL) AS "isPaid",
        bool_or(l."deliveredAt" IS NOT NULL) AS "isDelivered"
      FROM "Order" o JOIN "Line" l ON l."orderId" = o."id"
      WHERE ${Prisma.join(where, ' AND ')}
      GROUP BY o."id"
    ) "orders", LATERAL (VALUES ('paid', "isPaid"), ('delivered', "isDelivered")) AS "reached" ("step", "is")
    WHERE "is" GROUP BY 1, 2`
}

function narrowed(filter: VisitFilter, columns: Record<VisitGroup, Prisma.Sql>): Prisma.Sql[] {
  return (['locale', 'currency', 'referrer', 'source', 'campaign'] as const).flatMap((name) =>
    filter[name] === null ? [] : [Prisma.sql`${columns[name]} = ${filter[name]}`],
  )
}

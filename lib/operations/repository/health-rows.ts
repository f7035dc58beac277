import 'server-only'
import { db } from '#lib/core/repository/client.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'

/** Which rows are wanted: behind one that was shown, or since a moment. */
type RowFilter = { after: { at: Date; id: string } | null; limit: number }

/** A row with the order that it belongs to. */
export type ListedHealthRow = {
  id: string
  at: Date
  name: string
  about: string | null
  orderId: string | null
  number: string | null
}

/** Reads a page of the sessions that ended early since a moment, newest first. */
export async function listEarlyEnds({ since, after, limit }: RowFilter & { since: Date }): Promise<ListedHealthRow[]> {
  return db().$queryRaw<ListedHealthRow[]>`
    SELECT "id"::text, "at", "epoch"::text AS "name", NULL AS "about", NULL AS "orderId", NULL AS "number"
    FROM "EarlyExpiry" WHERE "at" > ${since}
      ${after ? Prisma.sql`AND ("at", "id") < (${after.at}, ${after.id}::bigint)` : Prisma.empty}
    ORDER BY "at" DESC, "id" DESC LIMIT ${limit}`
}

// As the partial indexes have them.
const STATES = { RECEIVED: Prisma.sql`'RECEIVED'`, UNMATCHED: Prisma.sql`'UNMATCHED'` }

/** Reads a page of what payment providers said and nothing was made of, the longest waiting first. */
export async function listProviderEvents({
  state,
  after,
  limit,
}: RowFilter & { state: keyof typeof STATES }): Promise<ListedHealthRow[]> {
  return db().$queryRaw<ListedHealthRow[]>`
    SELECT e."id", e."receivedAt" AS "at", e."provider" || ' ' || e."kind" AS "name", e."objectId" AS "about",
      p."orderId", o."number"
    FROM (
      SELECT * FROM "ProviderEvent" WHERE "state" = ${STATES[state]}
        ${after ? Prisma.sql`AND ("receivedAt", "id") > (${after.at}, ${after.id})` : Prisma.empty}
      ORDER BY "receivedAt", "id" LIMIT ${limit}
    ) AS e
    LEFT JOIN LATERAL (
      SELECT "orderId" FROM "Payment"
      WHERE "provider" = e."provider" AND (e."objectId" = "objectId" OR e."objectId" = "sessionId") LIMIT 1
    ) AS p ON true
    LEFT JOIN "Order" o ON o."id" = p."orderId"
    ORDER BY e."receivedAt", e."id"`
}

/** Reads a page of the orders whose use is watched, the one that is asked about next first. */
export async function listWatched({ after, limit }: RowFilter): Promise<ListedHealthRow[]> {
  return usageRows(Prisma.sql`
    SELECT "orderNum", "dueAt" AS "at" FROM "UsageWatch" WHERE "dueAt" IS NOT NULL
      ${after ? Prisma.sql`AND ("dueAt", "orderNum") > (${after.at}, ${after.id})` : Prisma.empty}
    ORDER BY "dueAt", "orderNum" LIMIT ${limit}`)
}

/** Reads a page of the orders whose use was asked about since a moment, the first one first. */
export async function listAsked({ since, after, limit }: RowFilter & { since: Date }): Promise<ListedHealthRow[]> {
  return usageRows(Prisma.sql`
    SELECT "orderNum", "askedAt" AS "at" FROM "UsageWatch" WHERE "askedAt" >= ${since}
      ${after ? Prisma.sql`AND ("askedAt", "orderNum") > (${after.at}, ${after.id})` : Prisma.empty}
    ORDER BY "askedAt", "orderNum" LIMIT ${limit}`)
}

function usageRows(page: Prisma.Sql): Promise<ListedHealthRow[]> {
  return db().$queryRaw<ListedHealthRow[]>`
    SELECT w."orderNum" AS "id", w."at", w."orderNum" AS "name", NULL AS "about", l."orderId", o."number"
    FROM (${page}) AS w
    LEFT JOIN "UpstreamOrder" u ON u."orderNum" = w."orderNum"
    LEFT JOIN "Line" l ON l."id" = u."lineId" LEFT JOIN "Order" o ON o."id" = l."orderId"
    ORDER BY w."at", w."orderNum"`
}

import 'server-only'
import { db } from '#lib/core/repository/client.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import { ENDED_STATES } from '#lib/orders/rules/item-states.ts'

const BATCH = 500
// An eSIM that nobody installed, and whose last day for it was never told, may still be installed for so long.
const UNUSED_DAYS = 365
// The longest plan on sale, for a plan that does not say how long it lasts.
const LONGEST_PLAN_DAYS = 365

/**
 * Cards with a code whose last plan ended before an instant. The end is what the network told; of a plan whose end it
 * never told, the last day on which it can end: begun on the last possible day, and run in full.
 *
 * An eSIM that is being topped up is in use, whatever its dates say.
 */
function endedBefore(before: Date): Prisma.Sql {
  const ended = Prisma.join([...ENDED_STATES])

  return Prisma.sql`
    FROM "Card" c JOIN "Line" own ON own."id" = c."lineId"
    WHERE c."sealedCode" IS NOT NULL AND c."createdAt" < ${before} AND own."state"::text IN (${ended})
      AND NOT EXISTS (SELECT 1 FROM "Line" t WHERE t."cardId" = c."id" AND t."state"::text NOT IN (${ended}))
      AND ${before} > (
        SELECT max(coalesce(
          (SELECT max(r."endsAt") FROM "UsageReading" r JOIN "UpstreamOrder" o ON o."orderNum" = r."orderNum"
            WHERE r."cardId" = c."id" AND o."lineId" = p."id"),
          greatest(
            CASE WHEN p."id" = own."id" THEN c."activateBefore"::timestamptz END,
            CASE WHEN p."id" <> own."id" OR c."activateBefore" IS NULL
              THEN p."createdAt" + ${UNUSED_DAYS} * interval '1 day' END,
            q."startDate"::timestamptz
          ) + coalesce(q."days", (q."snapshot" -> 'term' ->> 'days')::int, ${LONGEST_PLAN_DAYS}) * interval '1 day'
        ))
        FROM "Line" p JOIN "Quote" q ON q."id" = p."quoteId"
        WHERE p."id" = own."id" OR (p."cardId" = c."id" AND p."state" = 'DELIVERED')
      )`
}

/** Counts the codes of eSIMs whose last plan ended before an instant. */
export async function countOldCodes(before: Date): Promise<number> {
  const [row] = await db().$queryRaw<{ count: number }[]>`SELECT count(*)::int AS "count" ${endedBefore(before)}`

  return row?.count ?? 0
}

/** Deletes the codes of eSIMs whose last plan ended before an instant. The eSIMs stay, and say that it is gone. */
export async function removeOldCodes(before: Date): Promise<{ count: number }> {
  let count = 0
  for (let removed = BATCH; removed === BATCH; count += removed) {
    removed = await db().$executeRaw`
      UPDATE "Card" SET "sealedCode" = NULL, "codeRemovedAt" = clock_timestamp()
      WHERE "id" IN (SELECT c."id" ${endedBefore(before)} LIMIT ${BATCH})`
  }

  return { count }
}

import 'server-only'
import { db } from '#lib/core/repository/client.ts'

/** How long the longest waiting paid line of this mode has waited for its eSIM, in milliseconds; `null` for none. */
export async function findLongestWaitMs(mode: string): Promise<number | null> {
  const [row] = await db().$queryRaw<{ waitMs: number | null }[]>`
    SELECT (extract(epoch FROM clock_timestamp() - min(l."readyAt")) * 1000)::float8 AS "waitMs"
    FROM "Line" l
    JOIN "Order" o ON o."id" = l."orderId" AND o."mode" = ${mode}
    WHERE l."state" IN ('READY', 'PLACING', 'UNKNOWN', 'PLACED', 'CAPTURING', 'FETCHING', 'DELIVERABLE')`

  return row?.waitMs ?? null
}

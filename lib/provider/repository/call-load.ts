import 'server-only'
import { db } from '#lib/core/repository/client.ts'

type CallLoad = {
  since: Date
  calls: number
  lastAt: Date | null
  catalogueCalls: number
  destinations: number
  watched: number
  asked: number
}

/** Reads what was asked of the provider since midnight (UTC), and what there is to ask about. */
export async function readCallLoad(): Promise<CallLoad> {
  const [row] = await db().$queryRaw<[CallLoad]>`
    WITH today AS (SELECT date_trunc('day', clock_timestamp() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' AS "since")
    SELECT "since",
      (SELECT count(*)::int FROM "CallLog" WHERE "at" >= "since") AS "calls",
      (SELECT "at" FROM "CallLog" ORDER BY "at" DESC LIMIT 1) AS "lastAt",
      (SELECT coalesce(sum("calls"), 0)::int FROM "SyncRun" WHERE "startedAt" >= "since") AS "catalogueCalls",
      (SELECT count(*)::int FROM "Sku" WHERE "vanishedAt" IS NULL AND "partnerId" IS NULL) AS "destinations",
      (SELECT count(*)::int FROM "UsageWatch" WHERE "dueAt" IS NOT NULL) AS "watched",
      (SELECT count(*)::int FROM "UsageWatch" WHERE "askedAt" >= "since") AS "asked"
    FROM today`

  return row
}

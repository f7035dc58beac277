import 'server-only'
import { db } from '#lib/core/repository/client.ts'
import type { ClockState } from '#lib/operations/rules/admin-jobs.ts'

/** A job of the clock with its last run; `at` is when that ended, or began where it has not. */
export type StoredClockJob = {
  name: string
  cron: string
  state: ClockState | null
  at: Date | null
  cause: string | null
}

/** Lists the jobs of the clock by name. None before a worker has started for the first time. */
export async function listClockJobs(): Promise<StoredClockJob[]> {
  const [known] = await db().$queryRaw<{ is: boolean }[]>`SELECT to_regclass('pgboss.schedule') IS NOT NULL AS "is"`
  if (!known?.is) return []

  return db().$queryRaw<StoredClockJob[]>`
    SELECT s."name", s."cron", j."state"::text AS "state", j."at", left(j."cause", 200) AS "cause"
    FROM "pgboss"."schedule" s LEFT JOIN LATERAL (
      SELECT r."state", coalesce(r."completed_on", r."started_on") AS "at", r."output" ->> 'message' AS "cause"
      FROM "pgboss"."job" r WHERE r."name" = s."name" AND r."started_on" IS NOT NULL
      ORDER BY r."started_on" DESC LIMIT 1) j ON true
    ORDER BY s."name"`
}

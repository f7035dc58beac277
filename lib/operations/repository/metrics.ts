import 'server-only'
import { db } from '#lib/core/repository/client.ts'
import { DUE_WORK, GIVEN_UP_MAIL } from '#lib/core/repository/jobs.ts'
import { WORKER_SILENCE_MS } from '#lib/operations/repository/admin-health.ts'

/** One number under one name, told apart by a word of ours. */
export type MetricRow = { metric: string; label: string; value: number }

/** How many lines stand in each state, and how long the oldest that are not clear have waited. */
export async function readItemMetrics(): Promise<MetricRow[]> {
  return db().$queryRaw`
    SELECT 'lines' AS "metric", "state"::text AS "label", count(*)::float8 AS "value" FROM "Line" GROUP BY "state"
    UNION ALL
    SELECT 'lines_oldest_seconds', "state"::text,
      extract(epoch FROM statement_timestamp() - min(
        CASE WHEN "state" = 'UNKNOWN' THEN coalesce("unknownSince", "updatedAt") ELSE "updatedAt" END))::float8
    FROM "Line" WHERE "state" IN ('UNKNOWN', 'HELD', 'REFUND_DUE', 'REFUNDING') GROUP BY "state"
    UNION ALL
    SELECT 'delivery_seconds', "q"::text,
      percentile_cont("q") WITHIN GROUP (ORDER BY extract(epoch FROM l."deliveredAt" - l."readyAt"))::float8
    FROM "Line" l, unnest(ARRAY[0.5, 0.95]) AS "q"
    WHERE l."deliveredAt" > statement_timestamp() - interval '1 hour' AND l."readyAt" IS NOT NULL GROUP BY "q"`
}

/** What is due for the worker, and for how long. */
export async function readWorkMetrics(): Promise<MetricRow[]> {
  return db().$queryRaw`
    WITH work AS (${DUE_WORK}), kinds AS (SELECT unnest(ARRAY['lines', 'payments', 'refunds', 'returns', 'mails']) AS "kind")
    SELECT 'due_rows' AS "metric", k."kind" AS "label", count(w."at")::float8 AS "value"
    FROM kinds k LEFT JOIN work w USING ("kind") GROUP BY k."kind"
    UNION ALL
    SELECT 'due_oldest_seconds', k."kind", coalesce(extract(epoch FROM statement_timestamp() - min(w."at")), 0)::float8
    FROM kinds k LEFT JOIN work w USING ("kind") GROUP BY k."kind"
    UNION ALL SELECT 'mails_given_up', '', count(*)::float8 FROM "Outbox" WHERE ${GIVEN_UP_MAIL}
    UNION ALL SELECT 'workers', '', count(*)::float8 FROM "Heartbeat"
      WHERE "kind" = 'runner' AND "at" > statement_timestamp() - ${WORKER_SILENCE_MS} * interval '1 millisecond'
    UNION ALL SELECT 'webhooks_waiting', '', count(*)::float8 FROM "ProviderEvent" WHERE "state" = 'RECEIVED'
    UNION ALL SELECT 'webhook_lag_seconds', '', coalesce(max(extract(epoch FROM
        coalesce("appliedAt", CASE WHEN "state" = 'RECEIVED' THEN statement_timestamp() END) - "receivedAt")), 0)::float8
      FROM "ProviderEvent" WHERE "receivedAt" > statement_timestamp() - interval '1 hour'
    UNION ALL SELECT 'differences_open', "kind", count(*)::float8 FROM "Break" WHERE "closedAt" IS NULL GROUP BY "kind"
    UNION ALL SELECT 'alarms_open', "kind", count(*)::float8 FROM "Alarm" WHERE "closedAt" IS NULL GROUP BY "kind"
    UNION ALL SELECT 'catalogue_age_seconds', '', extract(epoch FROM statement_timestamp() - max("finishedAt"))::float8
      FROM "SyncRun" WHERE "state" = 'finished' AND ("done" > 0 OR "total" = 0) HAVING max("finishedAt") IS NOT NULL`
}

/** How the provider answers: calls and delays of the last five minutes, breakers, and the shared session. */
export async function readProviderMetrics(): Promise<(MetricRow & { endpoint: string })[]> {
  return db().$queryRaw`
    WITH recent AS (SELECT * FROM "CallLog" WHERE "at" > statement_timestamp() - interval '5 minutes')
    SELECT 'upstream_calls' AS "metric", "endpoint", "class" AS "label", count(*)::float8 AS "value"
    FROM recent GROUP BY "endpoint", "class"
    UNION ALL
    SELECT 'upstream_seconds', "endpoint", "q"::text,
      (percentile_cont("q") WITHIN GROUP (ORDER BY "latencyMs") / 1000)::float8
    FROM recent, unnest(ARRAY[0.5, 0.95]) AS "q" GROUP BY "endpoint", "q"
    UNION ALL
    SELECT 'attempts', '', lower("state"::text), count(*)::float8 FROM "Attempt"
    WHERE "preparedAt" > statement_timestamp() - interval '1 day' GROUP BY "state"
    UNION ALL
    SELECT 'breaker_open', '', k."key", count(b."key")::float8
    FROM unnest(ARRAY['reads', 'placements']) AS k("key")
      LEFT JOIN "Breaker" b ON b."key" = k."key" AND b."state" = 'open' GROUP BY k."key"
    UNION ALL
    SELECT 'session_logins', '', '', count(*)::float8 FROM "CallLog"
    WHERE "endpoint" = 'logIn' AND "at" > statement_timestamp() - interval '1 day'
    UNION ALL
    SELECT 'session_early_ends', '', '', count(*)::float8 FROM "EarlyExpiry" WHERE "at" > statement_timestamp() - interval '1 day'
    UNION ALL
    SELECT 'session_failures', '', '', "failures"::float8 FROM "UpstreamSession" WHERE "id" = 'main'`
}

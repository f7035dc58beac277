import 'server-only'
import { db } from '#lib/core/repository/client.ts'

/** How each endpoint answered since a moment: good calls by their delay. */
export async function readEndpoints(since: Date) {
  return db().$queryRaw<
    { endpoint: string; calls: number; medianMs: number | null; slowMs: number | null; lastGoodAt: Date | null }[]
  >`
    SELECT c."endpoint", count(*)::int AS "calls",
      percentile_cont(0.5) WITHIN GROUP (ORDER BY c."latencyMs") FILTER (WHERE c."class" = 'ok')::float8 AS "medianMs",
      percentile_cont(0.95) WITHIN GROUP (ORDER BY c."latencyMs") FILTER (WHERE c."class" = 'ok')::float8 AS "slowMs",
      (SELECT g."at" FROM "CallLog" g WHERE g."endpoint" = c."endpoint" AND g."class" = 'ok'
        ORDER BY g."at" DESC LIMIT 1) AS "lastGoodAt"
    FROM "CallLog" c WHERE c."at" > ${since} GROUP BY c."endpoint" ORDER BY c."endpoint"`
}

/** How often each endpoint answered anything but success since a moment. */
export async function readOtherAnswers(since: Date) {
  return db().$queryRaw<{ endpoint: string; class: string; code: number | null; count: number }[]>`
    SELECT "endpoint", "class", "code", count(*)::int AS "count" FROM "CallLog"
    WHERE "at" > ${since} AND "class" <> 'ok' GROUP BY 1, 2, 3 ORDER BY 4 DESC`
}

/** Reads the shared session without its token. */
export async function readSession() {
  const [row] = await db().$queryRaw<
    {
      hasToken: boolean
      issuedAt: Date | null
      expiresAt: Date | null
      lastLoginAt: Date | null
      failures: number
      lastCode: number | null
      lastError: string | null
      nextTryAt: Date | null
    }[]
  >`
    SELECT "sealedToken" IS NOT NULL AS "hasToken", "issuedAt", "expiresAt", "lastLoginAt", "failures", "lastCode",
      "lastError", "nextTryAt"
    FROM "UpstreamSession" WHERE "id" = 'main'`

  return row ?? null
}

/** Counts the sessions that died before their time since a moment. */
export async function countEarlyEnds(since: Date): Promise<number> {
  return db().earlyExpiry.count({ where: { at: { gt: since } } })
}

/** Reads both breakers; a breaker without a row was never needed. */
export async function listBreakers() {
  return db().breaker.findMany({
    orderBy: { key: 'asc' },
    select: { key: true, state: true, openedAt: true, nextProbeAt: true },
  })
}

const WORKER_SILENCE_MS = 60_000

/**
 * Reads which processes gave a sign of life in the last hour, and which fell silent in the last day without another one of
 * their kind having started since: one that was replaced has nothing more to say.
 */
export async function listWorkers() {
  return db().$queryRaw<{ id: string; kind: string; startedAt: Date; at: Date; isAlive: boolean }[]>`
    SELECT "id", "kind", "startedAt", "at",
      "at" > clock_timestamp() - ${WORKER_SILENCE_MS} * interval '1 millisecond' AS "isAlive"
    FROM "Heartbeat" h WHERE "at" > clock_timestamp() - interval '1 day'
      AND ("at" > clock_timestamp() - interval '1 hour'
        OR NOT EXISTS (SELECT 1 FROM "Heartbeat" n WHERE n."kind" = h."kind" AND n."startedAt" > h."at"))
    ORDER BY "at" DESC LIMIT 20`
}

/** Counts what is due and what is planned, per kind of work. What a worker holds right now is neither. */
export async function readQueues() {
  return db().$queryRaw<{ kind: string; due: number; oldestAt: Date | null; later: number }[]>`
    SELECT "kind", count(*) FILTER (WHERE "at" <= now())::int AS "due",
      min("at") FILTER (WHERE "at" <= now()) AS "oldestAt", count(*) FILTER (WHERE "at" > now())::int AS "later"
    FROM (
      SELECT 'lines' AS "kind", "nextActionAt" AS "at", "leaseUntil" FROM "Line" WHERE "nextActionAt" IS NOT NULL
      UNION ALL SELECT 'payments', "nextActionAt", "leaseUntil" FROM "Payment" WHERE "nextActionAt" IS NOT NULL
      UNION ALL SELECT 'refunds', "nextActionAt", "leaseUntil" FROM "Refund" WHERE "nextActionAt" IS NOT NULL
      UNION ALL SELECT 'cancellations', "nextActionAt", "leaseUntil" FROM "CancelAttempt" WHERE "nextActionAt" IS NOT NULL
    ) AS "work" WHERE "leaseUntil" IS NULL OR "leaseUntil" < statement_timestamp() GROUP BY "kind"`
}

/** Counts waiting and given-up mails. What a worker holds right now waits no longer. */
export async function readOutbox() {
  const [row] = await db().$queryRaw<{ due: number; givenUp: number; lastSentAt: Date | null }[]>`
    SELECT (SELECT count(*)::int FROM "Outbox" WHERE "nextActionAt" <= now()
        AND ("leaseUntil" IS NULL OR "leaseUntil" < statement_timestamp())) AS "due",
      (SELECT count(*)::int FROM "Outbox" WHERE "state" = 'GIVEN_UP') AS "givenUp",
      (SELECT max("sentAt") FROM "Outbox" WHERE "sentAt" IS NOT NULL) AS "lastSentAt"`

  return row ?? { due: 0, givenUp: 0, lastSentAt: null }
}

type DatabaseRow = {
  version: string
  now: Date
  megabytes: number
  backupAt: Date | null
  migrations: number
  failedMigrations: number
}

/** Reads what the database says about itself, and when a backup of it was last made. */
export async function readDatabase() {
  const [row] = await db().$queryRaw<DatabaseRow[]>`
    SELECT current_setting('server_version') AS "version", clock_timestamp() AS "now",
      (pg_database_size(current_database()) / 1000000)::int AS "megabytes",
      (SELECT "updatedAt" FROM "Setting" WHERE "key" = 'backup.made') AS "backupAt",
      (SELECT count(*)::int FROM "_prisma_migrations" WHERE "finished_at" IS NOT NULL) AS "migrations",
      (SELECT count(*)::int FROM "_prisma_migrations" WHERE "finished_at" IS NULL AND "rolled_back_at" IS NULL)
        AS "failedMigrations"`

  return row ?? { version: '', now: new Date(), megabytes: 0, backupAt: null, migrations: 0, failedMigrations: 0 }
}

/** Reads when a payment was last begun that brought money, and what payment providers said that nobody has acted upon. */
export async function readPayments() {
  const [row] = await db().$queryRaw<
    { lastAt: Date | null; waiting: number; oldestAt: Date | null; unmatched: number }[]
  >`
    SELECT (SELECT "createdAt" FROM "Payment" WHERE "state" = 'CAPTURED' ORDER BY "createdAt" DESC LIMIT 1) AS "lastAt",
      (SELECT count(*)::int FROM "ProviderEvent" WHERE "state" = 'RECEIVED') AS "waiting",
      (SELECT min("receivedAt") FROM "ProviderEvent" WHERE "state" = 'RECEIVED') AS "oldestAt",
      (SELECT count(*)::int FROM "ProviderEvent" WHERE "state" = 'UNMATCHED') AS "unmatched"`

  return row ?? { lastAt: null, waiting: 0, oldestAt: null, unmatched: 0 }
}

/** Counts the calls since a moment, and when an order call last succeeded. */
export async function readCallFigures(since: Date): Promise<{ calls: number; lastGoodOrderAt: Date | null }> {
  const [row] = await db().$queryRaw<{ calls: number; lastGoodOrderAt: Date | null }[]>`
    SELECT (SELECT count(*)::int FROM "CallLog" WHERE "at" > ${since}) AS "calls",
      (SELECT "at" FROM "CallLog" WHERE "endpoint" = ${ORDER_ENDPOINT} AND "class" = 'ok' ORDER BY "at" DESC LIMIT 1)
        AS "lastGoodOrderAt"`

  return row ?? { calls: 0, lastGoodOrderAt: null }
}

const ORDER_ENDPOINT = 'placeOrder'

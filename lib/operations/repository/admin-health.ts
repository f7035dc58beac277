import 'server-only'
import { statfs } from 'node:fs/promises'
import { embeddedDatabase } from '#lib/core/env.ts'
import { db } from '#lib/core/repository/client.ts'
import { FAILED_MAIL } from '#lib/core/repository/jobs.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import type { ClockState } from '#lib/operations/rules/admin-audit.ts'

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

/** A worker without a sign of life for this long counts as silent. */
export const WORKER_SILENCE_MS = 60_000

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

/** Counts waiting and failing mails. What a worker holds right now waits no longer. */
export async function readOutbox() {
  const [row] = await db().$queryRaw<{ due: number; failed: number; lastSentAt: Date | null }[]>`
    SELECT (SELECT count(*)::int FROM "Outbox" WHERE "nextActionAt" <= now()
        AND ("leaseUntil" IS NULL OR "leaseUntil" < statement_timestamp())) AS "due",
      (SELECT count(*)::int FROM "Outbox" WHERE ${FAILED_MAIL}) AS "failed",
      (SELECT max("sentAt") FROM "Outbox" WHERE "sentAt" IS NOT NULL) AS "lastSentAt"`

  return row ?? { due: 0, failed: 0, lastSentAt: null }
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
export async function readCallMetrics(since: Date): Promise<{ calls: number; lastGoodOrderAt: Date | null }> {
  const [row] = await db().$queryRaw<{ calls: number; lastGoodOrderAt: Date | null }[]>`
    SELECT (SELECT count(*)::int FROM "CallLog" WHERE "at" > ${since}) AS "calls",
      (SELECT "at" FROM "CallLog" WHERE "endpoint" = ${ORDER_ENDPOINT} AND "class" = 'ok' ORDER BY "at" DESC LIMIT 1)
        AS "lastGoodOrderAt"`

  return row ?? { calls: 0, lastGoodOrderAt: null }
}

const ORDER_ENDPOINT = 'placeOrder'

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
      ${after && /^\d{1,18}$/.test(after.id) ? Prisma.sql`AND ("at", "id") < (${after.at}, ${after.id}::bigint)` : Prisma.empty}
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
export async function listRequested({ since, after, limit }: RowFilter & { since: Date }): Promise<ListedHealthRow[]> {
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

const MEGABYTE = 1_000_000

/** Reads the volume of the embedded database. `null` with a server of the operator's own: nobody here sees its disk. */
export async function readFreeDisk(): Promise<{ freeMb: number; totalMb: number } | null> {
  const directory = embeddedDatabase()
  if (directory === null) return null
  try {
    const { bavail, blocks, bsize } = await statfs(directory)

    return { freeMb: Math.floor((bavail * bsize) / MEGABYTE), totalMb: Math.floor((blocks * bsize) / MEGABYTE) }
  } catch {
    // A directory that cannot be read says nothing about its volume.
    return null
  }
}

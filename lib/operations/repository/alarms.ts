import 'server-only'
import { env } from '#lib/core/env.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { DUE_WORK, SUBJECT_GONE } from '#lib/core/repository/jobs.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { findProviderFloor, isProviderShort } from '#lib/finance/repository/provider-ledger.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import { ALARM_MAIL_KINDS, type AlarmMailKind } from '#lib/mail/rules/mail-kinds.ts'
import { type AlarmCondition, toAlarmKind } from '#lib/operations/rules/alarms.ts'
import { countStoppedCurrencies, isCostRateOld } from '#lib/pricing/repository/rate-fetches.ts'

/** An alarm as it is stored. */
export type AlarmRow = Prisma.AlarmGetPayload<object>

/** Reads the alarms that stand open, the oldest first. */
export async function listOpenAlarms(): Promise<AlarmRow[]> {
  return db().alarm.findMany({ where: { closedAt: null }, orderBy: { openedAt: 'asc' } })
}

/** Reads an alarm, open or over. */
export async function findAlarm(id: string): Promise<AlarmRow | null> {
  return db().alarm.findUnique({ where: { id } })
}

/** Opens an alarm. `null` when one of its kind stands open, or somebody else opens it at this moment. */
export async function openAlarm({ kind, count, since }: AlarmCondition, now: Date, tx: Tx): Promise<string | null> {
  const id = newId('alm')
  const at = { since: since ?? now, openedAt: now, seenAt: now, toldAt: now }
  const { count: opened } = await tx.alarm.createMany({ data: [{ id, kind, count, ...at }], skipDuplicates: true })

  return opened === 1 ? id : null
}

/** Notes that an alarm still stands, and how many things it is about now. */
export async function keepAlarm(id: string, { count, now }: { count: number; now: Date }): Promise<void> {
  await db().alarm.updateMany({ where: { id, closedAt: null }, data: { count, seenAt: now } })
}

/** Notes that people are told again. `false` when somebody else does, or it is over. */
export async function noteTold({ id, toldAt }: AlarmRow, now: Date, tx: Tx): Promise<boolean> {
  const { count } = await tx.alarm.updateMany({ where: { id, toldAt, closedAt: null }, data: { toldAt: now } })

  return count === 1
}

/** Closes an alarm of which nothing was seen since it was read. `false` when somebody else closed it, or sees it again. */
export async function closeAlarm({ id, seenAt }: AlarmRow, now: Date, tx: Tx): Promise<boolean> {
  const { count } = await tx.alarm.updateMany({ where: { id, seenAt, closedAt: null }, data: { closedAt: now } })

  return count === 1
}

/** Queues a mail about an alarm for each of these: an id of staff, or `''` for the address of the settings. */
export async function queueAlarmMails(kind: AlarmMailKind, alarm: { id: string; to: string[]; at: Date }, tx: Tx) {
  const { id: subject, to, at } = alarm
  const data = to.map((staffId) => ({
    id: newId('out'),
    kind,
    dedupeKey: `${kind}:${subject}:${at.getTime()}:${staffId}`,
    payload: { subject, staffId },
    // The epoch as due date: a host clock that runs ahead must not delay a mail.
    nextActionAt: new Date(0),
  }))
  await tx.outbox.createMany({ data, skipDuplicates: true })
}

/** Takes back what has not left about an alarm. Returns who has therefore never heard of it. */
export async function dropAlarmMails(id: string, tx: Tx): Promise<string[]> {
  const waiting = await tx.outbox.findMany({
    where: {
      state: 'DUE',
      leaseOwner: null,
      kind: { in: [...ALARM_MAIL_KINDS] },
      payload: { path: ['subject'], equals: id },
    },
    select: { id: true, kind: true, payload: true },
  })
  const dropped = await tx.outbox.deleteMany({
    where: { id: { in: waiting.map((mail) => mail.id) }, state: 'DUE', leaseOwner: null },
  })
  if (dropped.count < waiting.length) return []

  return waiting.flatMap(({ kind, payload }) =>
    kind === 'alarm_opened' ? [String((payload as { staffId?: unknown }).staffId ?? '')] : [],
  )
}

/** Mails about alarms that are due, for a worker that sends nothing else at the moment. */
export async function listDueAlarmMails(): Promise<string[]> {
  const rows = await db().outbox.findMany({
    where: { state: 'DUE', nextActionAt: { lte: new Date() }, kind: { in: [...ALARM_MAIL_KINDS] } },
    select: { id: true },
  })

  return rows.map(({ id }) => id)
}

type Row = { kind: string; count: number; since: Date | null }

/** Reads what every kind of alarm is judged by. Kinds without a row have nothing to tell. */
export async function readAlarmConditions(mode: string): Promise<AlarmCondition[]> {
  const [work, orders, network, people, duties, isShort, stopped, isOld] = await Promise.all([
    readWork(),
    readOrders(mode),
    readNetwork(),
    readPeople(),
    readDuties(),
    findProviderFloor().then((floor) => isProviderShort(floor)),
    countStoppedCurrencies(),
    isCostRateOld(),
  ])
  const supplier: Row = { kind: 'supplier_low', count: isShort ? 1 : 0, since: null }

  const rates: Row = { kind: 'rate_old', count: stopped, since: null }
  const costRate: Row = { kind: 'cost_rate_old', count: isOld ? 1 : 0, since: null }

  return [...work, ...orders, ...network, ...people, ...duties, supplier, rates, costRate].flatMap((row) => {
    const kind = toAlarmKind(row.kind)

    return kind === null || row.count === 0 ? [] : [{ ...row, kind }]
  })
}

/** What is due and not done, mails that were given up, what happens by the clock, and the last backup. */
function readWork(): Promise<Row[]> {
  const hours = Number(env.BACKUP_EVERY_HOURS ?? 0) || 0

  return db().$queryRaw`
    SELECT 'work_late' AS "kind", count(*)::int AS "count", min("at") AS "since" FROM (
      SELECT "at" FROM (${DUE_WORK}) rows
      -- What staff planned for a moment, and what consumers declared: each pass tries it again.
      UNION ALL SELECT "dueAt" FROM "PriceRevision" WHERE "state" = 'scheduled' AND "dueAt" <= statement_timestamp()
      UNION ALL SELECT "dueAt" FROM "GuideText" WHERE "dueAt" <= statement_timestamp()
      UNION ALL SELECT "confirmedAt" FROM "Withdrawal"
        WHERE "confirmedAt" IS NOT NULL AND "actedAt" IS NULL AND "orderId" IS NOT NULL
    ) work
    UNION ALL
    SELECT 'event_late', count(*)::int, min("receivedAt") FROM "ProviderEvent" WHERE "state" = 'RECEIVED'
    UNION ALL
    -- Neither what had become pointless by the time it was written, nor an alarm itself. What its server kept waiting for
    -- hours is told while it waits, and whatever was given up for a day after that, however long before it was queued.
    SELECT 'mail_failed', count(*)::int, min("createdAt") FROM "Outbox"
    WHERE ("state" = 'DUE' AND "tries" > 6 OR "state" = 'GIVEN_UP'
        AND coalesce("endedAt", "createdAt") > statement_timestamp() - interval '1 day')
      AND "lastError" IS DISTINCT FROM ${SUBJECT_GONE} AND "kind" NOT LIKE 'alarm%'
    UNION ALL
    -- Where the clock makes them, a store without one counts from its own beginning, and one a week is no old one.
    SELECT 'backup_old', count(*)::int, max("at") FROM (
      SELECT "updatedAt" AS "at" FROM "Setting" WHERE "key" = 'backup.made'
      UNION ALL
      SELECT min("finished_at") FROM "_prisma_migrations"
      WHERE ${hours > 0}::boolean AND NOT EXISTS (SELECT 1 FROM "Setting" WHERE "key" = 'backup.made')
    ) backup WHERE "at" <= statement_timestamp() - ${hours > 24 ? 2 * hours : 0}::float8 * interval '1 hour'
    UNION ALL
    -- A comparison that could not read a list found nothing in it, and says so nowhere else.
    SELECT 'not_compared', count(*)::int, coalesce(max("finishedAt") FILTER (WHERE "state" = 'finished'), min("askedAt"))
    FROM "ReconciliationRun"
    UNION ALL
    SELECT 'recovery', count(*)::int, min("updatedAt") FROM "Setting" WHERE "key" = 'recovery'
    UNION ALL
    SELECT 'till_closed', count(*)::int, min("updatedAt") FROM "Setting" WHERE "key" = 'till.closed'`
}

/** Orders that do not get on, money that did not go back or is lost, and what differs from the books of others. */
function readOrders(mode: string): Promise<Row[]> {
  return db().$queryRaw`
    SELECT 'order_late' AS "kind", count(*)::int AS "count", min(l."readyAt") AS "since"
    FROM "Line" l JOIN "Order" o ON o."id" = l."orderId" AND o."mode" = ${mode}
    WHERE l."state" IN ('READY', 'PLACING', 'PLACED', 'CAPTURING', 'FETCHING', 'DELIVERABLE')
      AND l."readyAt" < statement_timestamp() - interval '10 minutes'
    UNION ALL
    SELECT 'order_unclear', count(*)::int, min(coalesce("unknownSince", "updatedAt")) FROM "Line"
    WHERE "state" = 'UNKNOWN'
    UNION ALL
    SELECT 'order_held', count(*)::int, min("updatedAt") FROM "Line" WHERE "state" = 'HELD'
    UNION ALL
    SELECT 'refund_refused', count(*)::int, min("openedAt") FROM "Break"
    WHERE "kind" = 'refund_refused' AND "closedAt" IS NULL
    UNION ALL
    SELECT 'loss_booked', count(*)::int, min("at") FROM "LossEntry"
    WHERE "at" > statement_timestamp() - interval '1 day' AND "mode" = ${mode}
    UNION ALL
    SELECT CASE WHEN "kind" = 'lookup_lost' THEN "kind" ELSE 'differences' END, count(*)::int, min("openedAt")
    FROM "Break" WHERE "closedAt" IS NULL AND "kind" NOT IN ('refund_refused', 'foreign_login', 'placements_refused')
    GROUP BY 1`
}

/** How the way to the network is: breakers, the shared session, who else uses the account, the age of the catalogue. */
function readNetwork(): Promise<Row[]> {
  return db().$queryRaw`
    SELECT 'network_down' AS "kind", count(*)::int AS "count", min("openedAt") AS "since" FROM "Breaker"
    WHERE "state" = 'open'
    UNION ALL
    -- A refusal is a fault at once; silence may pass, and its breaker tells of it.
    SELECT 'network_login', "failures", NULL FROM "UpstreamSession"
    WHERE "id" = 'main' AND "failures" > 0 AND ("lastCode" IS NOT NULL OR "failures" > 2)
    UNION ALL
    SELECT 'foreign_login', count(*)::int, min("at") FROM "EarlyExpiry"
    WHERE "at" > statement_timestamp() - interval '1 hour'
    UNION ALL
    SELECT 'catalogue_old', count("finishedAt")::int, max("finishedAt") FROM "SyncRun"
    WHERE "state" = 'finished' AND ("done" > 0 OR "total" = 0)`
}

/** What happens by the clock and failed twice in a row, and what erasures have left in the files of tables for two days. */
async function readDuties(): Promise<Row[]> {
  const [known] = await db().$queryRaw<{ is: boolean }[]>`SELECT to_regclass('pgboss.job') IS NOT NULL AS "is"`
  const failed: Row[] = known?.is
    ? await db().$queryRaw`
        SELECT 'duty_failed' AS "kind", count(*)::int AS "count", min("at") AS "since" FROM (
          SELECT count(*) AS "tries", bool_and("state" = 'failed') AS "isFailing", min("startedAt") AS "at" FROM (
            SELECT j."name", j."state"::text AS "state", j."started_on" AS "startedAt",
              row_number() OVER (PARTITION BY j."name" ORDER BY j."started_on" DESC) AS "n"
            FROM "pgboss"."job" j JOIN "pgboss"."schedule" s USING ("name")
            WHERE j."state"::text IN ('completed', 'failed') AND j."name" <> 'sync-catalog'
          ) run WHERE "n" <= 2 GROUP BY "name"
        ) duty WHERE "tries" = 2 AND "isFailing"`
    : []
  const left: Row[] = await db().$queryRaw`
    SELECT 'duty_failed' AS "kind", count(*)::int AS "count", min("at") AS "since" FROM "Erasure"
    WHERE "at" < statement_timestamp() - interval '2 days'
      AND "at" > coalesce((SELECT "until" FROM "Rewrite" WHERE "id" = 'wide'), '-infinity')`

  return [...failed, ...left].filter(({ count }) => count > 0).slice(0, 1)
}

/** What people do more often than they should, in the last hour: codes that one of staff reads, failed sign-ins, unpaid orders. */
function readPeople(): Promise<Row[]> {
  return db().$queryRaw`
    WITH recent AS (
      SELECT "act", "actor", "at" FROM "AuditEvent"
      WHERE "at" > statement_timestamp() - interval '1 hour'
        AND "act" IN ('card.revealed', 'staff.sign_in_failed', 'staff.second_step_failed')
    )
    (SELECT 'codes_read' AS "kind", count(*)::int AS "count", min("at") AS "since" FROM recent
      WHERE "act" = 'card.revealed' AND "actor" LIKE 'staff:%' GROUP BY "actor" ORDER BY 2 DESC LIMIT 1)
    UNION ALL
    SELECT 'sign_in_failed', count(*)::int, min("at") FROM recent WHERE "act" <> 'card.revealed'
    UNION ALL
    -- Begun by a buyer, and a page of payment was opened that nobody paid at. A transfer takes its days.
    SELECT 'orders_unpaid', count(*)::int, min(o."createdAt") FROM "Order" o
    WHERE o."createdAt" > statement_timestamp() - interval '1 hour' AND o."scope" NOT LIKE 'desk:%' AND EXISTS (
      SELECT 1 FROM "Payment" p WHERE p."orderId" = o."id" AND p."provider" IN ('stripe', 'test')
        AND p."state" NOT IN ('AUTHORISED', 'CAPTURING', 'CAPTURED', 'VOIDING', 'VOIDED', 'DISPUTED'))`
}

import 'server-only'
import { Prisma } from '#lib/generated/prisma/client.ts'
import type { JobFilter, JobQueue, JobRow, JobState } from '#lib/operations/rules/admin-audit.ts'
import { db, type Tx } from './client.ts'
import { findJobIds, type Searched } from './lists.ts'

/** A row of a queue as it is stored. */
type StoredJob = Omit<JobRow, 'order' | 'mayRetry'> & { orderId: string | null }

/** Which rows: where they stand, of one queue or all, about what a text names, behind a row that was shown. */
export type JobListFilter = Pick<JobFilter, 'state' | 'queue'> & {
  searched: Searched | null
  after: { at: Date; id: string } | null
  limit: number
}

type Part = { queue: JobQueue; select: Prisma.Sql; at: Prisma.Sql; where: Prisma.Sql }

// Of the statement's own moment: one that moves on while it runs cannot be looked up in an index, and every row that
// waits for nothing would be read.
const FREE = Prisma.sql`(t."leaseUntil" IS NULL OR t."leaseUntil" < statement_timestamp())`
const WAITING: Partial<Record<JobState, Prisma.Sql>> = {
  due: Prisma.sql`t."nextActionAt" <= statement_timestamp() AND ${FREE}`,
  running: Prisma.sql`t."nextActionAt" IS NOT NULL AND t."leaseUntil" >= statement_timestamp()`,
  later: Prisma.sql`t."nextActionAt" > statement_timestamp() AND ${FREE}`,
}

const SELECTS: Record<JobQueue, Prisma.Sql> = {
  payments: Prisma.sql`t."state"::text, t."reason", NULL::int, t."orderId" FROM "Payment" t`,
  lines: Prisma.sql`t."state"::text, t."reason", NULL::int, t."orderId" FROM "Line" t`,
  refunds: Prisma.sql`t."state"::text, t."reason", NULL::int,
    (SELECT p."orderId" FROM "Payment" p WHERE p."id" = t."paymentId") FROM "Refund" t`,
  cancellations: Prisma.sql`t."state"::text, t."reason", t."looks",
    (SELECT l."orderId" FROM "Line" l WHERE l."id" = t."lineId") FROM "CancelAttempt" t`,
  mails: Prisma.sql`t."kind", t."lastError", t."tries", t."orderId" FROM "Outbox" t`,
}

/** What is due for the worker: its kind, and since when. A mail is queued as due since the epoch. */
export const DUE_WORK = Prisma.sql`
  SELECT 'lines' AS "kind", "nextActionAt" AS "at" FROM "Line" WHERE "nextActionAt" <= statement_timestamp()
  UNION ALL SELECT 'payments', "nextActionAt" FROM "Payment" WHERE "nextActionAt" <= statement_timestamp()
  UNION ALL SELECT 'refunds', "nextActionAt" FROM "Refund" WHERE "nextActionAt" <= statement_timestamp()
  UNION ALL SELECT 'returns', "nextActionAt" FROM "CancelAttempt" WHERE "nextActionAt" <= statement_timestamp()
  UNION ALL SELECT 'mails', greatest("nextActionAt", "createdAt") FROM "Outbox"
    WHERE "nextActionAt" <= statement_timestamp()`

/** Why a mail is given up that has nothing to tell any more. */
export const SUBJECT_GONE = 'subject gone'

/** Mails that were given up though they still had something to say. */
export const GIVEN_UP_MAIL = Prisma.sql`"state" = 'GIVEN_UP' AND "lastError" IS DISTINCT FROM ${SUBJECT_GONE}`

/** Mails that fail, as the alarm tells of them: given up, or waiting after six tries in vain. */
export const FAILED_MAIL = Prisma.sql`(${GIVEN_UP_MAIL} OR "state" = 'DUE' AND "tries" > 6)`

/** A refused refund keeps its state for good: what nobody has settled has an open finding. */
const UNSETTLED_REFUND = Prisma.sql`t."state" = 'REFUSED' AND t."id" IN (
  SELECT "subject" FROM "Break" WHERE "kind" = 'refund_refused' AND "closedAt" IS NULL)`

/** What failed or waits for a person; a payment that a bank refused is no work that failed. */
const ENDED: Partial<Record<JobState, readonly { queue: JobQueue; at: Prisma.Sql; where: Prisma.Sql }[]>> = {
  failed: [
    { queue: 'refunds', at: Prisma.sql`t."createdAt"`, where: UNSETTLED_REFUND },
    { queue: 'mails', at: Prisma.sql`t."createdAt"`, where: FAILED_MAIL },
  ],
  held: [
    { queue: 'lines', at: Prisma.sql`t."orderedAt"`, where: Prisma.sql`t."state" = 'HELD'` },
    { queue: 'cancellations', at: Prisma.sql`t."askedAt"`, where: Prisma.sql`t."state" = 'HELD'` },
  ],
}

/** Reads rows of the worker's queues, the longest standing first. Each queue gives no more than one page of them. */
export async function listJobs({ state, queue, searched, after, limit }: JobListFilter): Promise<StoredJob[]> {
  const parts = partsOf(state).filter((part) => queue === null || part.queue === queue)
  if (parts.length === 0) return []
  const ids = searched && (await findJobIds(searched))
  const only = ids ? Prisma.sql`AND t."id" = ANY(${ids}::text[])` : Prisma.empty
  const selects = parts.map(
    ({ queue: name, select, at, where }) => Prisma.sql`(
      SELECT ${name} AS "queue", t."id", ${at} AS "at", ${select} WHERE ${where} ${only}
        ${after ? Prisma.sql`AND (${at}, t."id") > (${after.at}, ${after.id})` : Prisma.empty}
      ORDER BY ${at}, t."id" LIMIT ${limit})`,
  )

  return db().$queryRaw<StoredJob[]>`
    SELECT "queue", "id", "at", "what", "cause", "tries", "orderId"
    FROM (${Prisma.join(selects, ' UNION ALL ')}) AS "jobs" ("queue", "id", "at", "what", "cause", "tries", "orderId")
    ORDER BY "at", "id" LIMIT ${limit}`
}

function partsOf(state: JobState): Part[] {
  const where = WAITING[state]
  if (!where) return (ENDED[state] ?? []).map((part) => ({ ...part, select: SELECTS[part.queue] }))
  const queues = Object.keys(SELECTS) as JobQueue[]

  return queues.map((queue) => ({ queue, select: SELECTS[queue], at: Prisma.sql`t."nextActionAt"`, where }))
}

/** Counts, per queue, what began since a moment and has ended well. */
export async function countEnded(since: Date) {
  return db().$queryRaw<{ queue: JobQueue; ended: number }[]>`
    SELECT 'payments' AS "queue", count(*)::int AS "ended" FROM "Payment"
      WHERE "createdAt" > ${since} AND "state" = 'CAPTURED'
    UNION ALL SELECT 'lines', count(*)::int FROM "Line" WHERE "state" = 'DELIVERED' AND "orderedAt" > ${since}
    UNION ALL SELECT 'refunds', count(*)::int FROM "Refund" WHERE "state" = 'DONE' AND "createdAt" > ${since}
    UNION ALL SELECT 'cancellations', count(*)::int FROM "CancelAttempt"
      WHERE "state" = 'CONFIRMED' AND "askedAt" > ${since}
    UNION ALL SELECT 'mails', count(*)::int FROM "Outbox" WHERE "state" = 'SENT' AND "createdAt" > ${since}`
}

/** Counts the mails that are due and that wait for their time, without those that a worker holds. */
export async function countMails() {
  const [row] = await db().$queryRaw<{ due: number; later: number; oldestAt: Date | null }[]>`
    SELECT count(*) FILTER (WHERE "nextActionAt" <= now())::int AS "due",
      count(*) FILTER (WHERE "nextActionAt" > now())::int AS "later",
      min("nextActionAt") FILTER (WHERE "nextActionAt" <= now()) AS "oldestAt"
    FROM "Outbox" t WHERE "nextActionAt" IS NOT NULL AND ${FREE}`

  return row ?? { due: 0, later: 0, oldestAt: null }
}

/** Makes a mail due at once, given up or not. `false` when it was sent or is gone. */
export async function renewMail(id: string, tx: Tx): Promise<boolean> {
  const { count } = await tx.outbox.updateMany({
    where: { id, state: { in: ['DUE', 'GIVEN_UP'] } },
    // The epoch as due date: a host clock that runs ahead must not delay it.
    data: { state: 'DUE', tries: 0, nextActionAt: new Date(0) },
  })

  return count === 1
}

/**
 * Has the order of an item of unknown fate looked for at once. `false` while a worker does so, and when the last look was less
 * than `pauseMs` ago.
 */
export async function hastenCheck(itemId: string, pauseMs: number, tx: Tx): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE "Line" t SET "nextActionAt" = to_timestamp(0)
    WHERE t."id" = ${itemId} AND t."state" = 'UNKNOWN' AND t."nextActionAt" IS NOT NULL AND ${FREE} AND NOT EXISTS (
      SELECT 1 FROM "Attempt" a
      WHERE a."lineId" = t."id" AND a."lastLookAt" > statement_timestamp() - ${pauseMs} * interval '1 millisecond')`

  return count === 1
}

/** Makes a payment be asked about at once. `false` when there is nothing more to ask. */
export async function renewPayment(id: string, tx: Tx): Promise<boolean> {
  const { count } = await tx.payment.updateMany({
    where: { id, nextActionAt: { not: null } },
    data: { nextActionAt: new Date(0) },
  })

  return count === 1
}

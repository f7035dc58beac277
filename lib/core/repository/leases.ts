import 'server-only'
import { RECOVERY_KEY } from '#lib/fulfilment/repository/recovery.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import { db, type Tx } from './client.ts'

/** The tables that are queues: a row is due when `nextActionAt` has passed and nobody holds it. */
export type QueueTable = 'Line' | 'Payment' | 'Refund' | 'CancelAttempt' | 'Outbox'

/**
 * Proof that a worker still owns a row. Every write of a worker carries it. `requestId` is that of the request that made
 * the order the row belongs to.
 */
export type Lease = { id: string; epoch: number; requestId?: string | null }

/** Thrown by a step that finds its row in other hands, or moved: nothing of what it has written is committed. */
export class LeaseLost extends Error {
  constructor() {
    super('The row is not held any more, or has moved.')
  }
}

/** Who takes a row, and for how many milliseconds of database time. */
export type Claimer = { owner: string; leaseMs: number }

/** How a row of each queue finds its order. */
const ORDER_OF: Record<QueueTable, Prisma.Sql> = {
  Line: Prisma.sql`"Line"."orderId"`,
  Payment: Prisma.sql`"Payment"."orderId"`,
  Refund: Prisma.sql`(SELECT p."orderId" FROM "Payment" p WHERE p."id" = "Refund"."paymentId")`,
  CancelAttempt: Prisma.sql`(SELECT l."orderId" FROM "Line" l WHERE l."id" = "CancelAttempt"."lineId")`,
  Outbox: Prisma.sql`"Outbox"."orderId"`,
}

const wasWoken = Prisma.sql`("nextActionAt" < "leaseUntil" OR "leaseUntil" < statement_timestamp())`

/** The queues in which something is due that nobody holds. Nothing in `recovery`: see `isRecovering`. */
export async function findDueQueues(tables: readonly QueueTable[]): Promise<Set<QueueTable>> {
  const tablesDue = tables.map(
    (table) => Prisma.sql`
      SELECT ${table} AS "table" WHERE EXISTS (
        SELECT 1 FROM ${tableName(table)}
        WHERE "nextActionAt" <= statement_timestamp() AND ("leaseUntil" IS NULL OR "leaseUntil" < clock_timestamp())
      )`,
  )
  const rows = await db().$queryRaw<{ table: QueueTable }[]>`
    SELECT "table" FROM (${Prisma.join(tablesDue, ' UNION ALL ')}) "queue"
    WHERE NOT EXISTS (SELECT 1 FROM "Setting" WHERE "key" = ${RECOVERY_KEY})`

  return new Set(rows.map(({ table }) => table))
}

/**
 * Takes the row that is due longest. `null` when nothing is due.
 *
 * `SKIP LOCKED` keeps two claimers apart for a moment; the epoch shuts out one that slept too long. The next action
 * moves to the end of the lease: a row whose holder dies is due again by itself, and a wake-up in between stays visible.
 */
export async function claimDue(table: QueueTable, claimer: Claimer, client: Tx = db()): Promise<Lease | null> {
  const name = tableName(table)
  const [lease] = await client.$queryRaw<Lease[]>`
    UPDATE ${name}
    SET "epoch" = "epoch" + 1, "leaseOwner" = ${claimer.owner},
        "leaseUntil" = clock_timestamp() + ${claimer.leaseMs} * interval '1 millisecond',
        "nextActionAt" = clock_timestamp() + ${claimer.leaseMs} * interval '1 millisecond'
    WHERE "id" = (
      SELECT "id" FROM ${name}
      WHERE "nextActionAt" <= statement_timestamp()
        AND ("leaseUntil" IS NULL OR "leaseUntil" < clock_timestamp())
      ORDER BY "nextActionAt" LIMIT 1
      FOR UPDATE SKIP LOCKED
    )
    RETURNING "id", "epoch", (SELECT o."requestId" FROM "Order" o WHERE o."id" = ${ORDER_OF[table]}) AS "requestId"`

  return lease ?? null
}

/** Takes one row, due or not, for a caller who needs it now. `null` when somebody else holds it. */
export async function claimOne(
  table: QueueTable,
  claimer: Claimer & { id: string },
  client: Tx = db(),
): Promise<Lease | null> {
  const [lease] = await client.$queryRaw<Lease[]>`
    UPDATE ${tableName(table)}
    SET "epoch" = "epoch" + 1, "leaseOwner" = ${claimer.owner},
        "leaseUntil" = clock_timestamp() + ${claimer.leaseMs} * interval '1 millisecond',
        "nextActionAt" = clock_timestamp() + ${claimer.leaseMs} * interval '1 millisecond'
    WHERE "id" = ${claimer.id} AND ("leaseUntil" IS NULL OR "leaseUntil" < clock_timestamp())
    RETURNING "id", "epoch"`

  return lease ?? null
}

/** Prolongs a lease. `false` when it is not ours any more. A row whose lease had ended stays due: see `finishLease`. */
export async function renewLease(table: QueueTable, lease: Lease, leaseMs: number): Promise<boolean> {
  const count = await db().$executeRaw`
    UPDATE ${tableName(table)}
    SET "nextActionAt" = CASE WHEN ${wasWoken} THEN "nextActionAt"
                              ELSE statement_timestamp() + ${leaseMs} * interval '1 millisecond' END,
        "leaseUntil" = statement_timestamp() + ${leaseMs} * interval '1 millisecond'
    WHERE "id" = ${lease.id} AND "epoch" = ${lease.epoch} AND "leaseUntil" IS NOT NULL`

  return count === 1
}

/**
 * Gives a row back, due again in `inMs` (`null`: not before somebody wakes it). Does nothing when the lease was lost.
 *
 * A wake-up that came while the row was held wins over the request to wait. One that came after the end of the lease has
 * left no trace, as the row was due already: then it stays due.
 */
export async function finishLease(table: QueueTable, lease: Lease, inMs: number | null): Promise<void> {
  const next =
    inMs === null
      ? Prisma.sql`NULL::timestamptz`
      : Prisma.sql`clock_timestamp() + ${Math.round(inMs)} * interval '1 millisecond'`
  await db().$executeRaw`
    UPDATE ${tableName(table)}
    SET "nextActionAt" = CASE WHEN ${wasWoken} THEN "nextActionAt" ELSE ${next} END,
        "leaseOwner" = NULL, "leaseUntil" = NULL
    WHERE "id" = ${lease.id} AND "epoch" = ${lease.epoch}`
}

/** Makes a row due in `inMs` (at once by default), held or not. An earlier time that stands already is kept. */
export async function wakeRow(table: QueueTable, id: string, client: Tx = db(), inMs = 0): Promise<void> {
  await client.$executeRaw`
    UPDATE ${tableName(table)}
    SET "nextActionAt" = LEAST("nextActionAt", clock_timestamp() + ${Math.round(inMs)} * interval '1 millisecond')
    WHERE "id" = ${id}`
}

/** The instant of the database: the only clock that decides what is due. */
export async function databaseNow(client: Tx = db()): Promise<Date> {
  const [row] = await client.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS "now"`
  if (!row) throw new Error('The database does not tell the time.')

  return row.now
}

function tableName(table: QueueTable): Prisma.Sql {
  return Prisma.raw(`"${table}"`)
}

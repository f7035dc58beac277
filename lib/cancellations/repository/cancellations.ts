import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import type { Lease } from '#lib/core/repository/leases.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import type { CancelState } from '#lib/generated/prisma/enums.ts'

const select = {
  id: true,
  orderNum: true,
  itemId: true,
  state: true,
  reason: true,
  requestedBy: true,
  answer: true,
  outcome: true,
  looks: true,
  askedAt: true,
  sentAt: true,
  items: { select: { esimId: true, iccid: true } },
} as const satisfies Prisma.CancelAttemptSelect

/** One request to give eSIMs of a provider order back. Without items it is about the whole order. */
export type CancelRow = Prisma.CancelAttemptGetPayload<{ select: typeof select }>

/**
 * Writes down that all eSIMs of a provider order are to be given back, due at once. `false` when a cancellation of
 * this order is open already, or was proven.
 */
export async function addWholeCancellation(
  input: { orderNum: string; itemId: string; iccids: string[]; reason: string; requestedBy: string },
  tx: Tx,
): Promise<boolean> {
  const proven = await tx.cancelAttempt.count({
    where: { orderNum: input.orderNum, state: 'CONFIRMED', items: { none: {} } },
  })
  if (proven > 0) return false
  const { count } = await tx.cancelAttempt.createMany({
    data: [
      {
        id: newId('can'),
        orderNum: input.orderNum,
        itemId: input.itemId,
        requestedBy: input.requestedBy,
        reason: input.reason,
        answer: { iccids: input.iccids },
        nextActionAt: new Date(0),
      },
    ],
    skipDuplicates: true,
  })

  return count === 1
}

/** The cancellation, `null` when there is none. */
export async function getCancellation(id: string): Promise<CancelRow | null> {
  return db().cancelAttempt.findUnique({ where: { id }, select })
}

/**
 * Counts the other requests about the same provider order that were sent, or proven, since this one was sent. What changed
 * there can be their work.
 */
export async function countOtherRequests({ id, orderNum, sentAt }: CancelRow): Promise<number> {
  if (sentAt === null) return 0
  const since = { gte: sentAt }

  return db().cancelAttempt.count({
    where: { orderNum, id: { not: id }, OR: [{ sentAt: since }, { state: 'CONFIRMED', endedAt: since }] },
  })
}

/** The newest cancellation of a whole line, `null` when none was asked for. */
export async function findCancellationOfItem(itemId: string, orderNum: string): Promise<CancelRow | null> {
  return db().cancelAttempt.findFirst({
    where: { itemId, orderNum, items: { none: {} } },
    orderBy: { askedAt: 'desc' },
    select,
  })
}

/** Moves a cancellation whose lease is held. `false` when it has left `from` or the lease was lost. */
export async function moveCancellation(
  lease: Lease,
  move: { from: CancelState; to: CancelState; changes?: Omit<Prisma.CancelAttemptUncheckedUpdateManyInput, 'state'> },
  client: Tx = db(),
): Promise<boolean> {
  const { count } = await client.cancelAttempt.updateMany({
    where: { id: lease.id, epoch: lease.epoch, state: move.from },
    data: { ...move.changes, state: move.to },
  })

  return count === 1
}

/**
 * Which requests are wanted: by the instant of `by`, of staff or of buyers, behind the one with the id `after`; `ids` are the
 * only ones that may be among them.
 */
export type ReturnRowInput = {
  ids: string[] | null
  by: 'askedAt' | 'endedAt'
  asker: 'staff' | 'buyer' | null
  from: Date | null
  until: Date | null
  after: string | null
  limit: number
}

/**
 * Lists the ids of requests for single eSIMs in these states, behind one of them: from the oldest asked on, or from the
 * one that ended last. Each state is read from its own end of the index, however many there are.
 */
export async function listReturnIds(states: CancelState[], input: ReturnRowInput): Promise<string[]> {
  const { ids, by, asker, from, until, after, limit } = input
  const last = after && (await db().cancelAttempt.findUnique({ where: { id: after }, select: { [by]: true } }))
  const at = last ? last[by] : null
  const [column, order] = by === 'askedAt' ? [ASKED_AT, OLDEST_FIRST] : [ENDED_AT, NEWEST_FIRST]
  const further = by === 'askedAt' ? Prisma.sql`>` : Prisma.sql`<`
  const conditions = [
    Prisma.sql`EXISTS (SELECT 1 FROM "CancelItem" i WHERE i."attemptId" = "CancelAttempt"."id")`,
    ...(ids ? [Prisma.sql`"id" = ANY(${ids}::text[])`] : []),
    ...(asker ? [Prisma.sql`starts_with("requestedBy", 'staff:') = ${asker === 'staff'}`] : []),
    ...(from ? [Prisma.sql`${column} >= ${from}`] : []),
    ...(until ? [Prisma.sql`${column} < ${until}`] : []),
    ...(at ? [Prisma.sql`(${column}, "id") ${further} (${at}, ${after})`] : []),
  ]
  const parts = states.map(
    (state) => Prisma.sql`(
      SELECT "id", ${column} AS "at" FROM "CancelAttempt" WHERE "state" = ${state}::"CancelState"
        AND ${Prisma.join(conditions, ' AND ')}
      ORDER BY ${column} ${order}, "id" ${order} LIMIT ${limit})`,
  )
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT "id" FROM (${Prisma.join(parts, ' UNION ALL ')}) x ORDER BY "at" ${order}, "id" ${order} LIMIT ${limit}`

  return rows.map(({ id }) => id)
}

const ASKED_AT = Prisma.sql`"askedAt"`
const ENDED_AT = Prisma.sql`"endedAt"`
const OLDEST_FIRST = Prisma.sql`ASC`
const NEWEST_FIRST = Prisma.sql`DESC`

/** How many requests for single eSIMs stand in these states, counted up to `most`: never all of a long list. */
export async function countReturns(states: CancelState[], most: number): Promise<number> {
  const list = Prisma.join(states.map((state) => Prisma.sql`${state}::"CancelState"`))
  const [row] = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM (
      SELECT 1 FROM "CancelAttempt" a WHERE a."state" IN (${list})
        AND EXISTS (SELECT 1 FROM "CancelItem" i WHERE i."attemptId" = a."id") LIMIT ${most}
    ) AS "some"`

  return row?.count ?? 0
}

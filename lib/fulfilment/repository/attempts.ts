import 'server-only'
import { z } from 'zod'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { attemptRef, newId } from '#lib/core/rules/ids.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import type { AttemptState } from '#lib/generated/prisma/enums.ts'

const MAX_WATCHED = 5_000

/** One call that may buy. */
export type Attempt = { id: string; n: number; attemptRef: string }

/**
 * Prepares the n-th call for an item. `null` when that number is taken or another call of the item is still open:
 * the unique indexes decide, not a look beforehand. `listed` are the orders on the eSIM of a top-up before the call.
 */
export async function prepareAttempt(
  item: { id: string; itemRef: string },
  { n, listed }: { n: number; listed: string[] | null },
  client: Tx,
): Promise<Attempt | null> {
  const attempt = { id: newId('att'), n, attemptRef: attemptRef(item.itemRef, n) }
  const data = { ...attempt, itemId: item.id, ...(listed && { evidence: { listed } }) }
  const { count } = await client.attempt.createMany({ data: [data], skipDuplicates: true })

  return count === 1 ? attempt : null
}

const listedSchema = z.object({ listed: z.array(z.string()) })

/** The orders that stood on the eSIM of a top-up before this call; none where nobody wrote them down. */
export function listedOf({ evidence }: { evidence: unknown }): string[] {
  return listedSchema.safeParse(evidence).data?.listed ?? []
}

/**
 * Notes that the call is about to leave, in a commit of its own. `false` when the item is not ours any more.
 *
 * From here on a crash means that the outcome is unknown.
 */
export async function markSent(attemptId: string, lease: { id: string; epoch: number }): Promise<boolean> {
  const count = await db().$executeRaw`
    UPDATE "Attempt" SET "state" = 'SENT', "sentAt" = clock_timestamp()
    WHERE "id" = ${attemptId} AND "state" = 'PREPARED'
      AND EXISTS (SELECT 1 FROM "Line" WHERE "id" = ${lease.id} AND "epoch" = ${lease.epoch} AND "state" = 'PLACING')`

  return count === 1
}

/** Moves an attempt, with what was learned. `false` when it has left `from`. */
export async function moveAttempt(
  attemptId: string,
  move: { from: AttemptState; to: AttemptState; changes?: Omit<Prisma.AttemptUncheckedUpdateManyInput, 'state'> },
  client: Tx,
): Promise<boolean> {
  const { count } = await client.attempt.updateMany({
    where: { id: attemptId, state: move.from },
    data: { ...move.changes, state: move.to },
  })

  return count === 1
}

/** Writes what the looks for an order have found so far. */
export async function recordCheck(attemptId: string, changes: Prisma.AttemptUncheckedUpdateManyInput): Promise<void> {
  await db().attempt.updateMany({ where: { id: attemptId }, data: changes })
}

/** Abandoned references that are still watched, the one that was not looked for longest first. */
export async function listWatched(
  now: Date,
): Promise<{ id: string; itemId: string; attemptRef: string; sentAt: Date | null; lastLookAt: Date | null }[]> {
  return db().attempt.findMany({
    where: { watchUntil: { gt: now }, state: { in: ['ABSENT', 'UNKNOWN'] } },
    orderBy: { lastLookAt: { sort: 'asc', nulls: 'first' } },
    take: MAX_WATCHED,
    select: { id: true, itemId: true, attemptRef: true, sentAt: true, lastLookAt: true },
  })
}

/** Provider calls whose answer came after their worker had lost the item; newest first. */
export async function listLateResults(itemId: string) {
  return db().callLog.findMany({
    where: { itemId, note: { startsWith: 'late:' } },
    orderBy: { id: 'desc' },
    take: 20,
    select: { reference: true, orderNum: true, class: true, note: true, at: true },
  })
}

/** Keeps a result that came too late for its item, and makes the item due: the next look uses it. */
export async function recordLateResult(result: {
  itemId: string
  reference: string
  orderNum: string | null
  class: string
  code: number | null
  latencyMs: number
}): Promise<void> {
  await db().callLog.create({
    data: { ...result, endpoint: 'placeOrder', note: `late:${result.class}` },
    select: { id: true },
  })
  await db().$executeRaw`
    UPDATE "Line" SET "nextActionAt" = LEAST("nextActionAt", clock_timestamp())
    WHERE "id" = ${result.itemId} AND "state" IN ('PLACING', 'UNKNOWN')`
}

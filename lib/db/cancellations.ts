import 'server-only'
import { newId } from '#lib/domain/ids.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import type { CancelState } from '#lib/generated/prisma/enums.ts'
import { db, type Tx } from './client.ts'
import type { Lease } from './leases.ts'

const select = {
  id: true,
  orderNum: true,
  lineId: true,
  state: true,
  reason: true,
  requestedBy: true,
  answer: true,
  outcome: true,
  looks: true,
  askedAt: true,
  sentAt: true,
  items: { select: { cardId: true, iccid: true } },
} as const satisfies Prisma.CancelAttemptSelect

/** One wish to give cards of an upstream order back. Without items it is about the whole order. */
export type CancelRow = Prisma.CancelAttemptGetPayload<{ select: typeof select }>

/**
 * Writes down that all cards of an upstream order are to be given back, due at once. `false` when a cancellation of
 * this order is open already, or was proven.
 */
export async function addWholeCancellation(
  wish: { orderNum: string; lineId: string; iccids: string[]; reason: string; requestedBy: string },
  tx: Tx,
): Promise<boolean> {
  const proven = await tx.cancelAttempt.count({
    where: { orderNum: wish.orderNum, state: 'CONFIRMED', items: { none: {} } },
  })
  if (proven > 0) return false
  const { count } = await tx.cancelAttempt.createMany({
    data: [
      {
        id: newId('can'),
        orderNum: wish.orderNum,
        lineId: wish.lineId,
        requestedBy: wish.requestedBy,
        reason: wish.reason,
        answer: { iccids: wish.iccids },
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

/** The newest cancellation of a whole line, `null` when none was asked for. */
export async function findCancellationOfLine(lineId: string, orderNum: string): Promise<CancelRow | null> {
  return db().cancelAttempt.findFirst({
    where: { lineId, orderNum, items: { none: {} } },
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

/** How many requests for single cards stand in these states, counted up to `most`: never all of a long list. */
export async function countReturns(states: CancelState[], most: number): Promise<number> {
  const list = Prisma.join(states.map((state) => Prisma.sql`${state}::"CancelState"`))
  const [row] = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM (
      SELECT 1 FROM "CancelAttempt" a WHERE a."state" IN (${list})
        AND EXISTS (SELECT 1 FROM "CancelItem" i WHERE i."attemptId" = a."id") LIMIT ${most}
    ) AS "some"`

  return row?.count ?? 0
}

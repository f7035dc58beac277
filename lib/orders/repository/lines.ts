import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { type Lease, LeaseLost } from '#lib/core/repository/leases.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import { canMove, type LineState, UNDELIVERED_STATES } from '#lib/orders/rules/line-states.ts'

const workSelect = {
  id: true,
  orderId: true,
  kind: true,
  esimId: true,
  lineRef: true,
  state: true,
  reason: true,
  evidence: true,
  priceMinor: true,
  notCaptured: true,
  deadlineAt: true,
  cancelRequestedAt: true,
  readyAt: true,
  unknownSince: true,
  placedAt: true,
  deliveredAt: true,
  createdAt: true,
  order: { select: { number: true, currency: true, locale: true, consent: true } },
  quote: {
    select: {
      id: true,
      planId: true,
      skuId: true,
      count: true,
      days: true,
      startDate: true,
      priceId: true,
      planCode: true,
      cost: true,
      costCurrency: true,
      checkedAt: true,
      snapshot: true,
      plan: { select: { kind: true } },
    },
  },
  attempts: { orderBy: { n: 'asc' } },
  providerOrders: { orderBy: { createdAt: 'asc' } },
  esims: {
    orderBy: { position: 'asc' },
    select: {
      id: true,
      iccid: true,
      orderNum: true,
      position: true,
      priceShareMinor: true,
      codeIssue: true,
      sealedCode: true,
      cancelState: true,
    },
  },
} as const satisfies Prisma.LineSelect

/** A line with everything a step of its fulfilment looks at. */
export type WorkLine = Prisma.LineGetPayload<{ select: typeof workSelect }>
export type WorkAttempt = WorkLine['attempts'][number]

/** What a person will want to see about a line: plain JSON, nothing secret. */
export type Evidence = Prisma.InputJsonObject

/** The line as it is now. `null` when there is none. */
export async function getWorkLine(lineId: string, client: Tx = db()): Promise<WorkLine | null> {
  return client.line.findUnique({ where: { id: lineId }, select: workSelect })
}

/** A move of a line, with the changes that belong to it. */
export type Move = {
  from: LineState
  to: LineState
  changes?: Omit<Prisma.LineUncheckedUpdateManyInput, 'state' | 'epoch' | 'nextActionAt'>
}

/**
 * Moves a line whose lease is held. `false` when it has left `from` or the lease was lost: somebody else acted, so stop.
 *
 * Throws for a move that the table of moves does not know.
 */
export async function moveLine(lease: Lease, move: Move, client: Tx = db()): Promise<boolean> {
  assertMove(move)
  const { count } = await client.line.updateMany({
    where: { id: lease.id, epoch: lease.epoch, state: move.from },
    data: { ...move.changes, state: move.to },
  })

  return count === 1
}

/** As `moveLine`, for a step inside a transaction that has written more: throws `LeaseLost` instead of answering `false`. */
export async function stepLine(lease: Lease, move: Move, tx: Tx): Promise<void> {
  if (!(await moveLine(lease, move, tx))) throw new LeaseLost()
}

/** Changes facts of a line without moving it. `false` when the lease was lost. */
export async function noteOnLine(lease: Lease, changes: NonNullable<Move['changes']>, client: Tx = db()) {
  const { count } = await client.line.updateMany({ where: { id: lease.id, epoch: lease.epoch }, data: changes })

  return count === 1
}

/**
 * Moves every line of an order that is in `from`, or those of them that are named, without a lease. Returns how many
 * moved; waking them is another call.
 *
 * The epoch grows, so that a worker that held one of them notices.
 */
export async function moveLinesOfOrder(
  orderId: string,
  { only, ...move }: Move & { only?: string[] },
  client: Tx,
): Promise<number> {
  assertMove(move)
  const { count } = await client.line.updateMany({
    where: { orderId, state: move.from, ...(only ? { id: { in: only } } : {}) },
    data: {
      ...move.changes,
      state: move.to,
      epoch: { increment: 1 },
      leaseOwner: null,
      leaseUntil: null,
      nextActionAt: null,
    },
  })

  return count
}

/** Ends a delivered line whose last card went back. `false` when it is not delivered any more. Needs no lease. */
export async function endDeliveredLine(lineId: string, tx: Tx): Promise<boolean> {
  assertMove({ from: 'DELIVERED', to: 'CANCELLED' })
  const { count } = await tx.line.updateMany({
    where: { id: lineId, state: 'DELIVERED' },
    data: { state: 'CANCELLED', reason: 'returned', epoch: { increment: 1 } },
  })

  return count === 1
}

/** Notes that the buyer takes a line back before it is delivered. `false` when it has gone further, or was asked before. */
export async function requestCancel({ id, orderId }: { id: string; orderId: string }, tx: Tx): Promise<boolean> {
  const { count } = await tx.line.updateMany({
    where: { id, orderId, state: { in: [...UNDELIVERED_STATES] }, cancelRequestedAt: null },
    data: { cancelRequestedAt: new Date() },
  })

  return count === 1
}

/** Tells whether the buyer takes the line back, and keeps that answer true until the transaction ends. */
export async function lockCancelInput(lineId: string, tx: Tx): Promise<boolean> {
  const rows = await tx.$queryRaw<{ isAsked: boolean }[]>`
    SELECT "cancelRequestedAt" IS NOT NULL AS "isAsked" FROM "Line" WHERE "id" = ${lineId} FOR UPDATE`

  return rows[0]?.isAsked ?? false
}

/** Makes the lines of an order due now, those that have ended apart. */
export async function wakeLinesOfOrder(orderId: string, client: Tx = db()): Promise<void> {
  await client.$executeRaw`
    UPDATE "Line" SET "nextActionAt" = LEAST("nextActionAt", clock_timestamp())
    WHERE "orderId" = ${orderId} AND "state" NOT IN ('DELIVERED', 'CANCELLED', 'REFUNDED', 'EXPIRED')`
}

/** State and price of each line of an order, locked until the transaction ends. */
export async function lockLinesOfOrder(orderId: string, client: Tx): Promise<LockedLine[]> {
  return client.$queryRaw<LockedLine[]>`
    SELECT "id", "state"::text AS "state", "priceMinor", "notCaptured" FROM "Line"
    WHERE "orderId" = ${orderId} ORDER BY "id" FOR UPDATE`
}

/** A line as a decision about its payment needs it. */
export type LockedLine = { id: string; state: LineState; priceMinor: number; notCaptured: boolean }

/** Notes which lines a capture leaves out, for ever: the sum to take must stay the same however often it is asked for. */
export async function leaveOutOfCapture(lineIds: string[], tx: Tx): Promise<void> {
  await tx.line.updateMany({ where: { id: { in: lineIds } }, data: { notCaptured: true } })
}

function assertMove({ from, to }: Move): void {
  if (!canMove(from, to)) throw new Error(`A line cannot move from ${from} to ${to}.`)
}

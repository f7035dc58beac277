import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { databaseNow, type Lease, LeaseLost } from '#lib/core/repository/leases.ts'
import { attemptRef, newId } from '#lib/core/rules/ids.ts'
import { toRecord } from '#lib/core/rules/records.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import { closeApprovalsOfItems } from '#lib/orders/repository/approvals.ts'
import { canMove, type ItemState, UNDELIVERED_STATES } from '#lib/orders/rules/item-states.ts'

const workSelect = {
  id: true,
  orderId: true,
  kind: true,
  esimId: true,
  itemRef: true,
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
} as const satisfies Prisma.OrderItemSelect

type ItemRow = Prisma.OrderItemGetPayload<{ select: typeof workSelect }>

/** An order at the provider. `isSpare` is one beside the item's own: bought twice, or turned up late, and to be given back. */
type ItemOrder = ItemRow['providerOrders'][number] & { isSpare: boolean }

/** A line with everything a step of its fulfilment looks at. */
export type WorkItem = Omit<ItemRow, 'providerOrders'> & { providerOrders: ItemOrder[] }
export type WorkAttempt = WorkItem['attempts'][number]

/** What a person will want to see about a line: plain JSON, nothing secret. */
export type Evidence = Prisma.InputJsonObject

/** Returns stored evidence, to be written with more in it. */
export function evidenceOf(stored: unknown): Evidence {
  return toRecord(stored) as Evidence
}

/** The item as it is now. `null` when there is none. */
export async function getWorkItem(itemId: string, client: Tx = db()): Promise<WorkItem | null> {
  const item = await client.orderItem.findUnique({ where: { id: itemId }, select: workSelect })
  if (!item) return null
  const spare = await listSpareOrders(item.providerOrders, client)

  return {
    ...item,
    providerOrders: item.providerOrders.map((order) => ({ ...order, isSpare: spare.has(order.orderNum) })),
  }
}

// What such an order cost is booked with these words, whatever becomes of it.
const SPARE_NOTES = ['duplicate_order', 'late_order']

/** Tells orders apart where an item has several. A single one is the item's own as long as nothing else is. */
export async function listSpareOrders(orders: { orderNum: string }[], client: Tx): Promise<Set<string>> {
  if (orders.length < 2) return new Set()
  const rows = await client.providerEntry.findMany({
    where: { orderNum: { in: orders.map(({ orderNum }) => orderNum) }, kind: 'spend', note: { in: SPARE_NOTES } },
    select: { orderNum: true },
  })

  return new Set(rows.flatMap(({ orderNum }) => orderNum ?? []))
}

/** Makes the last attempt of an item one of unknown fate, or adds one: its call may have left without a trace here. */
export async function addUnknownAttempt(item: WorkItem, tx: Tx): Promise<void> {
  const unknown = { state: 'UNKNOWN', class: 'UNKNOWN', reason: 'recovered' } as const
  const open = item.attempts.find(({ state }) => state === 'PREPARED' || state === 'SENT' || state === 'UNKNOWN')
  if (open) {
    // Nothing that fits is older than the item itself.
    const data = { ...unknown, sentAt: open.sentAt ?? item.createdAt }
    await tx.attempt.update({ where: { id: open.id }, data, select: { id: true } })

    return
  }
  const n = (item.attempts.at(-1)?.n ?? 0) + 1
  const data = { id: newId('att'), itemId: item.id, n, attemptRef: attemptRef(item.itemRef, n), ...unknown }
  await tx.attempt.create({ data: { ...data, sentAt: item.createdAt }, select: { id: true } })
}

/** A move of an item, with the changes that belong to it. */
export type Move = {
  from: ItemState
  to: ItemState
  changes?: Omit<Prisma.OrderItemUncheckedUpdateManyInput, 'state' | 'epoch' | 'nextActionAt'>
}

/**
 * Moves a line whose lease is held. `false` when it has left `from` or the lease was lost: somebody else acted, so stop.
 *
 * Throws for a move that the table of moves does not know.
 */
export async function moveItem(lease: Lease, move: Move, client: Tx = db()): Promise<boolean> {
  assertMove(move)
  const { count } = await client.orderItem.updateMany({
    where: { id: lease.id, epoch: lease.epoch, state: move.from },
    data: { ...move.changes, state: move.to },
  })
  if (count === 1 && move.from === 'HELD') await closeApprovalsOfItems([lease.id], client)

  return count === 1
}

/** As `moveItem`, for a step inside a transaction that has written more: throws `LeaseLost` instead of answering `false`. */
export async function stepItem(lease: Lease, move: Move, tx: Tx): Promise<void> {
  if (!(await moveItem(lease, move, tx))) throw new LeaseLost()
}

/** Changes facts of an item without moving it. `false` when the lease was lost. */
export async function noteOnItem(lease: Lease, changes: NonNullable<Move['changes']>, client: Tx = db()) {
  const { count } = await client.orderItem.updateMany({ where: { id: lease.id, epoch: lease.epoch }, data: changes })

  return count === 1
}

/**
 * Moves every item of an order that is in `from`, or those of them that are named, without a lease. Returns how many
 * moved; waking them is another call.
 *
 * The epoch grows, so that a worker that held one of them notices.
 */
export async function moveItemsOfOrder(
  orderId: string,
  { only, ...move }: Move & { only?: string[] },
  client: Tx,
): Promise<number> {
  assertMove(move)
  const { count } = await client.orderItem.updateMany({
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
  if (move.from === 'HELD') {
    const items = only ?? (await lockItemsOfOrder(orderId, client)).map(({ id }) => id)
    await closeApprovalsOfItems(items, client)
  }

  return count
}

const PLACE_WITHIN_MS = 24 * 3_600_000

/** What an item is given that may be placed from now on: its time begins with its money, however late that came. */
export async function placeFromNow(tx: Tx): Promise<{ readyAt: Date; deadlineAt: Date }> {
  const readyAt = await databaseNow(tx)

  return { readyAt, deadlineAt: new Date(readyAt.getTime() + PLACE_WITHIN_MS) }
}

/** Ends a delivered line whose last eSIM went back. `false` when it is not delivered any more. Needs no lease. */
export async function endDeliveredItem(itemId: string, tx: Tx): Promise<boolean> {
  assertMove({ from: 'DELIVERED', to: 'CANCELLED' })
  const { count } = await tx.orderItem.updateMany({
    where: { id: itemId, state: 'DELIVERED' },
    data: { state: 'CANCELLED', reason: 'returned', epoch: { increment: 1 } },
  })

  return count === 1
}

/** Notes that the buyer takes a line back before it is delivered. `false` when it has gone further, or was asked before. */
export async function requestCancel({ id, orderId }: { id: string; orderId: string }, tx: Tx): Promise<boolean> {
  const { count } = await tx.orderItem.updateMany({
    where: { id, orderId, state: { in: [...UNDELIVERED_STATES] }, cancelRequestedAt: null },
    data: { cancelRequestedAt: new Date() },
  })

  return count === 1
}

/** Tells whether the buyer takes the item back, and keeps that answer true until the transaction ends. */
export async function lockCancelInput(itemId: string, tx: Tx): Promise<boolean> {
  const rows = await tx.$queryRaw<{ isAsked: boolean }[]>`
    SELECT "cancelRequestedAt" IS NOT NULL AS "isAsked" FROM "Line" WHERE "id" = ${itemId} FOR UPDATE`

  return rows[0]?.isAsked ?? false
}

/** Makes the items of an order due now, those that have ended apart. */
export async function wakeItemsOfOrder(orderId: string, client: Tx = db()): Promise<void> {
  await client.$executeRaw`
    UPDATE "Line" SET "nextActionAt" = LEAST("nextActionAt", clock_timestamp())
    WHERE "orderId" = ${orderId} AND "state" NOT IN ('DELIVERED', 'CANCELLED', 'REFUNDED', 'EXPIRED')`
}

/** State and price of each item of an order, locked until the transaction ends. */
export async function lockItemsOfOrder(orderId: string, client: Tx): Promise<LockedItem[]> {
  return client.$queryRaw<LockedItem[]>`
    SELECT "id", "state"::text AS "state", "priceMinor", "notCaptured" FROM "Line"
    WHERE "orderId" = ${orderId} ORDER BY "id" FOR UPDATE`
}

/** A line as a decision about its payment needs it. */
export type LockedItem = { id: string; state: ItemState; priceMinor: number; notCaptured: boolean }

/** Notes which lines a capture leaves out, for ever: the sum to take must stay the same however often it is asked for. */
export async function leaveOutOfCapture(itemIds: string[], tx: Tx): Promise<void> {
  await tx.orderItem.updateMany({ where: { id: { in: itemIds } }, data: { notCaptured: true } })
}

function assertMove({ from, to }: Move): void {
  if (!canMove(from, to)) throw new Error(`A line cannot move from ${from} to ${to}.`)
}

import 'server-only'
import { db } from '#lib/core/repository/client.ts'
import { GIVEN_UP_MAIL } from '#lib/core/repository/jobs.ts'
import { LINE_SUMS, soldLines } from '#lib/finance/repository/sold-lines.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import { MAX_NEEDS, type Stretch } from '#lib/operations/rules/admin-today.ts'
import { QUOTED_PLAN } from '#lib/orders/repository/admin-orders.ts'
import { ITEM_STATES } from '#lib/orders/rules/item-states.ts'
import { findOrderNumbers } from '#lib/reconciliation/repository/discrepancies.ts'

const NAMED_ITEM = {
  id: true,
  reason: true,
  priceMinor: true,
  updatedAt: true,
  unknownSince: true,
  order: { select: { id: true, number: true, currency: true } },
  quote: {
    select: QUOTED_PLAN,
  },
} as const

/** Reads the items that a person has to decide about, the longest held first. */
export async function listItemsInReview() {
  return db().orderItem.findMany({
    where: { state: 'HELD' },
    orderBy: { updatedAt: 'asc' },
    take: MAX_NEEDS,
    select: NAMED_ITEM,
  })
}

/** Reads the items whose outcome has been open for longer than `ms`, with the code of their last call. */
export async function listLongUnknown(ms: number) {
  return db().orderItem.findMany({
    where: { state: 'UNKNOWN', unknownSince: { lt: new Date(Date.now() - ms) } },
    orderBy: { unknownSince: 'asc' },
    take: MAX_NEEDS,
    select: {
      ...NAMED_ITEM,
      attempts: { orderBy: { n: 'desc' }, take: 1, select: { reason: true, code: true, looks: true } },
    },
  })
}

/** Reads the bank transfers that have not arrived, the longest awaited first. */
export async function listAwaitedTransfers() {
  const rows = await db().bankTransfer.findMany({
    where: { receivedMinor: null, endedAt: null },
    orderBy: { createdAt: 'asc' },
    take: MAX_NEEDS,
    select: { id: true, orderId: true, reference: true, amountMinor: true, currency: true, createdAt: true },
  })
  const numbers = await findOrderNumbers(rows.map(({ orderId }) => orderId))

  return rows.map(({ orderId, ...row }) => {
    const number = numbers.get(orderId)

    return { ...row, order: number === undefined ? null : { id: orderId, number } }
  })
}

/** Reads refunds that the payment provider refused, and that nobody has settled. */
export async function listRefusedRefunds() {
  // A refused refund keeps its state for good: what nobody has settled has an open finding.
  const open = await db().discrepancy.findMany({
    where: { kind: 'refund_refused', closedAt: null },
    orderBy: { openedAt: 'asc' },
    take: MAX_NEEDS,
    select: { subject: true },
  })

  return db().refund.findMany({
    where: { id: { in: open.map(({ subject }) => subject) } },
    orderBy: { createdAt: 'asc' },
    select: {
      id: true,
      reason: true,
      amountMinor: true,
      createdAt: true,
      payment: { select: { currency: true, order: { select: { id: true, number: true } } } },
    },
  })
}

/** Reads the open differences between us and outside parties, with the numbers of their orders. */
export async function listNeededDiscrepancies() {
  const rows = await db().discrepancy.findMany({
    where: { closedAt: null },
    orderBy: { openedAt: 'asc' },
    take: MAX_NEEDS,
    select: { id: true, kind: true, subject: true, orderId: true, evidence: true, openedAt: true },
  })
  const numbers = await findOrderNumbers(rows.flatMap(({ orderId }) => orderId ?? []))

  return rows.map(({ orderId, ...row }) => {
    const number = orderId ? numbers.get(orderId) : undefined

    return { ...row, order: orderId && number ? { id: orderId, number } : null }
  })
}

/** Reads the mails that were given up. */
export async function listGivenUpMails() {
  // Spelled out: a bound value would not be matched with the index of given-up mails.
  const rows = await db().$queryRaw<
    { id: string; kind: string; orderId: string | null; tries: number; createdAt: Date }[]
  >`
    SELECT "id", "kind", "orderId", "tries", "createdAt" FROM "Outbox" WHERE ${GIVEN_UP_MAIL}
    ORDER BY "createdAt" LIMIT ${MAX_NEEDS}`
  const numbers = await findOrderNumbers(rows.flatMap(({ orderId }) => orderId ?? []))

  return rows.map(({ orderId, ...row }) => {
    const number = orderId ? numbers.get(orderId) : undefined

    return { ...row, order: orderId && number ? { id: orderId, number } : null }
  })
}

/** Reads the beginning of the day in a zone, by the database's clock, and the present moment. */
export async function readDay(zone: string): Promise<{ startOfDay: Date; now: Date }> {
  const [row] = await db().$queryRaw<{ startOfDay: Date; now: Date }[]>`
    SELECT date_trunc('day', now() AT TIME ZONE ${zone}) AT TIME ZONE ${zone} AS "startOfDay", now() AS "now"`
  if (!row) throw new Error('The database told no time.')

  return row
}

/** What the sold lines of a window brought in, as finance adds them up. The margin is that of the items of known cost. */
export type SalesRow = {
  revenueMinor: number
  refundedMinor: number
  orders: number
  lines: number
  knownLines: number
  marginMinor: number
}

type SalesScope = { mode: string; currency: string; orderId?: string }

/** Adds up the sold lines of the orders placed in a window, or of one of them. */
export async function sumSales(window: Stretch, { mode, currency, orderId }: SalesScope): Promise<SalesRow> {
  const filter = { ...window, mode, currency, isPerDay: false, skuId: null, planId: null, method: null }
  const one = orderId === undefined ? Prisma.empty : Prisma.sql`AND o."id" = ${orderId}`
  const [row] = await db().$queryRaw<[SalesRow]>`
    SELECT coalesce("revenueMinor", 0)::float8 AS "revenueMinor", coalesce("refundedMinor", 0)::float8 AS "refundedMinor",
      "orders"::int, "lines"::int, "knownLines"::int, "marginMinor"::float8
    FROM (SELECT count(DISTINCT s."orderId") AS "orders", ${LINE_SUMS} FROM (${soldLines(filter, one)}) s) x`

  return row
}

// A line keeps the instant of its order, so that a window is read from the index over state and instant. Every state is
// named, or that index would not be met.
const EVERY = Prisma.join(ITEM_STATES.map((state) => Prisma.sql`${state}::"LineState"`))

/** How long lines of a window took from proven money to delivered eSIMs, in milliseconds. */
export async function readDeliveries({ from, until }: Stretch, mode: string) {
  const [row] = await db().$queryRaw<{ lines: number; medianMs: number | null; slowMs: number | null }[]>`
    SELECT count(*)::int AS "lines",
      percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM l."deliveredAt" - l."readyAt") * 1000)::float8
        AS "medianMs",
      percentile_cont(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM l."deliveredAt" - l."readyAt") * 1000)::float8
        AS "slowMs"
    FROM "Order" o
    JOIN "Line" l ON l."orderId" = o."id" AND l."deliveredAt" IS NOT NULL AND l."readyAt" IS NOT NULL
      AND l."state" IN (${EVERY}) AND l."orderedAt" >= ${from} AND l."orderedAt" < ${until}
    WHERE o."createdAt" >= ${from} AND o."createdAt" < ${until} AND o."mode" = ${mode}`

  return row ?? { lines: 0, medianMs: null, slowMs: null }
}

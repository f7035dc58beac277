import 'server-only'
import { env } from '#lib/core/env.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import type { Lease } from '#lib/core/repository/leases.ts'
import { findRefundIds, type Searched } from '#lib/core/repository/lists.ts'
import { decimal } from '#lib/core/rules/decimal.ts'
import { addDays } from '#lib/core/rules/field-schemas.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import type { RefundKind, RefundState } from '#lib/generated/prisma/enums.ts'
import type { CreditState, RefundEntry, RefundFilter } from '#lib/refunds/rules/refund-ledger.ts'

const select = {
  id: true,
  paymentId: true,
  key: true,
  kind: true,
  state: true,
  amountMinor: true,
  expectedRefundedSoFar: true,
  reason: true,
  providerRefundId: true,
  sentAt: true,
  createdAt: true,
  items: { select: { itemId: true, esimId: true, amountMinor: true } },
  payment: {
    select: { orderId: true, objectId: true, provider: true, currency: true, refundedMinor: true, capturedMinor: true },
  },
} as const satisfies Prisma.RefundSelect

/** Money on its way back, with the shares it is made of. */
export type RefundRow = Prisma.RefundGetPayload<{ select: typeof select }>

/** A part of a refund: what an eSIM, or a line as a whole, gets back. */
export type RefundShare = { itemId: string; esimId: string | null; amountMinor: number }

/** What shares come to together, in minor units. */
export function sumShares(shares: readonly RefundShare[]): number {
  return shares.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}

/** Writes a refund down before anybody is asked for it, due at once. The payment must be locked by the caller. */
export async function addRefund(
  refund: {
    payment: { id: string; refundedMinor: number }
    kind: RefundKind
    reason: string
    requestedBy: string
    shares: RefundShare[]
    /** What a refund comes to in which no line and no eSIM has a share. */
    amountMinor?: number
    /** A key of the caller's own, for an act that a person may send twice. */
    key?: string
  },
  tx: Tx,
): Promise<string> {
  const id = newId('rfd')
  await tx.refund.create({
    data: {
      id,
      paymentId: refund.payment.id,
      key: refund.key ?? `refund:${id}`,
      kind: refund.kind,
      amountMinor: refund.amountMinor ?? sumShares(refund.shares),
      expectedRefundedSoFar: refund.payment.refundedMinor,
      reason: refund.reason,
      requestedBy: refund.requestedBy,
      nextActionAt: new Date(0),
      items: { create: refund.shares.map((share) => ({ id: newId('rfi'), ...share })) },
    },
    select: { id: true },
  })

  return id
}

/** The refund, `null` when there is none. */
export async function getRefund(id: string, client: Tx = db()): Promise<RefundRow | null> {
  return client.refund.findUnique({ where: { id }, select })
}

/** Moves a refund whose lease is held. `false` when it has left `from` or the lease was lost. */
export async function moveRefund(
  lease: Lease,
  move: { from: RefundState; to: RefundState; changes?: Omit<Prisma.RefundUncheckedUpdateManyInput, 'state'> },
  client: Tx = db(),
): Promise<boolean> {
  const { count } = await client.refund.updateMany({
    where: { id: lease.id, epoch: lease.epoch, state: move.from },
    data: { ...move.changes, state: move.to },
  })

  return count === 1
}

/** Tells whether another refund of the payment is out at the provider: two at once could not check each other. */
export async function isAnotherRefundOut(refund: { id: string; paymentId: string }, client: Tx): Promise<boolean> {
  const count = await client.refund.count({
    where: { paymentId: refund.paymentId, state: 'SENT', id: { not: refund.id } },
  })

  return count > 0
}

/** What a line has got back of a payment or is about to, in minor units; refused refunds do not count. */
export async function sumRefundsOfItem(itemId: string, paymentId: string, client: Tx = db()): Promise<number> {
  const { _sum } = await client.refundItem.aggregate({
    where: { itemId, refund: { paymentId, state: { not: 'REFUSED' } } },
    _sum: { amountMinor: true },
  })

  return _sum.amountMinor ?? 0
}

/** What an eSIM has got back or is about to, in minor units; refused refunds do not count. */
export async function sumRefundsOfEsim(esimId: string, client: Tx = db()): Promise<number> {
  const { _sum } = await client.refundItem.aggregate({
    where: { esimId, refund: { state: { not: 'REFUSED' } } },
    _sum: { amountMinor: true },
  })

  return _sum.amountMinor ?? 0
}

/**
 * What each of these eSIMs has not got back yet of a payment. What went back for its item as a whole is part of that: together
 * they get no more than is left of it.
 */
export async function listUnpaidShares(
  esims: { id: string; itemId: string; priceShareMinor: number }[],
  paymentId: string,
  tx: Tx,
): Promise<RefundShare[]> {
  const left = new Map<string, number>()
  const shares: RefundShare[] = []
  for (const { id: esimId, itemId, priceShareMinor } of esims) {
    const ofItem = left.get(itemId) ?? (await restOfItem(itemId, paymentId, tx))
    const amountMinor = Math.max(0, Math.min(priceShareMinor - (await sumRefundsOfEsim(esimId, tx)), ofItem))
    left.set(itemId, ofItem - amountMinor)
    shares.push({ itemId, esimId, amountMinor })
  }

  return shares
}

/** What of an item's price has not gone back of a payment yet. */
export async function restOfItem(itemId: string, paymentId: string, tx: Tx): Promise<number> {
  const { priceMinor } = await tx.orderItem.findUniqueOrThrow({ where: { id: itemId }, select: { priceMinor: true } })

  return priceMinor - (await sumRefundsOfItem(itemId, paymentId, tx))
}

/** Plans the money of eSIMs that went back. Those that have nothing left to get have it. The payment must be locked. */
export async function payEsimsBack(
  { reason, requestedBy }: { reason: string | null; requestedBy: string },
  { payment, shares }: { payment: { id: string; refundedMinor: number }; shares: RefundShare[] },
  tx: Tx,
): Promise<void> {
  const due = shares.filter(({ amountMinor }) => amountMinor > 0)
  const [paid, free] = [due, shares.filter(({ amountMinor }) => amountMinor === 0)].map((part) =>
    part.flatMap(({ esimId }) => esimId ?? []),
  )
  if (due.length > 0) {
    await addRefund({ payment, kind: 'CARDS', reason: reason ?? 'returned', requestedBy, shares: due }, tx)
  }
  await tx.esim.updateMany({ where: { id: { in: paid ?? [] } }, data: { cancelState: 'MONEY_DUE' } })
  await tx.esim.updateMany({ where: { id: { in: free ?? [] } }, data: { cancelState: 'MONEY_BACK' } })
}

/** Notes that the money of the eSIMs in a refund has gone back. */
export async function noteMoneyBack(refundId: string, tx: Tx): Promise<void> {
  await tx.esim.updateMany({
    where: { refundItems: { some: { refundId } }, cancelState: 'MONEY_DUE' },
    data: { cancelState: 'MONEY_BACK' },
  })
}

/** The refunds of a payment that concern a line, newest first. */
export async function listRefundsOfItem(itemId: string, paymentId: string, client: Tx = db()) {
  return client.refund.findMany({
    where: { paymentId, items: { some: { itemId } } },
    orderBy: { createdAt: 'desc' },
    select: { id: true, state: true, kind: true, amountMinor: true },
  })
}

/** What is planned or done to be given back of one payment, in minor units. */
export async function sumRefundsOfPayment(paymentId: string, client: Tx = db()): Promise<number> {
  const { _sum } = await client.refund.aggregate({
    where: { paymentId, state: { not: 'REFUSED' } },
    _sum: { amountMinor: true },
  })

  return _sum.amountMinor ?? 0
}

/** Looks up which shares a filter means: those of this store's own mode where it says nothing. */
export async function findRefundFilter(
  { book, state, credit, from, to }: Omit<RefundFilter, 'q'>,
  searched: Searched | null,
) {
  return {
    book: book ?? env.STORE_MODE,
    ids: searched && (await findRefundIds(searched)),
    state,
    credit,
    from: from && new Date(`${from}T00:00:00Z`),
    until: to && new Date(`${addDays(to, 1)}T00:00:00Z`),
  }
}

/** `ids` are the only refunds that may be among those that are meant; `until` is not included. */
type RefundListFilter = Awaited<ReturnType<typeof findRefundFilter>>

/** Where the ledger goes on. */
export type RefundKey = { at: Date; refundId: string; id: string }

const CREDITS: Record<CreditState, Prisma.Sql> = {
  none: Prisma.sql`c."amount" IS NULL`,
  expected: Prisma.sql`c."amount" > c."confirmed"`,
  confirmed: Prisma.sql`c."amount" = c."confirmed"`,
}

/**
 * Reads shares of refunds, newest first, those older than a key. What was paid above the price has no shares: it is one
 * row, under the id of its refund.
 *
 * A line has one order at the network, or several when it was placed again: the eSIM's own counts, else all of its item.
 */
export async function listRefundEntries(
  filter: RefundListFilter,
  { after, limit }: { after: RefundKey | null; limit: number },
): Promise<RefundEntry[]> {
  const conditions = [
    Prisma.sql`o."mode" = ${filter.book}`,
    ...(filter.ids === null ? [] : [Prisma.sql`r."id" = ANY(${filter.ids}::text[])`]),
    ...(filter.state === null ? [] : [Prisma.sql`r."state"::text = ${filter.state}`]),
    ...(filter.credit === null ? [] : [CREDITS[filter.credit]]),
    ...(filter.from === null ? [] : [Prisma.sql`r."createdAt" >= ${filter.from}`]),
    ...(filter.until === null ? [] : [Prisma.sql`r."createdAt" < ${filter.until}`]),
    // Spelled out apart from the triple: a comparison of two tables' columns cannot be looked up in the index.
    ...(after === null
      ? []
      : [
          Prisma.sql`r."createdAt" <= ${after.at}`,
          Prisma.sql`(r."createdAt", r."id", coalesce(i."id", r."id")) < (${after.at}, ${after.refundId}, ${after.id})`,
        ]),
  ]
  const rows = await db().$queryRaw<RefundEntry[]>`
    SELECT coalesce(i."id", r."id") AS "id", r."id" AS "refundId", o."id" AS "orderId", o."number" AS "orderNumber", r."createdAt" AS "at",
      r."doneAt", r."kind"::text AS "kind", r."state"::text AS "state", r."reason",
      coalesce(i."amountMinor", r."amountMinor") AS "amountMinor", p."currency",
      p."provider" AS "method", r."providerRefundId", p."capturedMinor", p."refundedMinor", k."iccid",
      k."id" AS "esimId", c."orderNum", c."currency" AS "creditCurrency", coalesce(c."amount", 0)::text AS "creditAmount",
      coalesce(c."confirmed", 0)::text AS "creditConfirmed",
      CASE WHEN c."amount" IS NULL THEN 'none' WHEN c."amount" > c."confirmed" THEN 'expected' ELSE 'confirmed' END
        AS "credit"
    FROM "Refund" r
    LEFT JOIN "RefundItem" i ON i."refundId" = r."id"
    JOIN "Payment" p ON p."id" = r."paymentId"
    JOIN "Order" o ON o."id" = p."orderId"
    LEFT JOIN "Card" k ON k."id" = i."cardId"
    LEFT JOIN LATERAL (
      SELECT min(u."orderNum") AS "orderNum", min(e."currency") AS "currency", sum(e."amount") AS "amount",
        coalesce(sum(e."amount") FILTER (WHERE e."confirmedAt" IS NOT NULL), 0) AS "confirmed"
      FROM "UpstreamOrder" u
      LEFT JOIN "SupplierEntry" e ON e."orderNum" = u."orderNum" AND e."kind" = 'expected_credit'
      WHERE u."lineId" = i."lineId" AND (k."orderNum" IS NULL OR u."orderNum" = k."orderNum")
    ) c ON true
    WHERE ${Prisma.join(conditions, ' AND ')}
    ORDER BY r."createdAt" DESC, r."id" DESC, coalesce(i."id", r."id") DESC LIMIT ${limit}`

  return rows.map((row) => ({
    ...row,
    creditAmount: decimal(row.creditAmount),
    creditConfirmed: decimal(row.creditConfirmed),
  }))
}

/** Finds where the ledger goes on behind a share or a refund without any, `null` for one that does not exist. */
export async function findRefundKey(id: string): Promise<RefundKey | null> {
  const whole = await db().refund.findUnique({ where: { id }, select: { createdAt: true } })
  if (whole) return { at: whole.createdAt, refundId: id, id }
  const row = await db().refundItem.findUnique({
    where: { id },
    select: { refundId: true, refund: { select: { createdAt: true } } },
  })

  return row && { at: row.refund.createdAt, refundId: row.refundId, id }
}

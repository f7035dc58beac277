import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { attemptRef, newId } from '#lib/core/rules/ids.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import type { WorkItem } from '#lib/orders/repository/items.ts'
import type { DiscrepancyKind } from '#lib/reconciliation/rules/discrepancy-kinds.ts'

/** The payment that a provider's object is, by our own id first. `null` when the database does not know it. */
export async function findPaymentOfObject(
  provider: string,
  ids: { paymentId: string | null; objectId: string | null; sessionId: string | null },
) {
  const either: Prisma.PaymentWhereInput[] = []
  if (ids.paymentId) either.push({ id: ids.paymentId })
  if (ids.objectId) either.push({ objectId: ids.objectId })
  if (ids.sessionId) either.push({ sessionId: ids.sessionId })
  if (either.length === 0) return null

  return db().payment.findFirst({
    where: { provider, OR: either },
    select: { id: true, orderId: true, state: true, objectId: true, sessionId: true },
  })
}

/** Gives a payment whose session was opened after the backup its ids back, so that it can be read. */
export async function attachObject(
  paymentId: string,
  ids: { objectId: string | null; sessionId: string | null },
): Promise<void> {
  await db().payment.updateMany({ where: { id: paymentId, state: 'INTENDED' }, data: { ...ids, state: 'OPEN' } })
}

/** The providers whose payments of this kind may have moved since: without them nothing can be said about money. */
export async function listMovingProviders(since: Date, isTest: boolean): Promise<string[]> {
  const rows = await db().payment.findMany({
    where: {
      isTest,
      OR: [
        { createdAt: { gte: since } },
        { state: { in: ['INTENDED', 'OPEN', 'AUTHORISED', 'CAPTURING', 'VOIDING'] } },
      ],
    },
    distinct: ['provider'],
    select: { provider: true },
  })

  return rows.map(({ provider }) => provider)
}

/** Lines that may have been ordered by somebody who cannot tell us: everything before "placed", and what is held. */
export async function listUnsettledItems(): Promise<string[]> {
  const rows = await db().orderItem.findMany({
    where: { state: { in: ['AWAITING_PAYMENT', 'READY', 'PLACING', 'UNKNOWN', 'REJECTED', 'HELD'] } },
    orderBy: { createdAt: 'asc' },
    select: { id: true },
  })

  return rows.map(({ id }) => id)
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

/** Cancellations that were only asked for may have been sent since: they are read back, never sent again. */
export async function doubtCancellations(): Promise<number> {
  return db().$executeRaw`
    UPDATE "CancelAttempt" SET "state" = 'SENT', "sentAt" = coalesce("sentAt", clock_timestamp()),
      "epoch" = "epoch" + 1, "leaseOwner" = NULL, "leaseUntil" = NULL
    WHERE "state" = 'ASKED' AND "askedAt" < (SELECT coalesce(("value" ->> 'since')::timestamptz, now())
      FROM "Setting" WHERE "key" = 'recovery')`
}

/** An order whose rows were lost, with the ids its payment carried. */
export type LostOrder = {
  id: string
  number: string
  locale: string
  mode: string
  email: string
  createdAt: Date
  currency: string
  totalMinor: number
  /** In the order in which they were bought. */
  items: {
    id: string
    itemRef: string
    priceMinor: number
    discountMinor: number
    quote: Omit<Prisma.QuoteUncheckedCreateInput, 'id' | 'items' | 'kind'>
  }[]
  payment: {
    id: string
    provider: string
    sessionId: string | null
    objectId: string | null
    isTest: boolean
    sessionEndsAt: Date
  }
}

/** Writes a lost order down again, as one that waits for its payment. `false` when it is there already. */
export async function insertLostOrder(order: LostOrder, tx: Tx): Promise<boolean> {
  const { id: orderId, createdAt, currency, totalMinor } = order
  const personId = newId('per')
  const scope = `rebuilt:${orderId}`
  await tx.person.create({ data: { id: personId, email: order.email }, select: { id: true } })
  const { number, locale, mode } = order
  const once = { scope, idempotencyKey: orderId, fingerprint: scope }
  const consent = { rebuilt: true }
  const facts = { id: orderId, number, personId, locale, mode, currency, totalMinor, consent, createdAt, ...once }
  const { count } = await tx.order.createMany({ data: [facts], skipDuplicates: true })
  if (count === 0) {
    await tx.person.delete({ where: { id: personId }, select: { id: true } })

    return false
  }
  for (const [index, { quote, ...item }] of order.items.entries()) {
    const quoteId = newId('quo')
    await tx.quote.create({ data: { id: quoteId, ...quote }, select: { id: true } })
    const data = { ...item, orderId, quoteId, position: index + 1, createdAt }
    await tx.orderItem.create({ data, select: { id: true } })
  }
  const payment = {
    ...order.payment,
    orderId,
    key: `order:${orderId}:pay:1`,
    amountMinor: totalMinor,
    currency,
    createdAt,
  }
  await tx.payment.create({ data: { ...payment, state: 'OPEN', nextActionAt: new Date(0) }, select: { id: true } })

  return true
}

/** Tells whether a difference was opened at any time, closed or not. */
export async function wasDiscrepancyOpened(kind: DiscrepancyKind, subject: string): Promise<boolean> {
  return (await db().discrepancy.count({ where: { kind, subject } })) > 0
}

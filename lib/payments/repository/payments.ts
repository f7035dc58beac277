import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { type Lease, LeaseLost } from '#lib/core/repository/leases.ts'
import { currencyCodeSchema } from '#lib/core/rules/field-schemas.ts'
import { UNFIT_REASONS } from '#lib/core/rules/payment-method.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import type { PaymentState } from '#lib/generated/prisma/enums.ts'

const select = {
  id: true,
  orderId: true,
  n: true,
  provider: true,
  key: true,
  sessionId: true,
  objectId: true,
  payUrl: true,
  amountMinor: true,
  currency: true,
  state: true,
  reason: true,
  isTest: true,
  capturedMinor: true,
  refundedMinor: true,
  captureKey: true,
  captureDueAt: true,
  captureUsedAt: true,
  voidKey: true,
  holdExpiresAt: true,
  sessionEndsAt: true,
  replacedBy: true,
  polls: true,
  createdAt: true,
} as const satisfies Prisma.PaymentSelect

/** A payment as the steps of a sale see it. Sums are minor units of `currency`. */
export type PaymentRow = Prisma.PaymentGetPayload<{ select: typeof select }>

/** The payment, `null` when there is none. */
export async function getPayment(id: string, client: Tx = db()): Promise<PaymentRow | null> {
  return client.payment.findUnique({ where: { id }, select })
}

/** Every payment of an order, the first one first. */
export async function listPaymentsOfOrder(orderId: string, client: Tx = db()): Promise<PaymentRow[]> {
  return client.payment.findMany({ where: { orderId }, orderBy: { n: 'asc' }, select })
}

/** The payment whose money stands for the order: proven, and not one that is being given back as surplus. */
export async function findPayingPayment(orderId: string, client: Tx = db()): Promise<PaymentRow | null> {
  return client.payment.findFirst({
    where: {
      orderId,
      state: { in: ['AUTHORISED', 'CAPTURING', 'CAPTURED', 'VOIDING', 'VOIDED', 'DISPUTED', 'FAILED'] },
      OR: [{ reason: null }, { reason: { notIn: [...UNFIT_REASONS] } }],
    },
    orderBy: { n: 'asc' },
    select,
  })
}

/** The payment that a provider's event is about, `null` when it is none of ours. */
export async function findPaymentByObject(
  provider: string,
  ids: { sessionId: string | null; paymentId: string | null },
  client: Tx = db(),
): Promise<{ id: string; objectId: string | null; sessionId: string | null } | null> {
  const either: Prisma.PaymentWhereInput[] = []
  if (ids.sessionId) either.push({ sessionId: ids.sessionId })
  if (ids.paymentId) either.push({ objectId: ids.paymentId })
  if (either.length === 0) return null

  return client.payment.findFirst({
    where: { provider, OR: either },
    select: { id: true, objectId: true, sessionId: true },
  })
}

/** The order that is given away under this payment, `null` when it is none. */
export async function findGift(paymentId: string) {
  const row = await db().payment.findUnique({
    where: { id: paymentId, provider: 'no_charge' },
    select: { currency: true, createdAt: true, order: { select: { id: true, number: true } } },
  })
  if (!row) return null
  const { order, createdAt } = row
  const currency = currencyCodeSchema.parse(row.currency)

  return { paymentId, orderId: order.id, reference: order.number, currency, createdAt }
}

/** Locks the payment row until the transaction ends: the first lock in every transaction that touches money. */
export async function lockPayment(id: string, client: Tx): Promise<PaymentRow> {
  await client.$queryRaw`SELECT "id" FROM "Payment" WHERE "id" = ${id} FOR UPDATE`

  return client.payment.findUniqueOrThrow({ where: { id }, select })
}

/** As `lockPayment`, for the worker that holds the row: throws `LeaseLost` when it does not any more. */
export async function lockLeasedPayment(lease: Lease, client: Tx): Promise<PaymentRow> {
  const rows = await client.$queryRaw<unknown[]>`
    SELECT "id" FROM "Payment" WHERE "id" = ${lease.id} AND "epoch" = ${lease.epoch} FOR UPDATE`
  if (rows.length === 0) throw new LeaseLost()

  return client.payment.findUniqueOrThrow({ where: { id: lease.id }, select })
}

/** Moves a payment whose lease is held. `false` when it has left `from` or the lease was lost. */
export async function movePayment(
  lease: Lease,
  move: { from: PaymentState; to: PaymentState; changes?: Omit<Prisma.PaymentUncheckedUpdateManyInput, 'state'> },
  client: Tx = db(),
): Promise<boolean> {
  const { count } = await client.payment.updateMany({
    where: { id: lease.id, epoch: lease.epoch, state: move.from },
    data: { ...move.changes, state: move.to },
  })

  return count === 1
}

/** Changes facts of a payment without moving it. `false` when the lease was lost. */
export async function noteOnPayment(lease: Lease, changes: Prisma.PaymentUncheckedUpdateManyInput): Promise<boolean> {
  const { count } = await db().payment.updateMany({ where: { id: lease.id, epoch: lease.epoch }, data: changes })

  return count === 1
}

/** Stores the session that the provider opened, and makes the payment be read after `pollMs`. */
export async function recordSession(
  paymentId: string,
  session: { sessionId: string; objectId: string | null; payUrl: string | null },
  pollMs: number,
): Promise<boolean> {
  const count = await db().$executeRaw`
    UPDATE "Payment" SET "state" = 'OPEN', "sessionId" = ${session.sessionId}, "objectId" = ${session.objectId},
      "payUrl" = ${session.payUrl}, "updatedAt" = clock_timestamp(),
      "nextActionAt" = clock_timestamp() + ${pollMs} * interval '1 millisecond'
    WHERE "id" = ${paymentId} AND "state" = 'INTENDED'`

  return count === 1
}

/** A new order, and what it is for: destinations, and the eSIMs that are topped up. */
type Replacing = { orderId: string; skuIds: number[]; esimIds: string[] }

/**
 * Notes that a new order takes the place of the unpaid ones among `formerIds` that are for one of the same destinations or
 * eSIMs, and makes a worker end their sessions. Returns their payments. A transfer may be on its way: it is left alone.
 */
export async function replaceUnpaid(
  formerIds: string[],
  { orderId, skuIds, esimIds }: Replacing,
  tx: Tx,
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    UPDATE "Payment" SET "replacedBy" = ${orderId}, "nextActionAt" = LEAST("nextActionAt", clock_timestamp())
    WHERE "orderId" = ANY(${formerIds}) AND "orderId" <> ${orderId} AND "state" IN ('INTENDED', 'OPEN')
      AND "provider" <> 'bank_transfer' AND EXISTS (
        SELECT 1 FROM "Line" l JOIN "Quote" q ON q."id" = l."quoteId"
        WHERE l."orderId" = "Payment"."orderId"
          AND (q."cardId" = ANY(${esimIds}) OR (q."cardId" IS NULL AND q."skuId" = ANY(${skuIds})))
      )
    RETURNING "id"`

  return rows.map(({ id }) => id)
}

/** The payments of the orders that were made of any of these quotes. */
export async function listPaymentsOfQuotes(quoteIds: string[]) {
  return db().payment.findMany({
    where: { order: { items: { some: { quoteId: { in: quoteIds } } } } },
    orderBy: { id: 'asc' },
    select: {
      id: true,
      orderId: true,
      state: true,
      provider: true,
      order: { select: { items: { select: { state: true } } } },
    },
  })
}

/** Stores what a provider lists as this payment where nobody had noted any session of it. */
export async function recordStuckObject(
  paymentId: string,
  object: { sessionId: string | null; objectId: string | null },
): Promise<void> {
  await db().payment.updateMany({ where: { id: paymentId, sessionId: null, objectId: null }, data: object })
}

/** Asks for the capture of a hold in `inMs`, once: a date that stands already is kept when it is earlier. */
export async function requestCapture(
  payment: { id: string; captureKey: string },
  inMs: number,
  client: Tx,
): Promise<void> {
  await client.$executeRaw`
    UPDATE "Payment" SET "captureKey" = COALESCE("captureKey", ${payment.captureKey}),
      "captureDueAt" = LEAST("captureDueAt", clock_timestamp() + ${inMs} * interval '1 millisecond'),
      "nextActionAt" = LEAST("nextActionAt", clock_timestamp() + ${inMs} * interval '1 millisecond')
    WHERE "id" = ${payment.id} AND "state" = 'AUTHORISED'`
}

/**
 * The account at a provider that has received the store's money so far; the first one that is ever named is kept. `null`
 * while the provider names none.
 */
export async function accountOf(provider: string, named: string | null, tx: Tx): Promise<string | null> {
  const key = `payments.account.${provider}`
  if (named !== null) {
    await tx.setting.createMany({ data: [{ key, value: named, updatedBy: 'store' }], skipDuplicates: true })
  }
  const row = await tx.setting.findUnique({ where: { key }, select: { value: true } })

  return typeof row?.value === 'string' ? row.value : null
}

/** An event of a payment provider: which object changed, never what it says about it. */
export type NewProviderEvent = {
  id: string
  provider: string
  eventId: string
  kind: string
  objectId: string
  isMatched: boolean
}

/** Keeps an event. `false` when it was delivered before: then nothing else happens. */
export async function addProviderEvent({ isMatched, ...event }: NewProviderEvent, tx: Tx): Promise<boolean> {
  const { count } = await tx.providerEvent.createMany({
    data: [{ ...event, state: isMatched ? 'RECEIVED' : 'UNMATCHED' }],
    skipDuplicates: true,
  })

  return count === 1
}

/** What was read at the provider: the ids under which it is known, and the database's time before it was asked. */
export type ProviderReading = { provider: string; objectIds: string[]; readAt: Date }

/** Notes that what these objects were like when they were read has been applied. A later event stays to be looked into. */
export async function markEventsApplied(reading: ProviderReading, client: Tx = db()): Promise<void> {
  const { provider, objectIds, readAt } = reading
  await client.providerEvent.updateMany({
    where: { provider, objectId: { in: objectIds }, state: 'RECEIVED', receivedAt: { lt: readAt } },
    data: { state: 'APPLIED', appliedAt: new Date() },
  })
}

import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import type { CompanyData } from '#lib/core/rules/company.ts'
import { currentTrace } from '#lib/core/trace.ts'
import { isBuyerBlocked } from '#lib/customers/repository/customer-list.ts'
import { findPersonIds } from '#lib/customers/repository/customers.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import { type OrderRate, toOrderRate } from '#lib/pricing/rules/selling-currency.ts'

/** The key of an act that must happen once, and the fingerprint of what it asked for. */
export type Once = { key: string; fingerprint: string }

/** A new sale, a line per quote: all ids are made beforehand, because the payment's metadata carries them. */
export type NewOrder = {
  id: string
  number: string
  personId: string
  scope: string
  once: Once
  email: string
  /** Whom an invoice is made out to, `null` where none was asked for. */
  company: CompanyData | null
  locale: string
  /** The zone for times in mails, `null` when the browser named none. */
  timeZone: string | null
  /** Where the visit came from, `null` when it was not counted. */
  origin: Prisma.InputJsonObject | null
  currency: string
  totalMinor: number
  mode: string
  consent: Prisma.InputJsonObject
  /** In the buyer's order. */
  items: NewItem[]
  payment: {
    id: string
    key: string
    provider: string
    isTest: boolean
    sessionEndsAt: Date
    /** How long the row may stand without a session before a worker looks after it, in milliseconds. */
    graceMs: number
  }
}

type NewItem = {
  id: string
  itemRef: string
  quoteId: string
  kind: 'PURCHASE' | 'RENEWAL'
  /** The eSIM that a top-up is for. */
  esimId: string | null
  /** What is paid for it, and what promotions took off. */
  priceMinor: number
  discountMinor: number
}

/** What a repeated order request is answered with. */
export type StartedOrder = { id: string; number: string; paymentId: string; payUrl: string | null; isNew: boolean }

/** Returns which of these addresses may not buy: an order of theirs is refused as `buyer_blocked`. */
export async function listBlockedBuyers(emails: string[]): Promise<string[]> {
  const isBlocked = await Promise.all(emails.map((email) => isBuyerBlocked(email)))

  return emails.filter((_, index) => isBlocked[index])
}

/**
 * Writes order, lines and intended payment in one commit, or returns the order that this key made before.
 *
 * Throws `conflict` when the key was used for another request, or a quote for another order; `buyer_blocked`.
 */
export async function createOrderOnce(order: NewOrder, tx: Tx): Promise<StartedOrder> {
  const quoteIds = order.items.map(({ quoteId }) => quoteId)
  // A key that comes twice at once may bring quotes of its own each time.
  const turn = `${order.scope} ${order.once.key}`
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${turn}, 0))`
  // One quote is ordered once: parallel requests for it queue here, and the second one finds what the first has made.
  for (const quoteId of quoteIds.toSorted()) {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${quoteId}, 0))`
  }
  const before = await findStarted(order, tx)
  if (before) return before
  const used = await tx.orderItem.count({ where: { quoteId: { in: quoteIds } } })
  if (used > 0) throw new AppError('conflict', 'This quote was ordered already.', { reason: 'quote_ordered' })
  if (await isBuyerBlocked(order.email, tx)) throw new AppError('buyer_blocked', 'This buyer is blocked.')
  const person = { id: order.personId, email: order.email, ...(order.company ? { company: order.company } : {}) }
  await tx.person.create({ data: person, select: { id: true } })
  await tx.order.create({
    data: {
      id: order.id,
      number: order.number,
      personId: order.personId,
      scope: order.scope,
      idempotencyKey: order.once.key,
      fingerprint: order.once.fingerprint,
      locale: order.locale,
      timeZone: order.timeZone,
      ...(order.origin ? { origin: order.origin } : {}),
      currency: order.currency,
      totalMinor: order.totalMinor,
      mode: order.mode,
      consent: order.consent,
      requestId: currentTrace().requestId ?? null,
    },
    select: { id: true },
  })
  const items = order.items.map((item, index) => ({ ...item, orderId: order.id, position: index + 1 }))
  await tx.orderItem.createMany({ data: items })
  const { graceMs, ...payment } = order.payment
  await tx.payment.create({
    data: {
      ...payment,
      orderId: order.id,
      amountMinor: order.totalMinor,
      currency: order.currency,
      nextActionAt: new Date(Date.now() + graceMs),
    },
    select: { id: true },
  })

  return { id: order.id, number: order.number, paymentId: payment.id, payUrl: null, isNew: true }
}

/** The order that this key made before, `null` when it made none. Throws `conflict` when it made another one. */
export async function findStarted(
  { scope, once }: { scope: string; once: Once },
  client: Tx = db(),
): Promise<StartedOrder | null> {
  const row = await client.order.findUnique({
    where: { scope_idempotencyKey: { scope, idempotencyKey: once.key } },
    select: {
      id: true,
      number: true,
      fingerprint: true,
      payments: { orderBy: { n: 'asc' }, take: 1, select: { id: true, payUrl: true } },
    },
  })
  if (!row) return null
  if (row.fingerprint !== once.fingerprint) throw new AppError('conflict', 'This key made another order.')

  return {
    id: row.id,
    number: row.number,
    paymentId: row.payments[0]?.id ?? '',
    payUrl: row.payments[0]?.payUrl ?? null,
    isNew: false,
  }
}

/** The quotes that an order is to be made of, in the order of their ids here. `null` when one of them is missing. */
export async function findQuotesToOrder(quoteIds: readonly string[]): Promise<QuoteToOrder[] | null> {
  const rows = await db().quote.findMany({ where: { id: { in: [...quoteIds] } }, select: quoteSelect })
  const quotes = quoteIds.flatMap((id) => rows.find((row) => row.id === id) ?? [])

  return quotes.length === quoteIds.length ? quotes : null
}

const quoteSelect = {
  id: true,
  count: true,
  currency: true,
  totalMinor: true,
  checkedAt: true,
  expiresAt: true,
  kind: true,
  esimId: true,
  skuId: true,
  startDate: true,
  storeCurrency: true,
  storeRate: true,
} as const satisfies Prisma.QuoteSelect

/** A quote as an order is made of it. */
export type QuoteToOrder = Prisma.QuoteGetPayload<{ select: typeof quoteSelect }>

/** Who gets the mail of an order, and in which language. `null` when the order is unknown. */
export async function findRecipient(orderId: string, client: Tx = db()) {
  return client.order.findUnique({
    where: { id: orderId },
    select: {
      id: true,
      number: true,
      locale: true,
      currency: true,
      totalMinor: true,
      createdAt: true,
      personId: true,
      person: { select: { email: true, name: true } },
    },
  })
}

/** The states of a payment whose money is or was here: no stranger can bring an order so far for nothing. */
const WAS_AUTHORISED = ['AUTHORISED', 'CAPTURING', 'CAPTURED', 'VOIDING', 'VOIDED', 'DISPUTED'] as const

/** An order that a lost link is looked up by: whether its money was ever here, or a transfer is awaited. */
export type OrderForLink = {
  id: string
  number: string
  email: string
  money: 'held' | 'awaited' | 'none'
}

/** The order of this address with this number, `null` when it has none. */
export async function findOrderForLink({ email, number }: Record<'email' | 'number', string>) {
  const row = await db().order.findFirst({
    where: { personId: { in: await findPersonIds(email) }, number },
    select: orderForLink,
  })

  return row && toOrderForLink(row)
}

/**
 * The newest orders of this address whose number, or the ICCID of whose eSIM, ends with these capitals and digits. Among
 * all of them: strangers who begin orders with somebody's address hide none of the others.
 */
export async function findOrdersByEnd(email: string, end: string, limit: number): Promise<OrderForLink[]> {
  const people = await findPersonIds(email)
  const found = await db().$queryRaw<{ id: string }[]>`
    SELECT o."id" FROM "Order" o WHERE o."personId" = ANY(${people}) AND (
      right(regexp_replace(upper(o."number"), '[^A-Z0-9]', '', 'g'), ${end.length}::int) = ${end}
      OR EXISTS (SELECT 1 FROM "Line" l JOIN "Card" c ON c."lineId" = l."id"
        WHERE l."orderId" = o."id" AND right(c."iccid", ${end.length}::int) = ${end})
    ) ORDER BY o."createdAt" DESC, o."id" DESC LIMIT ${limit}`
  const orders = await Promise.all(found.map(({ id }) => getOrderForLink(id)))

  return orders.filter((order) => order !== null)
}

/** As `findOrderForLink`, by the id of the order. */
export async function getOrderForLink(id: string): Promise<OrderForLink | null> {
  const row = await db().order.findUnique({ where: { id }, select: orderForLink })

  return row && toOrderForLink(row)
}

const orderForLink = {
  id: true,
  number: true,
  scope: true,
  person: { select: { email: true } },
  payments: { select: { state: true, provider: true } },
} as const satisfies Prisma.OrderSelect

function toOrderForLink(row: Prisma.OrderGetPayload<{ select: typeof orderForLink }>): OrderForLink {
  const { id, number, scope, person, payments } = row
  const wasAuthorised = payments.some(({ state }) => (WAS_AUTHORISED as readonly string[]).includes(state))
  const isAwaited = payments.some(({ state, provider }) => state === 'OPEN' && provider === 'bank_transfer')
  // The address of an order that staff made was typed by them.
  const isOfBuyer = scope.startsWith('quote:')

  const money = wasAuthorised || !isOfBuyer ? 'held' : isAwaited ? 'awaited' : 'none'

  return { id, number, email: person.email, money }
}

/** Reads at which rate an order was made, `null` for one in the store's currency. An order has one: all its offers share it. */
export async function findOrderRate(orderId: string, client: Tx = db()): Promise<OrderRate | null> {
  const quote = await client.quote.findFirst({
    where: { items: { some: { orderId } } },
    orderBy: { id: 'asc' },
    select: { currency: true, storeCurrency: true, storeRate: true },
  })

  return quote && toOrderRate(quote)
}

/** Takes back that an order counts as lost because its cancellation was refused, or nobody could tell: it was cancelled, or is delivered. */
export async function unbookLostOrder({ orderId, orderNum }: { orderId: string; orderNum: string }, tx: Tx) {
  const evidence = { path: ['orderNum'], equals: orderNum }
  await tx.lossEntry.deleteMany({ where: { orderId, kind: { in: ['cancel_refused', 'written_off'] }, evidence } })
}

/** The newest withdrawal from an order, `null` where nobody has withdrawn from it. */
export async function findStatement(orderId: string, tx: Tx): Promise<{ id: string } | null> {
  return tx.withdrawal.findFirst({
    where: { orderId, confirmedAt: { not: null } },
    orderBy: { confirmedAt: 'desc' },
    select: { id: true },
  })
}

import 'server-only'
import { db, type Tx, transaction } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { eraseWords } from '#lib/customers/repository/erasures.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import type { DiscrepancyKind } from '#lib/reconciliation/rules/discrepancy-kinds.ts'

/** The orders of a person, which are all that is kept of them after an erasure. */
export async function listOrderIdsOfPerson(personId: string): Promise<string[]> {
  const rows = await db().order.findMany({ where: { personId }, orderBy: { id: 'asc' }, select: { id: true } })

  return rows.map(({ id }) => id)
}

/** Tells whether the database knows of an erasure. */
export async function findErasure(id: string): Promise<boolean> {
  return (await db().erasure.count({ where: { id } })) > 0
}

/**
 * Takes everything that names a person, or the account of one who never ordered, out of the rows, and notes it: the person, travellers and what they were given,
 * notes, mails that wait, and their words in every free text about the orders. Orders and sums stay; links stop working.
 */
export async function erasePersonRows(erasure: { id: string; person: string; orders: string[]; at: string }) {
  const { person, orders } = erasure
  const orderId = { in: orders }
  await transaction(async (tx) => {
    const words = await textsOf(person, orders, tx)
    await tx.person.updateMany({
      where: { id: person },
      data: { email: '', name: null, phone: null, company: Prisma.DbNull },
    })
    await tx.esim.updateMany({ where: { item: { orderId } }, data: { travellerName: null, label: null } })
    await tx.accessLink.updateMany({ where: { orderId, revokedAt: null }, data: { revokedAt: new Date() } })
    await tx.esimShare.deleteMany({ where: { esim: { item: { orderId } } } })
    await tx.outbox.deleteMany({ where: { orderId, state: 'DUE' } })
    await tx.pushSubscription.deleteMany({ where: { orderId } })
    await tx.gift.deleteMany({ where: { orderId } })
    await tx.orderNote.deleteMany({ where: { orderId } })
    // Its number and sums have to stay, and whom it names does not.
    await tx.invoice.updateMany({ where: { orderId }, data: { company: '', taxNumber: '', postalAddress: '' } })
    await eraseMessages({ orderId }, tx)
    for (const id of orders) {
      await tx.$executeRaw`UPDATE "Order" SET "consent" = "consent" - 'travellers', "origin" = NULL WHERE "id" = ${id}`
    }
    await eraseWords({ words, orders, people: [person] }, tx)
    await forgetAddress(words[0] ?? '', tx)
    const row = { id: erasure.id, scope: `person:${person}`, at: new Date(erasure.at) }
    await tx.erasure.createMany({ data: [row], skipDuplicates: true })
  })
}

// The address first: it is what joined addresses and blocks are known by.
async function textsOf(personId: string, orders: string[], tx: Tx): Promise<string[]> {
  const person = await tx.person.findUnique({ where: { id: personId } })
  const account = person ? null : await tx.account.findUnique({ where: { id: personId } })
  const esims = await tx.esim.findMany({
    where: { item: { orderId: { in: orders } } },
    select: { travellerName: true, label: true },
  })
  const wanted = await tx.$queryRaw<{ name: string }[]>`
    SELECT jsonb_path_query("consent", '$.travellers.*[*]') #>> '{}' AS "name" FROM "Order" WHERE "id" = ANY(${orders})`
  const names = [
    ...[person?.name, person?.phone, account?.name, ...wanted.map(({ name }) => name)],
    ...esims.flatMap(({ travellerName, label }) => [travellerName, label]),
  ]

  return [person?.email ?? account?.email ?? '', ...names.flatMap((name) => name ?? [])]
}

/** Empties messages, and closes those that wait: nobody is left to be answered. */
async function eraseMessages(where: Prisma.MessageWhereInput, tx: Tx): Promise<void> {
  await tx.message.updateMany({ where: { ...where, closedAt: null }, data: { closedAt: new Date() } })
  await tx.message.updateMany({ where, data: { email: '', text: '', answer: null, facts: {} } })
}

/** Forgets what is known of an address by itself, unless a person still has it. */
async function forgetAddress(email: string, tx: Tx): Promise<void> {
  if (email === '' || (await tx.person.count({ where: { email } })) > 0) return
  // What was written to the store is the writer's own words through and through.
  await eraseMessages({ email }, tx)
  await tx.salesNote.deleteMany({ where: { email } })
  await tx.gift.deleteMany({ where: { email } })
  await tx.customerAddress.deleteMany({ where: { email } })
  await tx.buyerBlock.deleteMany({ where: { email } })
  // The sessions go with it: whoever is signed in is nobody with the next request.
  await tx.account.deleteMany({ where: { email } })
}

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

/** Tells whether an order has a payment that none of these providers keeps a book of. */
export async function mayBePaidUnseen(orderId: string, providers: string[]): Promise<boolean> {
  return (await db().payment.count({ where: { orderId, provider: { notIn: providers } } })) > 0
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

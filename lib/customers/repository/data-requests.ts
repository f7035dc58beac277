import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import type { DataKind } from '#lib/customers/rules/admin-customers.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'

/** Notes that somebody asks for a copy of the own data, or to be forgotten. Returns the id. */
export async function addDataRequest(
  request: { personId: string; kind: DataKind; reason: string; askedBy: string },
  tx: Tx,
): Promise<string> {
  const id = newId('drq')
  await tx.dataRequest.create({ data: { id, ...request }, select: { id: true } })

  return id
}

/** Closes a request. `false` when there is no open one of this id. */
export async function declineDataRequest(
  { id, personIds }: { id: string; personIds: string[] },
  close: { closedBy: string; reason: string },
  tx: Tx,
): Promise<boolean> {
  const { count } = await tx.dataRequest.updateMany({
    where: { id, personId: { in: personIds }, closedAt: null },
    data: { closedAt: new Date(), closedBy: close.closedBy, outcome: 'declined', reason: close.reason },
  })

  return count === 1
}

/**
 * Closes every open request of a kind by a customer as done. After an erasure nothing is left to be copied: requests for a
 * copy are declined with it.
 */
export async function finishDataRequests(
  input: { personIds: string[]; kind: DataKind; closedBy: string; report?: Prisma.InputJsonObject },
  tx: Tx,
): Promise<void> {
  const { personIds, kind, closedBy, report } = input
  await tx.dataRequest.updateMany({
    where: { personId: { in: personIds }, kind, closedAt: null },
    data: { closedAt: new Date(), closedBy, outcome: 'done', ...(report ? { report } : {}) },
  })
  if (kind !== 'erase') return
  await tx.dataRequest.updateMany({
    where: { personId: { in: personIds }, kind: 'export', closedAt: null },
    data: { closedAt: new Date(), closedBy, outcome: 'declined' },
  })
}

/** The requests of a customer, the newest first. */
export async function listDataRequests(personIds: string[]) {
  return db().dataRequest.findMany({
    where: { personId: { in: personIds } },
    orderBy: { askedAt: 'desc' },
    take: 50,
  })
}

/** Open requests of everybody, the oldest first. */
export async function listOpenDataRequests(limit: number) {
  return db().dataRequest.findMany({
    where: { closedAt: null },
    orderBy: { askedAt: 'asc' },
    take: limit,
    select: { id: true, personId: true, kind: true, askedAt: true },
  })
}

const MAX = 2_000

/** Reads everything that is kept about a customer, as it is handed out: without activation codes and without secrets. */
export async function readCustomerCopy(personIds: string[], addresses: string[]) {
  const order = { personId: { in: personIds } }
  const [people, orders] = await Promise.all([
    db().person.findMany({ where: { id: { in: personIds } }, orderBy: { createdAt: 'asc' }, take: MAX }),
    db().order.findMany({ where: order, orderBy: { createdAt: 'asc' }, take: MAX, select: ORDER }),
  ])
  const orderId = { in: orders.map(({ id }) => id) }
  const [accounts, notes, invoices, withdrawals, mails, browsers, messages, blocks, requests, salesNotes, credits] =
    await Promise.all([
      db().account.findMany({ where: { email: { in: addresses } }, select: ACCOUNT }),
      // What the team wrote about an order may name who bought it, and goes with an erasure.
      db().orderNote.findMany({
        where: { orderId },
        orderBy: { at: 'asc' },
        select: { orderId: true, text: true, at: true },
      }),
      db().invoice.findMany({ where: { orderId }, orderBy: { number: 'asc' } }),
      db().withdrawal.findMany({ where: { orderId }, orderBy: { startedAt: 'asc' } }),
      db().outbox.findMany({
        where: { orderId },
        orderBy: { createdAt: 'asc' },
        select: { kind: true, orderId: true, state: true, createdAt: true, sentAt: true },
      }),
      db().pushSubscription.findMany({
        where: { orderId },
        orderBy: { createdAt: 'asc' },
        select: { orderId: true, createdAt: true },
      }),
      db().message.findMany({
        where: { OR: [{ email: { in: addresses } }, { orderId }] },
        orderBy: { createdAt: 'asc' },
        select: { reference: true, topic: true, text: true, answer: true, createdAt: true, closedAt: true },
      }),
      db().buyerBlock.findMany({
        where: { email: { in: addresses } },
        orderBy: { at: 'asc' },
        select: { at: true, endedAt: true },
      }),
      db().dataRequest.findMany({
        where: { personId: { in: personIds } },
        orderBy: { askedAt: 'asc' },
        select: { kind: true, askedAt: true, closedAt: true, outcome: true },
      }),
      db().salesNote.findMany({ where: { email: { in: addresses } }, select: { createdAt: true, queuedAt: true } }),
      db().credit.findMany({
        where: { holderId: { in: personIds } },
        orderBy: { id: 'asc' },
        select: { reason: true, agreedAt: true, promotion: { select: CREDIT } },
      }),
    ])

  return {
    people,
    accounts,
    orders,
    notes,
    invoices,
    withdrawals,
    mails,
    browsers,
    messages,
    blocks,
    requests,
    salesNotes,
    credits,
  }
}

// Neither the hash of a password nor a secret: who holds the file must not be able to sign in with it.
const ACCOUNT = {
  email: true,
  name: true,
  locale: true,
  homeZone: true,
  company: true,
  taxNumber: true,
  postalAddress: true,
  provenAt: true,
  createdAt: true,
  sessions: { select: { address: true, browser: true, createdAt: true, lastSeenAt: true, endedAt: true } },
  passkeys: { select: { name: true, createdAt: true, lastUsedAt: true } },
} as const

const CREDIT = {
  code: true,
  amountMinor: true,
  currency: true,
  createdAt: true,
  endsAt: true,
  endedAt: true,
  uses: { select: { orderId: true, discountMinor: true, createdAt: true, releasedAt: true } },
} as const

const PLAN = {
  count: true,
  days: true,
  startDate: true,
  unitMinor: true,
  plan: {
    select: {
      amountValue: true,
      amountUnit: true,
      validityDays: true,
      destination: { select: { providerName: true } },
    },
  },
} as const

const CARD = {
  iccid: true,
  travellerName: true,
  label: true,
  activateBefore: true,
  revealedAt: true,
  revealConsent: true,
  shares: {
    orderBy: { createdAt: 'asc' },
    select: { createdAt: true, openedAt: true, endedAt: true, endReason: true },
  },
  readings: { orderBy: { readAt: 'desc' }, take: 1, select: { usedMb: true, totalMb: true, readAt: true } },
} as const

const PAYMENT = {
  provider: true,
  state: true,
  amountMinor: true,
  capturedMinor: true,
  refundedMinor: true,
  currency: true,
  createdAt: true,
  refunds: { select: { amountMinor: true, state: true, createdAt: true, doneAt: true } },
} as const

const ORDER = {
  id: true,
  number: true,
  createdAt: true,
  locale: true,
  currency: true,
  totalMinor: true,
  consent: true,
  origin: true,
  gift: { select: { email: true, from: true, message: true, sendOn: true } },
  items: {
    orderBy: { position: 'asc' },
    select: { state: true, priceMinor: true, quote: { select: PLAN }, esims: { select: CARD } },
  },
  payments: { select: PAYMENT },
} as const

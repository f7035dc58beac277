import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { newId, newOrderNumber } from '#lib/core/rules/ids.ts'
import type { MessageSearch } from '#lib/customers/rules/customer-message.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import { findPersonIds } from './customers.ts'

/** A message to store. */
export type NewMessage = {
  email: string
  locale: string
  topic: string
  text: string
  orderId: string | null
  facts: Prisma.InputJsonObject
}

/** Stores a message. Resolves with its id and the reference that its sender is told. */
export async function addMessage(message: NewMessage, tx: Tx): Promise<{ id: string; reference: string }> {
  return tx.message.create({
    data: { id: newId('msg'), reference: newOrderNumber('M'), ...message },
    select: { id: true, reference: true },
  })
}

/** The message of the same address, topic, order and text that has been stored since an instant and waits for an answer. */
export async function findSameMessage({ email, topic, text, orderId }: NewMessage, since: Date) {
  return db().message.findFirst({
    where: { email, topic, text, orderId, closedAt: null, createdAt: { gte: since } },
    select: { id: true, reference: true },
  })
}

const COLUMNS = {
  id: true,
  reference: true,
  email: true,
  locale: true,
  topic: true,
  text: true,
  orderId: true,
  facts: true,
  createdAt: true,
  answer: true,
  answeredBy: true,
  closedAt: true,
} as const satisfies Prisma.MessageSelect

/** A message as it is stored. */
export type MessageRow = Prisma.MessageGetPayload<{ select: typeof COLUMNS }>

/** A message, `null` when there is none of this id. */
export async function findMessage(id: string, client: Tx = db()): Promise<MessageRow | null> {
  return client.message.findUnique({ where: { id }, select: COLUMNS })
}

/** Which messages are wanted, behind one that was shown; `ids` are the only ones that may be among them. */
export type MessageListFilter = { isClosed: boolean; after: string | null; ids: string[] | null; limit: number }

/** Reads a page of messages: those that wait from the oldest on, the closed ones from the newest on. */
export async function listMessages({ isClosed, after, ids, limit }: MessageListFilter): Promise<MessageRow[]> {
  const last = after === null ? null : await findMessage(after)
  const only = ids === null ? {} : { id: { in: ids } }

  return db().message.findMany({
    where: { AND: [only, isClosed ? closedBehind(last) : waitingBehind(last)] },
    orderBy: isClosed ? [{ closedAt: 'desc' }, { id: 'desc' }] : [{ createdAt: 'asc' }, { id: 'asc' }],
    take: limit,
    select: COLUMNS,
  })
}

function waitingBehind(last: MessageRow | null): Prisma.MessageWhereInput {
  if (!last) return { closedAt: null }
  const { id, createdAt } = last

  return { closedAt: null, createdAt: { gte: createdAt }, NOT: { createdAt, id: { lte: id } } }
}

function closedBehind(last: MessageRow | null): Prisma.MessageWhereInput {
  if (!last?.closedAt) return { closedAt: { not: null } }
  const { id, closedAt } = last

  return { closedAt: { lte: closedAt }, NOT: { closedAt, id: { gte: id } } }
}

/** How long the answers since an instant took: how many there were, and the middle one in milliseconds. */
export async function readAnswerTimes(since: Date): Promise<{ count: number; medianMs: number | null }> {
  const [row] = await db().$queryRaw<{ count: number; medianMs: number | null }[]>`
    SELECT count(*)::int AS "count", (percentile_cont(0.5) WITHIN GROUP (
      ORDER BY extract(epoch FROM "closedAt" - "createdAt")) * 1000)::float8 AS "medianMs"
    FROM "Message" WHERE "closedAt" >= ${since} AND "answer" IS NOT NULL`

  return row ?? { count: 0, medianMs: null }
}

const MAX_FOUND = 1_000

/** Finds the newest messages of a person, about an order, or the one of a reference: each by its index. */
export async function findMessageIds(search: MessageSearch): Promise<string[]> {
  if (search.kind === 'reference') return idsOf({ reference: search.reference })
  if (search.kind === 'order') return idsOf({ orderId: { in: await orderIdsOf({ number: search.number }) } })
  const { email } = search
  const [written, about] = await Promise.all([
    idsOf({ email }),
    // A buyer may have written from another address.
    orderIdsOf({ personId: { in: await findPersonIds(email) } }).then((ids) => idsOf({ orderId: { in: ids } })),
  ])

  return [...new Set([...written, ...about])]
}

async function idsOf(where: Prisma.MessageWhereInput): Promise<string[]> {
  const rows = await db().message.findMany({
    where,
    orderBy: { createdAt: 'desc' },
    take: MAX_FOUND,
    select: { id: true },
  })

  return rows.map(({ id }) => id)
}

async function orderIdsOf(where: Prisma.OrderWhereInput): Promise<string[]> {
  const rows = await db().order.findMany({
    where,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MAX_FOUND,
    select: { id: true },
  })

  return rows.map(({ id }) => id)
}

/** Closes a message, with or without an answer, once. `false` when somebody else did. */
export async function closeMessage(
  id: string,
  closing: { answer: string | null; answeredBy: string },
  tx: Tx,
): Promise<boolean> {
  const { count } = await tx.message.updateMany({
    where: { id, closedAt: null },
    data: { ...closing, closedAt: new Date() },
  })

  return count === 1
}

import 'server-only'
import { newId, newOrderNumber } from '#lib/domain/ids.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import { db, type Tx } from './client.ts'

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

/** Reads a page of messages: those that wait from the oldest on, the closed ones from the newest on. */
export async function listMessages(wish: { isClosed: boolean; after: string | null; limit: number }) {
  const after = wish.after ? await findMessage(wish.after) : null
  const { closedAt } = after ?? {}
  const where: Prisma.MessageWhereInput = wish.isClosed
    ? {
        closedAt: { not: null },
        ...(after && closedAt ? { OR: [{ closedAt: { lt: closedAt } }, { closedAt, id: { lt: after.id } }] } : {}),
      }
    : {
        closedAt: null,
        ...(after
          ? { OR: [{ createdAt: { gt: after.createdAt } }, { createdAt: after.createdAt, id: { gt: after.id } }] }
          : {}),
      }
  const orderBy: Prisma.MessageOrderByWithRelationInput[] = wish.isClosed
    ? [{ closedAt: 'desc' }, { id: 'desc' }]
    : [{ createdAt: 'asc' }, { id: 'asc' }]

  return db().message.findMany({ where, orderBy, take: wish.limit, select: COLUMNS })
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

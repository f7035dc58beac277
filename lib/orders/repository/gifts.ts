import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import type { GiftInput } from '#lib/orders/rules/gift.ts'

export type NewGift = GiftInput & { dueAt: Date }

/** Notes whom an order goes to, in the transaction that makes it. */
export async function addGift(orderId: string, gift: NewGift, tx: Tx): Promise<void> {
  await tx.gift.create({ data: { orderId, ...gift }, select: { orderId: true } })
}

/** Has the eSIMs of an item that is here mailed to whom they are for, when that is due. `false` where they are no gift. */
export async function queueGift({ orderId, itemId }: { orderId: string; itemId: string }, tx: Tx): Promise<boolean> {
  const gift = await tx.gift.findUnique({ where: { orderId }, select: { dueAt: true } })
  if (!gift) return false
  const payload = { lineId: itemId }
  await queueMail(tx, { kind: 'gift', orderId, dedupeKey: `gift:${itemId}`, payload, dueAt: gift.dueAt })

  return true
}

/** Reads a gift as its mail leaves: from then on it is changed no more. `null` when it was called off. */
export async function startGift(orderId: string) {
  await db().gift.updateMany({ where: { orderId, sharedAt: null }, data: { sharedAt: new Date() } })

  return db().gift.findUnique({ where: { orderId } })
}

/** Locks the mails of a gift. `true` where a worker is about one of them at this moment. */
async function isLeaving(orderId: string, tx: Tx): Promise<boolean> {
  const rows = await tx.$queryRaw<{ isLeased: boolean }[]>`
    SELECT coalesce("leaseUntil" > clock_timestamp(), false) AS "isLeased" FROM "Outbox"
    WHERE "orderId" = ${orderId} AND "kind" = 'gift' AND "state" = 'DUE' FOR UPDATE`

  return rows.some(({ isLeased }) => isLeased)
}

/** Changes a gift whose mails wait, and when they go. `false` where it is on its way, or there is none. */
export async function changeGift(orderId: string, gift: NewGift, tx: Tx): Promise<boolean> {
  if (await isLeaving(orderId, tx)) return false
  const { count } = await tx.gift.updateMany({ where: { orderId, sharedAt: null }, data: gift })
  if (count === 0) return false
  await tx.outbox.updateMany({ where: { orderId, kind: 'gift', state: 'DUE' }, data: { nextActionAt: gift.dueAt } })

  return true
}

/** Calls a gift off. `false` where it is on its way, or there is none. */
export async function removeGift(orderId: string, tx: Tx): Promise<boolean> {
  if (await isLeaving(orderId, tx)) return false
  const { count } = await tx.gift.deleteMany({ where: { orderId, sharedAt: null } })
  if (count === 0) return false
  await tx.outbox.deleteMany({ where: { orderId, kind: 'gift', state: 'DUE' } })

  return true
}

/** A gift with what became of its mails, `null` where an order is none. */
export async function findGift(orderId: string) {
  const [gift, mails] = await Promise.all([
    db().gift.findUnique({ where: { orderId } }),
    db().outbox.findMany({ where: { orderId, kind: 'gift' }, select: { state: true, sentAt: true, lastError: true } }),
  ])

  return gift && { ...gift, mails }
}

import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { SUBJECT_GONE } from '#lib/core/repository/jobs.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import type { GiftInput } from '#lib/orders/rules/gift.ts'

export type NewGift = GiftInput & { dueAt: Date }

/** Notes whom an order goes to, in the transaction that makes it. */
export async function addGift(orderId: string, gift: NewGift, tx: Tx): Promise<void> {
  await tx.gift.create({ data: { orderId, ...gift }, select: { orderId: true } })
}

/** Has the eSIMs of an item that is here mailed to whom they are for, when that is due. `false` where they are no gift. */
export async function queueGift({ orderId, itemId }: { orderId: string; itemId: string }, tx: Tx): Promise<boolean> {
  // Locked: whoever moves it at this moment moves this mail too, or was first.
  await tx.$queryRaw`SELECT 1 FROM "Gift" WHERE "orderId" = ${orderId} FOR UPDATE`
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

/** Locks the mails of a gift, and says which gift may be changed; `null` while a worker is about one of them. */
async function whereChangeable(orderId: string, tx: Tx): Promise<{ orderId: string; sharedAt?: null } | null> {
  const rows = await tx.$queryRaw<{ state: string; lastError: string | null; isLeased: boolean }[]>`
    SELECT "state", "lastError", coalesce("leaseUntil" > clock_timestamp(), false) AS "isLeased" FROM "Outbox"
    WHERE "orderId" = ${orderId} AND "kind" = 'gift' FOR UPDATE`
  if (hasFailed(rows)) return { orderId }

  return rows.some(({ state, isLeased }) => state === 'DUE' && isLeased) ? null : { orderId, sharedAt: null }
}

/** Whether nothing of a gift got through, and no mail of it is tried again. */
export function hasFailed(mails: readonly { state: string; lastError: string | null }[]): boolean {
  return mails.length > 0 && mails.every(({ state, lastError }) => state === 'GIVEN_UP' && lastError !== SUBJECT_GONE)
}

/** Changes a gift whose mails wait, or did not get through, and when they go. `false` where it went, or there is none. */
export async function changeGift(orderId: string, gift: NewGift, tx: Tx): Promise<boolean> {
  const where = await whereChangeable(orderId, tx)
  if (!where) return false
  const { count } = await tx.gift.updateMany({ where, data: { ...gift, sharedAt: null } })
  if (count === 0) return false
  const again = { state: 'DUE', tries: 0, lastError: null, nextActionAt: gift.dueAt } as const
  await tx.outbox.updateMany({ where: { orderId, kind: 'gift', state: { in: ['DUE', 'GIVEN_UP'] } }, data: again })

  return true
}

/** Calls a gift off that waits, or did not get through. `false` where it went, or there is none. */
export async function removeGift(orderId: string, tx: Tx): Promise<boolean> {
  const where = await whereChangeable(orderId, tx)
  if (!where) return false
  const { count } = await tx.gift.deleteMany({ where })
  if (count === 0) return false
  await tx.outbox.deleteMany({ where: { orderId, kind: 'gift', state: 'DUE' } })

  return true
}

/** A gift with what became of its mails, `null` where an order is none. */
export async function findGift(orderId: string) {
  const gift = await db().gift.findUnique({ where: { orderId } })
  if (!gift) return null
  const mails = await db().outbox.findMany({
    where: { orderId, kind: 'gift' },
    select: { state: true, sentAt: true, lastError: true },
  })

  return { ...gift, mails }
}

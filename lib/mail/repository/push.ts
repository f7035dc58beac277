import 'server-only'
import { hashToken } from '#lib/core/crypto/tokens.ts'
import { db, type Tx, transaction } from '#lib/core/repository/client.ts'
import { encryptValue, openValue } from '#lib/core/repository/encrypted.ts'
import type { Lease } from '#lib/core/repository/leases.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { MAX_BROWSERS, PUSH_KIND, type PushTarget, type PushTopic, pushTargetSchema } from '#lib/mail/rules/push.ts'

const KEY_ID = 'vapid'

const PUSH_KEY_PLACE = { table: 'PushKey', id: KEY_ID, field: 'encryptedPrivateKey' }

function pushTargetPlace(id: string) {
  return { table: 'PushSubscription', id, field: 'encryptedTarget' }
}

export type PushKeyPair = { publicKey: string; privateKey: string }

/** The public key by which push services know this store; `null` before it is made. */
export async function findPublicPushKey(): Promise<string | null> {
  return (await db().pushKey.findUnique({ where: { id: KEY_ID }, select: { publicKey: true } }))?.publicKey ?? null
}

/** Both keys, to sign with; `null` before they are made. */
export async function findPushKeys(): Promise<PushKeyPair | null> {
  const row = await db().pushKey.findUnique({ where: { id: KEY_ID } })

  return row && { publicKey: row.publicKey, privateKey: openValue(row.encryptedPrivateKey, PUSH_KEY_PLACE) }
}

/** Keeps a key pair unless there is one. Of two processes that make one, the first is kept. */
export async function addPushKeys({ publicKey, privateKey }: PushKeyPair): Promise<void> {
  const encryptedPrivateKey = encryptValue(privateKey, PUSH_KEY_PLACE)
  await db().pushKey.createMany({ data: [{ id: KEY_ID, publicKey, encryptedPrivateKey }], skipDuplicates: true })
}

/** Keeps where a browser wants to hear of an order. The same one again is kept once, with the keys that it has now. */
export async function addPushSubscription(orderId: string, target: PushTarget): Promise<void> {
  const endpointHash = hashToken(target.endpoint)
  await transaction(async (tx) => {
    // Two at once must not both find room.
    await tx.$executeRaw`SELECT 1 FROM "Order" WHERE "id" = ${orderId} FOR UPDATE`
    const kept = await tx.pushSubscription.findMany({
      where: { orderId },
      orderBy: { createdAt: 'desc' },
      select: { id: true, endpointHash: true },
    })
    const id = kept.find((one) => one.endpointHash === endpointHash)?.id ?? newId('psh')
    const encryptedTarget = encryptValue(JSON.stringify(target), pushTargetPlace(id))
    await tx.pushSubscription.upsert({
      where: { id },
      create: { id, orderId, endpointHash, encryptedTarget },
      update: { encryptedTarget },
      select: { id: true },
    })
    const tooMany = kept.filter((one) => one.id !== id).slice(MAX_BROWSERS - 1)
    await tx.pushSubscription.deleteMany({ where: { id: { in: tooMany.map((one) => one.id) } } })
  })
}

/** Forgets a browser of an order by its address. */
export async function dropPushSubscription(orderId: string, endpoint: string): Promise<void> {
  await db().pushSubscription.deleteMany({ where: { orderId, endpointHash: hashToken(endpoint) } })
}

/** Forgets every browser of an order. Whoever may still see the order asks again by opening it. */
export async function dropPushSubscriptions(orderId: string, tx: Tx): Promise<void> {
  await tx.pushSubscription.deleteMany({ where: { orderId } })
}

/** Forgets a browser that its push service does not know any more. */
export async function forgetPushSubscription(id: string): Promise<void> {
  await db().pushSubscription.deleteMany({ where: { id } })
}

/** Where a browser is reached; `null` when it is not kept any more. */
export async function findPushTarget(id: string): Promise<PushTarget | null> {
  const row = await db().pushSubscription.findUnique({ where: { id }, select: { encryptedTarget: true } })

  return row && pushTargetSchema.parse(JSON.parse(openValue(row.encryptedTarget, pushTargetPlace(id))))
}

/** What browsers are told of. `dedupeKey` is that of the mail which says the same. */
export type NewPush = {
  topic: PushTopic
  orderId: string
  dedupeKey: string
  payload?: Record<string, string | number | null>
}

/** Queues a message to every browser of an order, in the transaction that makes it true: once for each event and browser. */
export async function queuePushes(tx: Tx, { topic, orderId, dedupeKey, payload = {} }: NewPush): Promise<void> {
  const browsers = await tx.pushSubscription.findMany({ where: { orderId }, select: { id: true } })
  if (browsers.length === 0) return
  const data = browsers.map(({ id: browser }) => ({
    ...{ id: newId('out'), kind: PUSH_KIND, orderId, dedupeKey: `${PUSH_KIND}:${browser}:${dedupeKey}` },
    payload: { ...payload, topic, browser },
    // The epoch as due date: a host clock that runs ahead must not delay it.
    nextActionAt: new Date(0),
  }))
  await tx.outbox.createMany({ data, skipDuplicates: true })
}

/**
 * Notes that a message is sent, before it is: whoever dies behind this, or gets no answer, does not send it again. `false`
 * when the lease was lost.
 */
export async function beginPush({ id, epoch }: Lease): Promise<boolean> {
  const { count } = await db().outbox.updateMany({
    where: { id, epoch, state: 'DUE' },
    data: { state: 'SENT', tries: { increment: 1 }, lastError: null, sentAt: new Date() },
  })

  return count === 1
}

/** Makes a message wait again that its push service has not taken. */
export async function returnPush({ id, epoch }: Lease, error: string): Promise<void> {
  const data = { state: 'DUE', lastError: error, sentAt: null } as const
  await db().outbox.updateMany({ where: { id, epoch, state: 'SENT' }, data })
}

/** Drops a message that reaches nobody. Nothing happens when the lease was lost. */
export async function dropPush({ id, epoch }: Lease): Promise<void> {
  await db().outbox.deleteMany({ where: { id, epoch } })
}

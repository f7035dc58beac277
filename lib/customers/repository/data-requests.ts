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
  id: string,
  close: { closedBy: string; reason: string },
  tx: Tx,
): Promise<boolean> {
  const { count } = await tx.dataRequest.updateMany({
    where: { id, closedAt: null },
    data: { closedAt: new Date(), closedBy: close.closedBy, outcome: 'declined', reason: close.reason },
  })

  return count === 1
}

/** Closes every open request of a kind by a customer as done. */
export async function finishDataRequests(
  input: { personIds: string[]; kind: DataKind; closedBy: string; report?: Prisma.InputJsonObject },
  tx: Tx,
): Promise<void> {
  const { personIds, kind, closedBy, report } = input
  await tx.dataRequest.updateMany({
    where: { personId: { in: personIds }, kind, closedAt: null },
    data: { closedAt: new Date(), closedBy, outcome: 'done', ...(report ? { report } : {}) },
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

import 'server-only'
import { newId } from '#lib/domain/ids.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import { db, type Tx } from './client.ts'

/** An act that one person asked for and a second one has to ask for too. */
export type NewSecondLook = {
  orderId: string
  act: string
  fingerprint: string
  wish: Prisma.InputJsonObject
  reason: string
  askedBy: string
}

/** The open request for the very same act, `null` when nobody has asked for it. */
export async function findSecondLook(orderId: string, fingerprint: string) {
  return db().secondLook.findFirst({
    where: { orderId, fingerprint, closedAt: null },
    select: { id: true, askedBy: true },
  })
}

/** The acts of an order that wait for a second person, oldest first. */
export async function listSecondLooks(orderId: string) {
  return db().secondLook.findMany({
    where: { orderId, closedAt: null },
    orderBy: { askedAt: 'asc' },
    select: { id: true, act: true, wish: true, reason: true, askedBy: true, askedAt: true },
  })
}

/** The acts on these findings that wait for a second person. */
export async function listLooksOnFindings(ids: string[]) {
  const rows = await db().secondLook.findMany({
    where: { closedAt: null, OR: ids.map((id) => ({ wish: { path: ['finding'], equals: id } })) },
    orderBy: { askedAt: 'asc' },
    select: { act: true, wish: true, askedBy: true, reason: true },
  })

  return rows.map(({ act, wish, askedBy, reason }) => ({
    finding: typeof wish === 'object' && wish !== null && 'finding' in wish ? String(wish.finding) : '',
    act: act.replace('finding.', ''),
    askedBy,
    reason,
  }))
}

/** Writes a request down. `false` when the same one is open already. */
export async function addSecondLook(look: NewSecondLook, tx: Tx): Promise<boolean> {
  const { count } = await tx.secondLook.createMany({ data: [{ id: newId('snd'), ...look }], skipDuplicates: true })

  return count === 1
}

/** Closes a request. `false` when somebody else did. */
export async function closeSecondLook(
  id: string,
  { by, outcome }: { by: string; outcome: 'done' | 'declined' },
  client: Tx = db(),
): Promise<boolean> {
  const { count } = await client.secondLook.updateMany({
    where: { id, closedAt: null },
    data: { closedAt: new Date(), closedBy: by, outcome },
  })

  return count === 1
}

/** Opens a request again whose act came to nothing. */
export async function reopenSecondLook(id: string): Promise<void> {
  await db().secondLook.updateMany({ where: { id }, data: { closedAt: null, closedBy: null, outcome: null } })
}

/** How many people may sign in and hold one of these roles. */
export async function countActiveStaff(roles: readonly ('read_only' | 'support' | 'finance' | 'manager' | 'owner')[]) {
  return db().staff.count({ where: { role: { in: [...roles] }, disabledAt: null } })
}

import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { PERMISSIONS, type Permission } from '#lib/core/rules/caller.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { toRecord } from '#lib/core/rules/records.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'

const MAX = 50

/** An act that one person asked for and a second one has to ask for too. */
export type NewApproval = {
  orderId: string
  act: string
  fingerprint: string
  input: Prisma.InputJsonObject
  reason: string
  askedBy: string
}

/** The open request for the very same act, `null` when nobody has asked for it. */
export async function findApproval(orderId: string, fingerprint: string) {
  return db().secondLook.findFirst({
    where: { orderId, fingerprint, closedAt: null },
    select: { id: true, askedBy: true },
  })
}

/** The acts of an order that wait for a second person, oldest first. */
export async function listApprovals(orderId: string) {
  return db().secondLook.findMany({
    where: { orderId, closedAt: null },
    orderBy: { askedAt: 'asc' },
    select: { id: true, act: true, input: true, reason: true, askedBy: true, askedAt: true },
  })
}

/** The acts on these discrepancies that wait for a second person. */
export async function listApprovalsOnDiscrepancies(ids: string[]) {
  const rows = await db().secondLook.findMany({
    where: { closedAt: null, OR: ids.map((id) => ({ input: { path: ['finding'], equals: id } })) },
    orderBy: { askedAt: 'asc' },
    select: { id: true, orderId: true, act: true, input: true, askedBy: true, reason: true },
  })

  return rows.map(({ act, input, ...row }) => ({
    ...row,
    discrepancy: discrepancyOf(input) ?? '',
    act: act.replace('finding.', ''),
  }))
}

/** The difference that a request is about, `null` for one about an order. */
function discrepancyOf(input: unknown): string | null {
  const { finding } = toRecord(input)

  return typeof finding === 'string' ? finding : null
}

/**
 * Everything that one person has asked for and another one has to agree to, but for what `actor` asked, oldest first: acts
 * about an order or a difference, and credits for the customer `holderId`.
 */
export async function listActionsAwaitingApproval(actor: string) {
  const [approvals, credits] = await Promise.all([
    db().secondLook.findMany({
      where: { closedAt: null, askedBy: { not: actor } },
      orderBy: { askedAt: 'asc' },
      take: MAX,
    }),
    db().credit.findMany({
      where: { agreedAt: null, promotion: { endedAt: null, createdBy: { not: actor } } },
      orderBy: { id: 'asc' },
      take: MAX,
      select: {
        id: true,
        holderId: true,
        reason: true,
        promotion: { select: { amountMinor: true, currency: true, createdAt: true, endsAt: true } },
      },
    }),
  ])
  const orders = await db().order.findMany({
    where: { id: { in: approvals.map(({ orderId }) => orderId) } },
    select: { id: true, number: true, currency: true },
  })
  const now = new Date()
  const open = credits.filter(({ promotion: { endsAt } }) => endsAt === null || endsAt > now)

  return [
    ...approvals.map(({ id, orderId, input, reason, askedAt: since }) => {
      const order = orders.find((one) => one.id === orderId)
      const minor =
        typeof input === 'object' && input !== null && 'amountMinor' in input ? Number(input.amountMinor) : null

      return {
        ...{ id, holderId: null, discrepancy: discrepancyOf(input), reason, since },
        order: order ? { id: order.id, number: order.number } : null,
        amount: order && minor !== null ? { minor, currency: order.currency } : null,
      }
    }),
    ...open.map(({ id, holderId, reason, promotion: { amountMinor, currency, createdAt: since } }) => ({
      ...{ id, holderId, discrepancy: null, reason, since, order: null },
      amount: { minor: amountMinor ?? 0, currency },
    })),
  ]
}

/** Writes a request down. `false` when the same one is open already. */
export async function addApproval(approval: NewApproval, tx: Tx): Promise<boolean> {
  const { count } = await tx.secondLook.createMany({ data: [{ id: newId('snd'), ...approval }], skipDuplicates: true })

  return count === 1
}

/** Closes a request. `false` when somebody else did. */
export async function closeApproval(
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

/** Ends the requests to decide about items that wait for no decision any more: none may be agreed to in another case. */
export async function closeApprovalsOfItems(itemIds: string[], client: Tx): Promise<void> {
  if (itemIds.length === 0) return
  await client.secondLook.updateMany({
    where: {
      closedAt: null,
      act: { startsWith: 'held.' },
      OR: itemIds.map((id) => ({ input: { path: ['itemId'], equals: id } })),
    },
    data: { closedAt: new Date(), closedBy: 'store', outcome: 'declined' },
  })
}

/** Tells whether whoever asked for something (`staff:` and an id) may still sign in, and do it. */
export async function mayStill(asker: string, permission: Permission, client: Tx = db()): Promise<boolean> {
  const where = { id: asker.replace(/^staff:/, ''), role: { in: [...PERMISSIONS[permission]] }, disabledAt: null }

  return (await client.staff.count({ where })) > 0
}

/** How many people may sign in and hold one of these roles. */
export async function countActiveStaff(roles: readonly ('read_only' | 'support' | 'finance' | 'manager' | 'owner')[]) {
  return db().staff.count({ where: { role: { in: [...roles] }, disabledAt: null } })
}

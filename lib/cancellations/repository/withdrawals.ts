import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'

/** Writes down the first step of a withdrawal. */
export async function addWithdrawal(row: { id: string; orderId: string | null }): Promise<void> {
  await db().withdrawal.create({ data: row, select: { id: true } })
}

/** A withdrawal, `null` when there is none of this id. */
export async function findWithdrawal(id: string, client: Tx = db()) {
  return client.withdrawal.findUnique({ where: { id }, select: { id: true, orderId: true, confirmedAt: true } })
}

/** Makes a first step a statement, once. False when it was one already. */
export async function confirmWithdrawalRow(id: string, tx: Tx): Promise<boolean> {
  const { count } = await tx.withdrawal.updateMany({
    where: { id, confirmedAt: null },
    data: { confirmedAt: new Date() },
  })

  return count === 1
}

/** Statements whose consequences have not been drawn yet, oldest first. */
export async function listOpenWithdrawals(): Promise<{ id: string; orderId: string }[]> {
  const rows = await db().withdrawal.findMany({
    where: { confirmedAt: { not: null }, actedAt: null, orderId: { not: null } },
    orderBy: { confirmedAt: 'asc' },
    take: 50,
    select: { id: true, orderId: true },
  })

  return rows.flatMap(({ id, orderId }) => (orderId ? [{ id, orderId }] : []))
}

/** Notes what came of a statement. */
export async function endWithdrawal(id: string, outcome: Prisma.InputJsonObject): Promise<void> {
  await db().withdrawal.updateMany({ where: { id, actedAt: null }, data: { actedAt: new Date(), outcome } })
}

/** The lines and eSIMs of an order that a withdrawal concerns. */
export async function listWithdrawable(orderId: string) {
  return db().orderItem.findMany({
    where: { orderId },
    orderBy: { id: 'asc' },
    select: { id: true, state: true, esims: { select: { id: true, revealedAt: true, cancelState: true } } },
  })
}

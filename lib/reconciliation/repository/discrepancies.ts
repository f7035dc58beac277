import 'server-only'
import { env } from '#lib/core/env.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import type { LossKind } from '#lib/finance/rules/loss-ledger.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import type { DiscrepancyKind } from '#lib/reconciliation/rules/discrepancy-kinds.ts'

/** A difference between us and an outside party. One per kind and subject is open at a time. */
export type NewDiscrepancy = {
  kind: DiscrepancyKind
  subject: string
  orderId?: string
  evidence: Prisma.InputJsonObject
}

/** Opens a difference for a person to look at. Nothing happens when the same one is open. */
export async function openDiscrepancy(discrepancy: NewDiscrepancy, client: Tx = db()): Promise<void> {
  await client.discrepancy.createMany({ data: [{ id: newId('brk'), ...discrepancy }], skipDuplicates: true })
}

/** Closes an open difference by a rule of the store. Nothing happens when none is open. */
export async function closeDiscrepancies(
  { kind, subject, resolution }: { kind: DiscrepancyKind; subject: string; resolution: string },
  tx: Tx,
): Promise<void> {
  await tx.discrepancy.updateMany({
    where: { kind, subject, closedAt: null },
    data: { closedAt: new Date(), closedBy: 'store', resolution },
  })
}

/** `amount` is exact decimal text in `currency`, `null` where nobody knows it. */
export type NewLoss = {
  orderId: string | null
  kind: LossKind
  amount: string | null
  currency: string
  evidence: Prisma.InputJsonObject
}

/** Books money that is lost, or may be: in the book of its order, and in that of now where no order stands behind it. */
export async function bookLoss(loss: NewLoss, client: Tx = db()): Promise<void> {
  const where = { id: loss.orderId ?? '' }
  const order = await client.order.findUnique({ where, select: { mode: true } })
  const data = { id: newId('los'), ...loss, mode: order?.mode ?? env.STORE_MODE }
  await client.lossEntry.create({ data, select: { id: true } })
}

/** Notes what the supplier charged, or owes us. `amount` is exact decimal text in the provider's currency. */
export async function addProviderEntry(
  entry: { kind: 'spend' | 'expected_credit'; amount: string; currency: string; orderNum: string; note?: string },
  client: Tx = db(),
): Promise<void> {
  await client.providerEntry.create({ data: { id: newId('sup'), ...entry }, select: { id: true } })
}

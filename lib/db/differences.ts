import 'server-only'
import type { BreakKind } from '#lib/domain/break-kinds.ts'
import { newId } from '#lib/domain/ids.ts'
import type { LossKind } from '#lib/domain/loss-ledger.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import { db, type Tx } from './client.ts'

/** A difference between us and an outside party. One per kind and subject is open at a time. */
export type NewBreak = { kind: BreakKind; subject: string; orderId?: string; evidence: Prisma.InputJsonObject }

/** Opens a difference for a person to look at. Nothing happens when the same one is open. */
export async function openBreak(difference: NewBreak, client: Tx = db()): Promise<void> {
  await client.break.createMany({ data: [{ id: newId('brk'), ...difference }], skipDuplicates: true })
}

/** Closes an open difference by a rule of the store. Nothing happens when none is open. */
export async function closeBreaks(
  { kind, subject, resolution }: { kind: BreakKind; subject: string; resolution: string },
  tx: Tx,
): Promise<void> {
  await tx.break.updateMany({
    where: { kind, subject, closedAt: null },
    data: { closedAt: new Date(), closedBy: 'store', resolution },
  })
}

/** Books money that is lost, or may be. `amount` is exact decimal text in `currency`. */
export async function bookLoss(
  loss: { orderId: string; kind: LossKind; amount: string; currency: string; evidence: Prisma.InputJsonObject },
  client: Tx = db(),
): Promise<void> {
  await client.lossEntry.create({ data: { id: newId('los'), ...loss }, select: { id: true } })
}

/** Notes what the supplier charged, or owes us. `amount` is exact decimal text in the upstream's currency. */
export async function addSupplierEntry(
  entry: { kind: 'spend' | 'expected_credit'; amount: string; currency: string; orderNum: string; note?: string },
  client: Tx = db(),
): Promise<void> {
  await client.supplierEntry.create({ data: { id: newId('sup'), ...entry }, select: { id: true } })
}

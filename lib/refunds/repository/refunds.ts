import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import type { Lease } from '#lib/core/repository/leases.ts'
import { newId } from '#lib/core/rules/ids.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import type { RefundKind, RefundState } from '#lib/generated/prisma/enums.ts'

const select = {
  id: true,
  paymentId: true,
  key: true,
  kind: true,
  state: true,
  amountMinor: true,
  expectedRefundedSoFar: true,
  reason: true,
  providerRefundId: true,
  sentAt: true,
  createdAt: true,
  items: { select: { itemId: true, esimId: true, amountMinor: true } },
  payment: {
    select: { orderId: true, objectId: true, provider: true, currency: true, refundedMinor: true, capturedMinor: true },
  },
} as const satisfies Prisma.RefundSelect

/** Money on its way back, with the shares it is made of. */
export type RefundRow = Prisma.RefundGetPayload<{ select: typeof select }>

/** A part of a refund: what an eSIM, or a line as a whole, gets back. */
export type RefundShare = { itemId: string; esimId: string | null; amountMinor: number }

/** Writes a refund down before anybody is asked for it, due at once. The payment must be locked by the caller. */
export async function addRefund(
  refund: {
    payment: { id: string; refundedMinor: number }
    kind: RefundKind
    reason: string
    requestedBy: string
    shares: RefundShare[]
    /** A key of the caller's own, for an act that a person may send twice. */
    key?: string
  },
  tx: Tx,
): Promise<string> {
  const id = newId('rfd')
  await tx.refund.create({
    data: {
      id,
      paymentId: refund.payment.id,
      key: refund.key ?? `refund:${id}`,
      kind: refund.kind,
      amountMinor: refund.shares.reduce((sum, share) => sum + share.amountMinor, 0),
      expectedRefundedSoFar: refund.payment.refundedMinor,
      reason: refund.reason,
      requestedBy: refund.requestedBy,
      nextActionAt: new Date(0),
      items: { create: refund.shares.map((share) => ({ id: newId('rfi'), ...share })) },
    },
    select: { id: true },
  })

  return id
}

/** The refund, `null` when there is none. */
export async function getRefund(id: string, client: Tx = db()): Promise<RefundRow | null> {
  return client.refund.findUnique({ where: { id }, select })
}

/** Moves a refund whose lease is held. `false` when it has left `from` or the lease was lost. */
export async function moveRefund(
  lease: Lease,
  move: { from: RefundState; to: RefundState; changes?: Omit<Prisma.RefundUncheckedUpdateManyInput, 'state'> },
  client: Tx = db(),
): Promise<boolean> {
  const { count } = await client.refund.updateMany({
    where: { id: lease.id, epoch: lease.epoch, state: move.from },
    data: { ...move.changes, state: move.to },
  })

  return count === 1
}

/** Tells whether another refund of the payment is out at the provider: two at once could not check each other. */
export async function isAnotherRefundOut(refund: { id: string; paymentId: string }, client: Tx): Promise<boolean> {
  const count = await client.refund.count({
    where: { paymentId: refund.paymentId, state: 'SENT', id: { not: refund.id } },
  })

  return count > 0
}

/** What a line has got back of a payment or is about to, in minor units; refused refunds do not count. */
export async function sumRefundsOfItem(itemId: string, paymentId: string, client: Tx = db()): Promise<number> {
  const { _sum } = await client.refundItem.aggregate({
    where: { itemId, refund: { paymentId, state: { not: 'REFUSED' } } },
    _sum: { amountMinor: true },
  })

  return _sum.amountMinor ?? 0
}

/** What an eSIM has got back or is about to, in minor units; refused refunds do not count. */
export async function sumRefundsOfEsim(esimId: string, client: Tx = db()): Promise<number> {
  const { _sum } = await client.refundItem.aggregate({
    where: { esimId, refund: { state: { not: 'REFUSED' } } },
    _sum: { amountMinor: true },
  })

  return _sum.amountMinor ?? 0
}

/** Notes that the money of the eSIMs in a refund has gone back. */
export async function noteMoneyBack(refundId: string, tx: Tx): Promise<void> {
  await tx.esim.updateMany({
    where: { refundItems: { some: { refundId } }, cancelState: 'MONEY_DUE' },
    data: { cancelState: 'MONEY_BACK' },
  })
}

/** The refunds of a payment that concern a line, newest first. */
export async function listRefundsOfItem(itemId: string, paymentId: string, client: Tx = db()) {
  return client.refund.findMany({
    where: { paymentId, items: { some: { itemId } } },
    orderBy: { createdAt: 'desc' },
    select: { id: true, state: true, kind: true, amountMinor: true },
  })
}

/** What is planned or done to be given back of one payment, in minor units. */
export async function sumRefundsOfPayment(paymentId: string, client: Tx = db()): Promise<number> {
  const { _sum } = await client.refund.aggregate({
    where: { paymentId, state: { not: 'REFUSED' } },
    _sum: { amountMinor: true },
  })

  return _sum.amountMinor ?? 0
}

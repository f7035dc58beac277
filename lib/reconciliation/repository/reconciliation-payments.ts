import 'server-only'
import { db } from '#lib/core/repository/client.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import type { ItemState } from '#lib/orders/rules/item-states.ts'
import type { OurPayment } from '#lib/reconciliation/rules/judge-provider-payment.ts'

const select = {
  id: true,
  orderId: true,
  provider: true,
  objectId: true,
  sessionId: true,
  state: true,
  reason: true,
  currency: true,
  amountMinor: true,
  capturedMinor: true,
  refundedMinor: true,
  nextActionAt: true,
  leaseUntil: true,
  createdAt: true,
  order: { select: { number: true, items: { select: { state: true } } } },
  refunds: { where: { state: { not: 'REFUSED' } }, select: { amountMinor: true } },
} as const satisfies Prisma.PaymentSelect

type Row = Prisma.PaymentGetPayload<{ select: typeof select }>

/** The payments of ours that were begun with a provider in a window. */
export async function listOurPayments(provider: string, { from, until }: { from: Date; until: Date }) {
  const rows = await db().payment.findMany({
    where: { provider, createdAt: { gte: from, lt: until } },
    orderBy: { createdAt: 'asc' },
    select,
  })

  return rows.map(toOurPayment)
}

/** The payments of ours that these objects of a provider are, by object, session or our own id. */
export async function findOurPayments(
  provider: string,
  objects: { id: string | null; sessionId: string | null; paymentId: string | null }[],
): Promise<OurPayment[]> {
  const ids = (key: 'id' | 'sessionId' | 'paymentId') => objects.flatMap((object) => object[key] ?? [])
  const rows = await db().payment.findMany({
    where: {
      provider,
      OR: [{ objectId: { in: ids('id') } }, { sessionId: { in: ids('sessionId') } }, { id: { in: ids('paymentId') } }],
    },
    select,
  })

  return rows.map(toOurPayment)
}

/** One payment of ours, `null` when there is none. */
export async function readOurPayment(id: string): Promise<OurPayment | null> {
  const row = await db().payment.findUnique({ where: { id }, select })

  return row && toOurPayment(row)
}

function toOurPayment(row: Row): OurPayment {
  const { order, refunds, nextActionAt, leaseUntil, ...payment } = row

  return {
    ...payment,
    orderNumber: order.number,
    plannedMinor: refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    items: order.items.map(({ state }) => state as ItemState),
    isDue: nextActionAt !== null || (leaseUntil !== null && leaseUntil > new Date()),
  }
}

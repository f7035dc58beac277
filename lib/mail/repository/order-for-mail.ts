import 'server-only'
import { db } from '#lib/core/repository/client.ts'

/** What the mails of an order may speak of; `null` when the order is gone. Names and codes are not in it. */
export async function getOrderForMail(orderId: string) {
  return db().order.findUnique({
    where: { id: orderId },
    select: {
      id: true,
      number: true,
      scope: true,
      locale: true,
      timeZone: true,
      currency: true,
      totalMinor: true,
      createdAt: true,
      person: { select: { email: true } },
      items: {
        orderBy: { position: 'asc' },
        select: {
          id: true,
          kind: true,
          state: true,
          reason: true,
          evidence: true,
          readyAt: true,
          priceMinor: true,
          discountMinor: true,
          notCaptured: true,
          quote: { select: { count: true, days: true, skuId: true, locale: true, snapshot: true } },
          esims: { orderBy: { position: 'asc' }, select: { id: true, activateBefore: true } },
        },
      },
      uses: { orderBy: { id: 'asc' }, select: { code: true, discountMinor: true } },
      payments: {
        select: {
          state: true,
          provider: true,
          reason: true,
          amountMinor: true,
          capturedMinor: true,
          sessionEndsAt: true,
        },
        orderBy: { n: 'asc' },
      },
    },
  })
}

export type OrderForMail = NonNullable<Awaited<ReturnType<typeof getOrderForMail>>>

/** Whether somebody with this address has paid for an order since, or has one that waits for a payment. */
export async function hasPaidSince({ person, createdAt }: OrderForMail): Promise<boolean> {
  const paid = await db().order.findFirst({
    where: {
      person: { email: person.email },
      createdAt: { gte: createdAt },
      OR: [
        { items: { some: { readyAt: { not: null } } } },
        { payments: { some: { state: { in: ['INTENDED', 'OPEN'] } } } },
      ],
    },
    select: { id: true },
  })

  return paid !== null
}

/** When items of an order came to a person, or the order as a whole: oldest first. */
export async function listReviews(orderId: string) {
  return db().orderEvent.findMany({
    where: { orderId, kind: 'held' },
    orderBy: { id: 'asc' },
    select: { at: true, itemId: true, kind: true },
  })
}

/** The refund a mail is about, with the share of each item or eSIM in it; `null` when there is none. */
export async function getRefundForMail(refundId: string) {
  return db().refund.findUnique({
    where: { id: refundId },
    select: {
      key: true,
      amountMinor: true,
      doneAt: true,
      payment: { select: { provider: true, currency: true } },
      items: { select: { itemId: true, esimId: true, amountMinor: true } },
    },
  })
}

export type RefundForMail = NonNullable<Awaited<ReturnType<typeof getRefundForMail>>>

import 'server-only'
import { db } from './client.ts'

/** What the mails of an order may speak of; `null` when the order is gone. Names and codes are not in it. */
export async function getMailFacts(orderId: string) {
  return db().order.findUnique({
    where: { id: orderId },
    select: {
      id: true,
      number: true,
      locale: true,
      currency: true,
      totalMinor: true,
      createdAt: true,
      person: { select: { email: true } },
      lines: {
        orderBy: { position: 'asc' },
        select: {
          id: true,
          state: true,
          priceMinor: true,
          quote: { select: { count: true, snapshot: true } },
          cards: { select: { activateBefore: true } },
        },
      },
      payments: { select: { capturedMinor: true }, orderBy: { n: 'asc' } },
    },
  })
}

export type MailFacts = NonNullable<Awaited<ReturnType<typeof getMailFacts>>>

/** The refund a mail is about, `null` when there is none. */
export async function getRefundFacts(refundId: string) {
  return db().refund.findUnique({ where: { id: refundId }, select: { amountMinor: true, doneAt: true } })
}

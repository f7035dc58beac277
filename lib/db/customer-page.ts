import 'server-only'
import { QUOTED_PLAN } from './admin-quote.ts'
import { db } from './client.ts'

const MOST = 100

/** What a customer has bought, was sent and has written, the newest of each. */
export async function readCustomerRows(personIds: string[], addresses: string[]) {
  const order = { personId: { in: personIds } }
  const [orders, cards] = await Promise.all([
    db().order.findMany({
      where: order,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: MOST,
      select: {
        id: true,
        number: true,
        createdAt: true,
        totalMinor: true,
        currency: true,
        mode: true,
        consent: true,
        lines: { orderBy: { position: 'asc' }, select: { state: true } },
      },
    }),
    db().card.findMany({
      where: { line: { order } },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: MOST,
      select: {
        id: true,
        iccid: true,
        travellerName: true,
        revealedAt: true,
        revealConsent: true,
        cancelState: true,
        line: { select: { order: { select: { id: true, number: true } }, quote: { select: QUOTED_PLAN } } },
      },
    }),
  ])
  const orderId = { in: orders.map(({ id }) => id) }
  const [withdrawals, mails, messages] = await Promise.all([
    db().withdrawal.findMany({
      where: { orderId, confirmedAt: { not: null } },
      orderBy: { confirmedAt: 'desc' },
      take: MOST,
    }),
    db().outbox.findMany({
      where: { orderId },
      orderBy: { createdAt: 'desc' },
      take: MOST,
      select: { id: true, kind: true, state: true, orderId: true, createdAt: true, sentAt: true },
    }),
    db().message.findMany({
      where: { OR: [{ email: { in: addresses } }, { orderId }] },
      orderBy: { createdAt: 'desc' },
      take: MOST,
      select: { id: true, reference: true, topic: true, createdAt: true, closedAt: true },
    }),
  ])

  return { orders, cards, withdrawals, mails, messages }
}

/** Sums of everything that a customer has bought, by currency; money only of orders of a mode. */
export async function sumCustomer(personIds: string[], mode: string) {
  const rows = await db().$queryRaw<{ currency: string; orders: number; cards: number; minor: number }[]>`
    SELECT o."currency", count(*)::int AS "orders",
      coalesce(sum((SELECT count(*) FROM "Line" l JOIN "Card" k ON k."lineId" = l."id" WHERE l."orderId" = o."id")), 0)::int
        AS "cards",
      coalesce(sum((SELECT sum(y."capturedMinor" - y."refundedMinor") FROM "Payment" y WHERE y."orderId" = o."id"))
        FILTER (WHERE o."mode" = ${mode}), 0)::float8 AS "minor"
    FROM "Order" o WHERE o."personId" = ANY(${personIds}) GROUP BY 1 ORDER BY 1`

  return rows
}

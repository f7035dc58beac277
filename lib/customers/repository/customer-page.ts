import 'server-only'
import { db } from '#lib/core/repository/client.ts'
import type { CustomerEmail } from '#lib/customers/rules/admin-customers.ts'
import { QUOTED_PLAN } from '#lib/orders/repository/admin-quote.ts'

const MOST = 100

/** What a customer has bought, the newest of each. */
export async function readCustomerRows(personIds: string[]) {
  const order = { personId: { in: personIds } }
  const [orders, esims] = await Promise.all([
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
        items: { orderBy: { position: 'asc' }, select: { state: true } },
      },
    }),
    db().esim.findMany({
      where: { item: { order } },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: MOST,
      select: {
        id: true,
        iccid: true,
        travellerName: true,
        revealedAt: true,
        revealConsent: true,
        cancelState: true,
        item: { select: { order: { select: { id: true, number: true } }, quote: { select: QUOTED_PLAN } } },
      },
    }),
  ])

  return { orders, esims }
}

/** Whose letters are wanted, behind one that was shown. */
type EmailFilter = { personIds: string[]; addresses: string[]; after: string | null; limit: number }

/** What went between a customer and the store about any of the orders, or came from an address, the newest first. */
export async function listEmails({ personIds, addresses, after, limit }: EmailFilter): Promise<CustomerEmail[]> {
  return db().$queryRaw<CustomerEmail[]>`
    WITH own AS MATERIALIZED (SELECT "id", "number" FROM "Order" WHERE "personId" = ANY(${personIds})),
    letters AS MATERIALIZED (
      SELECT m."id", 'message' AS "kind", m."createdAt" AS "at", m."reference" AS "name", NULL AS "state", m."orderId",
        m."closedAt" AS "doneAt"
      FROM "Message" m WHERE m."email" = ANY(${addresses}) OR m."orderId" = ANY(ARRAY(SELECT "id" FROM own))
      UNION ALL
      SELECT w."id", 'withdrawal', w."confirmedAt", o."number", NULL, o."id", w."actedAt"
      FROM own o JOIN "Withdrawal" w ON w."orderId" = o."id" WHERE w."confirmedAt" IS NOT NULL
      UNION ALL
      SELECT b."id", 'mail', b."createdAt", b."kind", b."state"::text, o."id", b."sentAt"
      FROM own o JOIN "Outbox" b ON b."orderId" = o."id"
    ),
    -- One that is gone meanwhile leads to the beginning.
    last AS (SELECT "at", "id" FROM letters WHERE "id" = ${after})
    SELECT * FROM letters WHERE NOT EXISTS (SELECT 1 FROM last) OR ("at", "id") < (SELECT "at", "id" FROM last)
    ORDER BY "at" DESC, "id" DESC LIMIT ${limit}`
}

/** Sums of everything that a customer has bought, by currency; money only of orders of a mode. */
export async function sumCustomer(personIds: string[], mode: string) {
  const rows = await db().$queryRaw<{ currency: string; orders: number; esims: number; minor: number }[]>`
    SELECT o."currency", count(*)::int AS "orders",
      coalesce(sum((SELECT count(*) FROM "Line" l JOIN "Card" k ON k."lineId" = l."id" WHERE l."orderId" = o."id")), 0)::int
        AS "esims",
      coalesce(sum((SELECT sum(y."capturedMinor" - y."refundedMinor") FROM "Payment" y WHERE y."orderId" = o."id"))
        FILTER (WHERE o."mode" = ${mode}), 0)::float8 AS "minor"
    FROM "Order" o WHERE o."personId" = ANY(${personIds}) GROUP BY 1 ORDER BY 1`

  return rows
}

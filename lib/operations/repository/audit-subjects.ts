import 'server-only'
import { db } from '#lib/core/repository/client.ts'

/** Everything of these orders that an act may be written down about: the orders, and what belongs to them. */
export async function listOrderSubjects(orderIds: string[]): Promise<string[]> {
  if (orderIds.length === 0) return []
  const rows = await db().$queryRaw<{ subject: string }[]>`
    WITH "lines" AS (SELECT "id" FROM "Line" WHERE "orderId" = ANY(${orderIds})),
      "payments" AS (SELECT "id" FROM "Payment" WHERE "orderId" = ANY(${orderIds}))
    SELECT "id" AS "subject" FROM "lines" UNION ALL SELECT "id" FROM "payments"
    UNION ALL SELECT "id" FROM "Refund" WHERE "paymentId" IN (SELECT "id" FROM "payments")
    UNION ALL SELECT "id" FROM "Card" WHERE "lineId" IN (SELECT "id" FROM "lines")
    UNION ALL SELECT "orderNum" FROM "UpstreamOrder" WHERE "lineId" IN (SELECT "id" FROM "lines")
      AND "orderNum" IS NOT NULL
    UNION ALL SELECT "id" FROM "Invoice" WHERE "orderId" = ANY(${orderIds})`

  return [...orderIds, ...rows.map(({ subject }) => subject)]
}

/** A customer whom the trail speaks about: where their page is, and the address they are known by. */
export type AuditCustomer = { personId: string | null; email: string }

/** Reads who stands behind ids of persons and of accounts. Somebody who was erased is nobody any more. */
export async function listAuditCustomers(ids: string[]): Promise<Map<string, AuditCustomer>> {
  const [persons, accounts] = ['per_', 'acc_'].map((kind) => [...new Set(ids.filter((id) => id.startsWith(kind)))])
  const [people, holders] = await Promise.all([
    persons?.length ? db().person.findMany({ where: { id: { in: persons } }, select: { id: true, email: true } }) : [],
    accounts?.length
      ? db().account.findMany({ where: { id: { in: accounts } }, select: { id: true, email: true } })
      : [],
  ])
  const known: [string, AuditCustomer][] = [
    ...people.map(({ id, email }) => [id, { personId: id, email }] as [string, AuditCustomer]),
    ...holders.map(({ id, email }) => [id, { personId: null, email }] as [string, AuditCustomer]),
  ]

  return new Map(known.filter(([, { email }]) => email !== ''))
}

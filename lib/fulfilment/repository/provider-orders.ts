import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { type Decimal, keptAmount } from '#lib/core/rules/decimal.ts'

/** An order at the provider that is ours. `cost` is exact decimal text, `null` when the answer did not say. */
export type NewProviderOrder = {
  orderNum: string
  itemId: string
  attemptId: string
  status: number | null
  cost: Decimal | null
  costCurrency: string
  isListed: boolean
  /** Whether it put a plan on an eSIM that was there before. */
  isRenewal?: boolean
}

/** Keeps an order number. `false` when it is known already: an order belongs to one item for ever. */
export async function addProviderOrder({ isListed, ...order }: NewProviderOrder, tx: Tx): Promise<boolean> {
  const now = new Date()
  const cost = keptAmount(order.cost)
  const { count } = await tx.providerOrder.createMany({
    data: [{ ...order, cost, statusReadAt: order.status === null ? null : now, listedAt: isListed ? now : null }],
    skipDuplicates: true,
  })

  return count === 1
}

/** Which of these order numbers belong to lines already, and to which. */
export async function findClaimed(orderNums: string[], client: Tx = db()): Promise<Map<string, string>> {
  const rows = await client.providerOrder.findMany({
    where: { orderNum: { in: orderNums } },
    select: { orderNum: true, itemId: true },
  })

  return new Map(rows.map((row) => [row.orderNum, row.itemId]))
}

/** Writes down what the provider says about an order now. */
export async function noteProviderStatus(orderNum: string, status: number | null, client: Tx = db()): Promise<void> {
  const now = new Date()
  await client.providerOrder.updateMany({ where: { orderNum }, data: { status, statusReadAt: now, listedAt: now } })
}

/** Notes that the activation data of an order was asked for again: what that does to a cancellation is not known. */
export async function noteRefetched(orderNum: string): Promise<void> {
  await db().providerOrder.updateMany({
    where: { orderNum, refetchedAt: null },
    data: { refetchedAt: new Date() },
  })
}

/**
 * Recent orders that were sent with our reference, the newest first: what a look-up that works must find.
 *
 * Lines with more than one order are left out: their reference stands for several.
 */
export async function listKnownReferences(since: Date, max: number): Promise<{ itemRef: string; orderNum: string }[]> {
  return db().$queryRaw<{ itemRef: string; orderNum: string }[]>`
    SELECT l."lineRef" AS "itemRef", u."orderNum"
    FROM "UpstreamOrder" u JOIN "Line" l ON l."id" = u."lineId" JOIN "Attempt" a ON a."id" = u."attemptId"
    WHERE u."createdAt" > ${since} AND NOT u."isRenewal" AND a."state" = 'ACCEPTED'
      AND NOT EXISTS (SELECT 1 FROM "UpstreamOrder" o WHERE o."lineId" = u."lineId" AND o."orderNum" <> u."orderNum")
    ORDER BY u."createdAt" DESC LIMIT ${max}`
}

/** Locks a provider order until the transaction ends: whoever queues or ends a return of its eSIMs holds it. */
export async function lockProviderOrder(orderNum: string, tx: Tx): Promise<void> {
  await tx.$queryRaw`SELECT "orderNum" FROM "UpstreamOrder" WHERE "orderNum" = ${orderNum} FOR UPDATE`
}

/** Tells whether a request about this provider order has not ended. */
export async function hasOpenCancellation(orderNum: string, tx: Tx): Promise<boolean> {
  const open = await tx.cancelAttempt.count({
    where: { orderNum, state: { in: ['WAITING', 'ASKED', 'SENT', 'OPEN', 'HELD'] } },
  })

  return open > 0
}

import 'server-only'
import { Prisma } from '#lib/generated/prisma/client.ts'
import { db } from './client.ts'
import { findNamed, listNetworkNumbers, MOST_FOUND, type Named, type Searched } from './list-search.ts'

/** The refunds of what a text names, and the one that is called so by us or by its provider. */
export async function findRefundIds(searched: Searched): Promise<string[]> {
  return idsOf(refundsOf(await findNamed(searched)))
}

function refundsOf({ text, orderIds }: Named): Prisma.Sql[] {
  return [
    Prisma.sql`SELECT r."id" FROM "Refund" r
      WHERE r."paymentId" = ANY(ARRAY(SELECT p."id" FROM "Payment" p WHERE p."orderId" = ANY(${orderIds}::text[])))`,
    Prisma.sql`SELECT "id" FROM "Refund" WHERE "providerRefundId" = ${text}`,
    Prisma.sql`SELECT "id" FROM "Refund" WHERE "id" = ${text}`,
  ]
}

/** The losses of what a text names, and those of a number of the network. */
export async function findLossIds(searched: Searched): Promise<string[]> {
  const named = await findNamed(searched)
  const numbers = [named.text, ...named.meanings.map(({ value }) => value)]

  return idsOf([
    Prisma.sql`SELECT "id" FROM "LossEntry" WHERE "orderId" = ANY(${named.orderIds}::text[])`,
    Prisma.sql`SELECT "id" FROM "LossEntry" WHERE "evidence"->>'orderNum' = ANY(${numbers}::text[])`,
  ])
}

/** The entries of what a text names, and the payments to the supplier that were noted so. */
export async function findEntryIds(searched: Searched): Promise<string[]> {
  const named = await findNamed(searched)
  const { text, meanings, orderIds } = named
  const numbers = [text, ...meanings.map(({ value }) => value), ...(await listNetworkNumbers(orderIds))]

  return idsOf([
    Prisma.sql`SELECT "id" FROM "SupplierEntry" WHERE "orderNum" = ANY(${numbers}::text[])`,
    Prisma.sql`SELECT "id" FROM "SupplierEntry" WHERE "id" = ${text}`,
    Prisma.sql`SELECT "id" FROM "SupplierEntry"
      WHERE "kind" IN ('deposit', 'withdrawal') AND position(lower(${text}) in lower("note")) > 0`,
  ])
}

/** The requests to give eSIMs back of what a text names. */
export async function findReturnIds(searched: Searched): Promise<string[]> {
  const named = await findNamed(searched)
  const numbers = await listNetworkNumbers(named.orderIds)

  return idsOf([Prisma.sql`SELECT "id" FROM "CancelAttempt" WHERE "orderNum" = ANY(${numbers}::text[])`])
}

/** The rows of the worker about what a text names, and the one of that id. */
export async function findJobIds(searched: Searched): Promise<string[]> {
  const named = await findNamed(searched)
  const { text, orderIds } = named
  const numbers = [text, ...(await listNetworkNumbers(orderIds))]

  return idsOf([
    Prisma.sql`SELECT "id" FROM "Payment" WHERE "orderId" = ANY(${orderIds}::text[])`,
    Prisma.sql`SELECT "id" FROM "Payment" WHERE "id" = ${text}`,
    Prisma.sql`SELECT "id" FROM "Line" WHERE "orderId" = ANY(${orderIds}::text[])`,
    Prisma.sql`SELECT "id" FROM "Line" WHERE "id" = ${text}`,
    Prisma.sql`SELECT "id" FROM "Outbox" WHERE "orderId" = ANY(${orderIds}::text[])`,
    Prisma.sql`SELECT "id" FROM "Outbox" WHERE "id" = ${text}`,
    ...refundsOf(named),
    Prisma.sql`SELECT "id" FROM "CancelAttempt" WHERE "orderNum" = ANY(${numbers}::text[])`,
    Prisma.sql`SELECT "id" FROM "CancelAttempt" WHERE "id" = ${text}`,
  ])
}

// Each by itself: joined by OR, a whole table would be walked where one of the columns has no rows to tell apart.
async function idsOf(parts: Prisma.Sql[]): Promise<string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT f."id" FROM (${Prisma.join(parts, ' UNION ')}) f ("id") LIMIT ${MOST_FOUND}`

  return rows.map(({ id }) => id)
}

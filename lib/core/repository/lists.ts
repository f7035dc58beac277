import 'server-only'
import { db } from '#lib/core/repository/client.ts'
import type { ColumnList } from '#lib/core/rules/lists.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import { searchOrders } from '#lib/orders/repository/admin-orders.ts'
import type { OrderSearch } from '#lib/orders/rules/admin-orders.ts'

/** The most that a search in a list narrows it to. */
export const MAX_FOUND = 1_000

/** A text in a search with what it means to whoever searches. Made by `readSearched`, which knows what a role may find. */
export type Searched = { text: string; meanings: OrderSearch[] }

/** What a searched text names: the orders that one of its meanings leads to. */
type Named = Searched & { orderIds: string[] }

/**
 * Finds what a text in the search of a list names. A number of ours or the network's, a payment, an address, an eSIM or its
 * last six digits: each is looked up by its index.
 */
export async function findNamed({ text, meanings }: Searched): Promise<Named> {
  const found = await Promise.all(meanings.map((meaning) => searchOrders(meaning, MAX_FOUND)))

  return { text, meanings, orderIds: [...new Set(found.flat())] }
}

/** The numbers that the network gave to these orders. */
export async function listNetworkNumbers(orderIds: string[]): Promise<string[]> {
  const rows = await db().providerOrder.findMany({
    where: { item: { orderId: { in: orderIds } } },
    select: { orderNum: true },
  })

  return rows.map(({ orderNum }) => orderNum)
}

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
export async function findCancellationIds(searched: Searched): Promise<string[]> {
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
    SELECT f."id" FROM (${Prisma.join(parts, ' UNION ')}) f ("id") LIMIT ${MAX_FOUND}`

  return rows.map(({ id }) => id)
}

type Owner = { staffId: string; list: ColumnList }

/** The names of the columns of a list that a person does not want to see. */
export async function readHiddenColumns({ staffId, list }: Owner): Promise<string[]> {
  const start = `${list}.`
  const rows = await db().$queryRaw<{ column: string }[]>`
    SELECT substr("entry", length(${start}) + 1) AS "column" FROM "Staff", unnest("hiddenColumns") AS "kept" ("entry")
    WHERE "id" = ${staffId} AND starts_with("entry", ${start})`

  return rows.map(({ column }) => column)
}

/** Keeps which columns of a list a person does not want to see; those of other lists stay as they are. */
export async function writeHiddenColumns({ staffId, list }: Owner, columns: readonly string[]): Promise<void> {
  const names = columns.map((column) => `${list}.${column}`)
  await db().$executeRaw`
    UPDATE "Staff" SET "hiddenColumns" = ARRAY(
      SELECT "entry" FROM unnest("hiddenColumns") AS "kept" ("entry") WHERE NOT starts_with("entry", ${`${list}.`})
    ) || ${names}::text[] WHERE "id" = ${staffId}`
}

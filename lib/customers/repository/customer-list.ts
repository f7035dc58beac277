import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { findPersonIds } from '#lib/customers/repository/customers.ts'
import type { CustomerEmail } from '#lib/customers/rules/admin-customers.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import { QUOTED_PLAN } from '#lib/orders/repository/admin-orders.ts'

/** A customer as the list finds it: by the newest order of all its addresses, or by an account that never ordered. */
export type FoundCustomer = {
  orderId: string | null
  at: Date | null
  /** A person's row, or the account. */
  personId: string
  email: string
  groupId: string | null
}

const COLUMNS = Prisma.sql`o."id" AS "orderId", o."createdAt" AS "at", p."id" AS "personId", p."email", a."groupId"
  FROM "Order" o JOIN "Person" p ON p."id" = o."personId" LEFT JOIN "CustomerAddress" a ON a."email" = p."email"`
// Each customer once: at the newest order of the address, and of every address that was joined with it.
const IS_NEWEST = Prisma.sql`p."email" <> ''
  AND NOT EXISTS (
    SELECT 1 FROM "Person" q JOIN "Order" n ON n."personId" = q."id"
    WHERE q."email" = p."email" AND (n."createdAt", n."id") > (o."createdAt", o."id"))
  AND NOT EXISTS (
    SELECT 1 FROM "CustomerAddress" b JOIN "Person" q ON q."email" = b."email" JOIN "Order" n ON n."personId" = q."id"
    WHERE b."groupId" = a."groupId" AND (n."createdAt", n."id") > (o."createdAt", o."id"))`
const NEWEST_FIRST = Prisma.sql`ORDER BY o."createdAt" DESC, o."id" DESC`

/** Where a page ends: at the newest order of its last customer, or at an account that never ordered. */
export function customerKey({ orderId, personId }: FoundCustomer): string {
  return orderId ?? personId
}

/** Which customers are wanted, by their newest order: those behind the key `after`. */
export type CustomerListFilter = { from: Date | null; until: Date | null; after: string | null; limit: number }

/** Reads customers, those who ordered last first, behind an order: by key, without counting or skipping rows. */
export async function listCustomers(filter: CustomerListFilter): Promise<FoundCustomer[]> {
  return readPage(filter, Prisma.empty)
}

/**
 * Reads the customers who may not buy, those who ordered last first, and behind the last of them the accounts that never
 * ordered, by their address. There are as many blocks as persons have set by hand.
 */
export async function listBlockedCustomers(filter: CustomerListFilter): Promise<FoundCustomer[]> {
  const blocks = await db().buyerBlock.findMany({
    where: { endedAt: null },
    distinct: ['email'],
    select: { email: true },
  })
  const emails = blocks.map(({ email }) => email)
  const last = filter.after?.startsWith(ACCOUNT)
    ? await db().account.findUnique({ where: { id: filter.after }, select: { email: true } })
    : null
  const personIds = last ? [] : await findPersonIds(...(await withJoined(emails)))
  const found = last ? [] : await readPage(filter, Prisma.sql`AND o."personId" = ANY(${personIds})`)
  // Who never ordered has no day to be narrowed by.
  if (found.length >= filter.limit || filter.from || filter.until) return found

  const which = Prisma.sql`a."email" = ANY(${emails}) AND a."email" > ${last?.email ?? ''}`
  return [...found, ...(await listAccountsWithoutOrder(which, filter.limit - found.length))]
}

const ACCOUNT = 'acc_'

async function readPage({ from, until, after, limit }: CustomerListFilter, who: Prisma.Sql): Promise<FoundCustomer[]> {
  const key = after && (await db().order.findUnique({ where: { id: after }, select: { createdAt: true } }))
  const conditions = [
    IS_NEWEST,
    ...(from ? [Prisma.sql`o."createdAt" >= ${from}`] : []),
    ...(until ? [Prisma.sql`o."createdAt" < ${until}`] : []),
    ...(key ? [Prisma.sql`(o."createdAt", o."id") < (${key.createdAt}, ${after})`] : []),
  ]

  return db().$queryRaw<FoundCustomer[]>`
    SELECT ${COLUMNS} WHERE ${Prisma.join(conditions, ' AND ')} ${who} ${NEWEST_FIRST} LIMIT ${limit}`
}

/** Finds customers by the beginning of an address, or of the name of a buyer or of a traveller. */
export async function searchCustomers(text: string, limit: number): Promise<FoundCustomer[]> {
  const start = startOf(text)
  const max = limit * 20
  const addresses = await db().$queryRaw<{ email: string }[]>`
    SELECT DISTINCT f."email" FROM (
      (SELECT p."email" FROM "Person" p WHERE lower(p."email") LIKE ${start} LIMIT ${max})
      UNION ALL (SELECT p."email" FROM "Person" p WHERE p."name" IS NOT NULL AND lower(p."name") LIKE ${start} LIMIT ${max})
      UNION ALL (
        SELECT p."email" FROM "Card" c JOIN "Line" l ON l."id" = c."lineId" JOIN "Order" o ON o."id" = l."orderId"
        JOIN "Person" p ON p."id" = o."personId"
        WHERE c."travellerName" IS NOT NULL AND lower(c."travellerName") LIKE ${start} LIMIT ${max})
    ) f WHERE f."email" <> '' ORDER BY 1 LIMIT ${limit}`
  const emails = addresses.map(({ email }) => email)
  const personIds = await findPersonIds(...(await withJoined(emails)))

  return db().$queryRaw<FoundCustomer[]>`
    SELECT ${COLUMNS} WHERE ${IS_NEWEST} AND o."personId" = ANY(${personIds}) ${NEWEST_FIRST} LIMIT ${limit}`
}

// An address that was joined with others is found with them. Read first: as a choice it would be made order by order.
async function withJoined(emails: string[]): Promise<Set<string>> {
  const joined = await db().$queryRaw<{ email: string }[]>`
    SELECT DISTINCT b."email" FROM "CustomerAddress" g JOIN "CustomerAddress" b ON b."groupId" = g."groupId"
    WHERE g."email" = ANY(${emails})`

  return new Set([...emails, ...joined.map(({ email }) => email)])
}

/** Finds the accounts of proven addresses that never ordered, by the beginning of the address. */
export async function searchAccounts(text: string, limit: number): Promise<FoundCustomer[]> {
  return listAccountsWithoutOrder(Prisma.sql`lower(a."email") LIKE ${startOf(text)}`, limit)
}

async function listAccountsWithoutOrder(which: Prisma.Sql, limit: number): Promise<FoundCustomer[]> {
  return db().$queryRaw<FoundCustomer[]>`
    SELECT NULL AS "orderId", NULL AS "at", a."id" AS "personId", a."email", NULL AS "groupId" FROM "Account" a
    WHERE ${which} AND a."provenAt" IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM "Person" p JOIN "Order" o ON o."personId" = p."id" WHERE p."email" = a."email")
    ORDER BY a."email" LIMIT ${limit}`
}

// What a LIKE compares the beginning of a text with.
function startOf(text: string): string {
  return `${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
}

type Sums = { key: string; currency: string; orders: number; esims: number; minor: number }
type Details = { key: string; addresses: number; isBlocked: boolean }

/** Adds up what customers have bought, and tells whether they are blocked. A key is a group, or a lone address. */
export async function readCustomerSums(found: FoundCustomer[], mode: string) {
  const keys = found.map(({ groupId, email }) => groupId ?? email)
  const members = Prisma.sql`
    SELECT k."key", coalesce(g."email", k."key") AS "email" FROM unnest(${keys}::text[]) AS k("key")
    LEFT JOIN "CustomerAddress" g ON g."groupId" = k."key"`
  const addresses = await db().$queryRaw<{ email: string }[]>`${members}`
  // Read first, as for every question about orders: with addresses alone the planner would read all of them.
  const personIds = await findPersonIds(...addresses.map(({ email }) => email))
  const [sums, facts] = await Promise.all([
    db().$queryRaw<Sums[]>`
      SELECT m."key", o."currency", count(*)::int AS "orders", coalesce(sum(c."count"), 0)::int AS "esims",
        coalesce(sum(x."minor") FILTER (WHERE o."mode" = ${mode}), 0)::float8 AS "minor"
      FROM (${members}) m JOIN "Person" p ON p."email" = m."email" AND p."id" = ANY(${personIds})
      JOIN "Order" o ON o."personId" = p."id"
      LEFT JOIN LATERAL (
        SELECT sum(y."capturedMinor" - y."refundedMinor") AS "minor" FROM "Payment" y WHERE y."orderId" = o."id") x ON true
      LEFT JOIN LATERAL (
        SELECT count(*) AS "count" FROM "Line" l JOIN "Card" k ON k."lineId" = l."id" WHERE l."orderId" = o."id") c ON true
      GROUP BY 1, 2 ORDER BY 1, 2`,
    db().$queryRaw<Details[]>`
      SELECT m."key", count(*)::int AS "addresses", bool_or(EXISTS (
        SELECT 1 FROM "BuyerBlock" b WHERE b."email" = m."email" AND b."endedAt" IS NULL)) AS "isBlocked"
      FROM (${members}) m GROUP BY 1`,
  ])

  return { sums, facts }
}

const MAX = 100

/** What a customer has bought, the newest of each. */
export async function readCustomerRows(personIds: string[]) {
  const order = { personId: { in: personIds } }
  const [orders, esims] = await Promise.all([
    db().order.findMany({
      where: order,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: MAX,
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
      take: MAX,
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

/** Tells whether an address may not buy: it is blocked, or another one of the same customer. */
export async function isBuyerBlocked(email: string, client: Tx = db()): Promise<boolean> {
  const rows = await client.$queryRaw<unknown[]>`
    SELECT 1 FROM "BuyerBlock" b WHERE b."endedAt" IS NULL AND (b."email" = ${email} OR b."email" IN (${joined(email)}))
    LIMIT 1`

  return rows.length > 0
}

function joined(email: string): Prisma.Sql {
  return Prisma.sql`SELECT y."email" FROM "CustomerAddress" x JOIN "CustomerAddress" y ON y."groupId" = x."groupId"
    WHERE x."email" = ${email}`
}

/** Blocks an address. `false` when it is blocked. */
export async function addBlock(block: { email: string; reason: string; by: string }, tx: Tx): Promise<boolean> {
  const { count } = await tx.buyerBlock.createMany({ data: [{ id: newId('blk'), ...block }], skipDuplicates: true })

  return count === 1
}

/** Ends the blocks of these addresses. `false` when there was none. */
export async function endBlocks(
  addresses: string[],
  end: { endedBy: string; endReason: string },
  tx: Tx,
): Promise<boolean> {
  const { count } = await tx.buyerBlock.updateMany({
    where: { email: { in: addresses }, endedAt: null },
    data: { ...end, endedAt: new Date() },
  })

  return count > 0
}

/** The blocks of these addresses, the newest first. */
export async function listBlocks(addresses: string[]) {
  const rows = await db().buyerBlock.findMany({
    where: { email: { in: addresses } },
    orderBy: { at: 'desc' },
    take: 50,
  })

  return rows.map(({ email: _email, ...row }) => row)
}

import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'

// As many as one question may name: whoever is erased is erased whole.
const MAX_PEOPLE = 30_000

/** A customer: every address that is known to be theirs, and the rows that name them. One order makes one row. */
export type Customer = {
  personId: string
  email: string
  name: string | null
  addresses: string[]
  personIds: string[]
}

/** Finds the customer behind a person's row, with all joined addresses. `null` when there is no such row. */
export async function findCustomer(personId: string, client: Tx = db()): Promise<Customer | null> {
  const person = await client.person.findUnique({ where: { id: personId } })
  if (!person) return null
  const { email, name } = person
  // An erased row names nobody any more: it stands for itself.
  if (email === '') return { personId, email, name, addresses: [], personIds: [personId] }
  const addresses = await addressesOf(email, client)
  const people = await client.person.findMany({
    where: { email: { in: addresses } },
    orderBy: { createdAt: 'desc' },
    take: MAX_PEOPLE,
    select: { id: true },
  })

  return { personId, email, name, addresses, personIds: people.map(({ id }) => id) }
}

/**
 * Finds the customer behind a person's row, or behind the account of a proven address: one who never ordered is the account
 * alone, without `personIds`. `null` when there is neither.
 */
export async function findCustomerOrAccount(id: string, client: Tx = db()): Promise<Customer | null> {
  const customer = await findCustomer(id, client)
  if (customer) return customer
  const account = await client.account.findUnique({
    where: { id, provenAt: { not: null } },
    select: { email: true, name: true },
  })
  if (!account) return null
  const { email, name } = account
  const personId = await findPersonByAddress(email, client)
  if (personId !== null) return findCustomer(personId, client)

  return { personId: id, email, name: name || null, addresses: await addressesOf(email, client), personIds: [] }
}

/** The rows of people behind a customer that a list is narrowed to, none for a stranger; `null` where none is named. */
export async function listPeopleOf(customer: string | null): Promise<string[] | null> {
  return customer === null ? null : ((await findCustomerOrAccount(customer))?.personIds ?? [])
}

/**
 * Finds the people who ordered with one of these addresses, for a question about their orders: the database keeps no
 * statistics of addresses, and with an address as its condition it would read every order there is.
 */
export async function findPersonIds(...emails: string[]): Promise<string[]> {
  const people = await db().person.findMany({
    where: { email: { in: emails.filter((email) => email !== '') } },
    select: { id: true },
  })

  return people.map(({ id }) => id)
}

/** The people behind every address that is known to be of the customer with this one. */
export async function findPersonIdsOfAll(email: string): Promise<string[]> {
  return findPersonIds(...(await addressesOf(email, db())))
}

const MAX_UNPAID = 50

/**
 * The orders that were made with an address, the newest first: so many, and apart from them the newest 50 that nobody has
 * paid. Those a stranger may have begun with it; they leave the others their room.
 */
export async function listOrdersOf(email: string, max: number): Promise<{ id: string; createdAt: Date }[]> {
  const people = await findPersonIds(email)

  return db().$queryRaw<{ id: string; createdAt: Date }[]>`
    SELECT "id", "createdAt" FROM (
      SELECT o."id", o."createdAt", p."isPaid",
        row_number() OVER (PARTITION BY p."isPaid" ORDER BY o."createdAt" DESC, o."id" DESC) AS "n"
      FROM "Order" o CROSS JOIN LATERAL (SELECT EXISTS (SELECT 1 FROM "Line" l WHERE l."orderId" = o."id"
        AND l."state" NOT IN ('AWAITING_PAYMENT', 'EXPIRED')) AS "isPaid") p
      WHERE o."personId" = ANY(${people})
    ) own WHERE "n" <= CASE WHEN "isPaid" THEN ${max}::int ELSE ${MAX_UNPAID}::int END
    ORDER BY "createdAt" DESC, "id" DESC`
}

/** Finds a row of the person with this address, the newest. `null` when nobody has ordered with it. */
export async function findPersonByAddress(email: string, client: Tx = db()): Promise<string | null> {
  const person = await client.person.findFirst({
    where: { email },
    orderBy: { createdAt: 'desc' },
    select: { id: true },
  })

  return person?.id ?? null
}

/** The customer of one proven address: the people who ordered with it, and none of the addresses that staff joined to it. */
export async function findByProvenAddress(email: string): Promise<Pick<Customer, 'addresses' | 'personIds'>> {
  return { addresses: [email], personIds: await findPersonIds(email) }
}

/** Every address of the customer with this one, itself first. */
async function addressesOf(email: string, client: Tx): Promise<string[]> {
  const own = await client.customerAddress.findUnique({ where: { email }, select: { groupId: true } })
  if (!own) return [email]
  const rows = await client.customerAddress.findMany({
    where: { groupId: own.groupId, email: { not: email } },
    orderBy: { at: 'asc' },
    select: { email: true },
  })

  return [email, ...rows.map((row) => row.email)]
}

/** The joined addresses of a customer, with who joined them, and with a person as long as an order carries them. */
export async function listJoined(addresses: string[]) {
  const rows = await db().customerAddress.findMany({ where: { email: { in: addresses } }, orderBy: { at: 'asc' } })
  const people = await db().person.findMany({
    where: { email: { in: rows.map(({ email }) => email) } },
    distinct: ['email'],
    orderBy: [{ email: 'asc' }, { createdAt: 'desc' }],
    select: { id: true, email: true },
  })
  const ids = new Map(people.map(({ id, email }) => [email, id]))

  return rows.map(({ groupId: _group, ...row }) => ({ ...row, personId: ids.get(row.email) ?? null }))
}

/** Joins two customers: from now on all their addresses are one. `false` when they are one already. */
export async function joinAddresses(
  [one, other]: [Customer, Customer],
  note: { by: string; reason: string },
  tx: Tx,
): Promise<boolean> {
  if (one.addresses.includes(other.email)) return false
  const groupId = newId('grp')
  const addresses = [...one.addresses, ...other.addresses]
  await tx.customerAddress.updateMany({ where: { email: { in: addresses } }, data: { groupId } })
  await tx.customerAddress.createMany({
    data: addresses.map((email) => ({ email, groupId, ...note })),
    skipDuplicates: true,
  })

  return true
}

/** Takes an address out of its customer. A customer with one address left is a plain one again. `false` for none. */
export async function separateAddress(email: string, tx: Tx): Promise<boolean> {
  const row = await tx.customerAddress.findUnique({ where: { email }, select: { groupId: true } })
  if (!row) return false
  const { groupId } = row
  await tx.customerAddress.delete({ where: { email }, select: { email: true } })
  if ((await tx.customerAddress.count({ where: { groupId } })) < 2) {
    await tx.customerAddress.deleteMany({ where: { groupId } })
  }

  return true
}

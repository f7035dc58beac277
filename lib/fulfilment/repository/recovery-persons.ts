import 'server-only'
import { db, type Tx, transaction } from '#lib/core/repository/client.ts'
import { eraseWords } from '#lib/customers/repository/erase-words.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'

/** The orders of a person, which are all that is kept of them after an erasure. */
export async function listOrderIdsOfPerson(personId: string): Promise<string[]> {
  const rows = await db().order.findMany({ where: { personId }, orderBy: { id: 'asc' }, select: { id: true } })

  return rows.map(({ id }) => id)
}

/** Tells whether the database knows of an erasure. */
export async function findErasure(id: string): Promise<boolean> {
  return (await db().erasure.count({ where: { id } })) > 0
}

/**
 * Takes everything that names a person, or the account of one who never ordered, out of the rows, and notes it: the person, travellers and what they were given,
 * notes, mails that wait, and their words in every free text about the orders. Orders and sums stay; links stop working.
 */
export async function erasePersonRows(erasure: { id: string; person: string; orders: string[]; at: string }) {
  const { person, orders } = erasure
  const orderId = { in: orders }
  await transaction(async (tx) => {
    const words = await wordsOf(person, orders, tx)
    await tx.person.updateMany({
      where: { id: person },
      data: { email: '', name: null, phone: null, company: Prisma.DbNull },
    })
    await tx.esim.updateMany({ where: { item: { orderId } }, data: { travellerName: null, label: null } })
    await tx.accessLink.updateMany({ where: { orderId, revokedAt: null }, data: { revokedAt: new Date() } })
    await tx.esimShare.deleteMany({ where: { esim: { item: { orderId } } } })
    await tx.outbox.deleteMany({ where: { orderId, state: 'DUE' } })
    await tx.orderNote.deleteMany({ where: { orderId } })
    // Its number and sums have to stay, and whom it names does not.
    await tx.invoice.updateMany({ where: { orderId }, data: { company: '', taxNumber: '', postalAddress: '' } })
    await tx.message.updateMany({ where: { orderId }, data: { email: '', text: '', answer: null, facts: {} } })
    for (const id of orders) {
      await tx.$executeRaw`UPDATE "Order" SET "consent" = "consent" - 'travellers' WHERE "id" = ${id}`
    }
    await eraseWords({ words, orders, people: [person] }, tx)
    await forgetAddress(words[0] ?? '', tx)
    const row = { id: erasure.id, scope: `person:${person}`, at: new Date(erasure.at) }
    await tx.erasure.createMany({ data: [row], skipDuplicates: true })
  })
}

// The address first: it is what joined addresses and blocks are known by.
async function wordsOf(personId: string, orders: string[], tx: Tx): Promise<string[]> {
  const person = await tx.person.findUnique({ where: { id: personId } })
  const account = person ? null : await tx.account.findUnique({ where: { id: personId } })
  const esims = await tx.esim.findMany({
    where: { item: { orderId: { in: orders } } },
    select: { travellerName: true, label: true },
  })
  const wanted = await tx.$queryRaw<{ name: string }[]>`
    SELECT jsonb_path_query("consent", '$.travellers.*[*]') #>> '{}' AS "name" FROM "Order" WHERE "id" = ANY(${orders})`
  const names = [
    ...[person?.name, person?.phone, account?.name, ...wanted.map(({ name }) => name)],
    ...esims.flatMap(({ travellerName, label }) => [travellerName, label]),
  ]

  return [person?.email ?? account?.email ?? '', ...names.flatMap((name) => name ?? [])]
}

/** Forgets what is known of an address by itself, unless a person still has it. */
async function forgetAddress(email: string, tx: Tx): Promise<void> {
  if (email === '' || (await tx.person.count({ where: { email } })) > 0) return
  // What was written to the store is the writer's own words through and through.
  await tx.message.updateMany({ where: { email }, data: { email: '', text: '', answer: null, facts: {} } })
  await tx.salesNote.deleteMany({ where: { email } })
  await tx.customerAddress.deleteMany({ where: { email } })
  await tx.buyerBlock.deleteMany({ where: { email } })
  // The sessions go with it: whoever is signed in is nobody with the next request.
  await tx.account.deleteMany({ where: { email } })
}

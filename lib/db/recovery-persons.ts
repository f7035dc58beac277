import 'server-only'
import { db, transaction } from './client.ts'

/** The orders of a person, which are all that is kept of them after an erasure. */
export async function listOrderIdsOfPerson(personId: string): Promise<string[]> {
  const rows = await db().order.findMany({ where: { personId }, orderBy: { id: 'asc' }, select: { id: true } })

  return rows.map(({ id }) => id)
}

/** Tells whether the database knows of an erasure. */
export async function findErasure(id: string): Promise<boolean> {
  return (await db().erasure.count({ where: { id } })) > 0
}

/** Takes everything that names a person out of the rows, and notes it. Orders and sums stay; links stop working. */
export async function erasePersonRows(erasure: { id: string; person: string; orders: string[]; at: string }) {
  const orderId = { in: erasure.orders }
  await transaction(async (tx) => {
    await tx.person.updateMany({ where: { id: erasure.person }, data: { email: '', name: null, phone: null } })
    await tx.card.updateMany({ where: { line: { orderId } }, data: { travellerName: null, label: null } })
    await tx.accessLink.updateMany({ where: { orderId, revokedAt: null }, data: { revokedAt: new Date() } })
    await tx.outbox.deleteMany({ where: { orderId, state: 'DUE' } })
    for (const id of erasure.orders) {
      await tx.$executeRaw`UPDATE "Order" SET "consent" = "consent" - 'travellers' WHERE "id" = ${id}`
    }
    const row = { id: erasure.id, scope: `person:${erasure.person}`, at: new Date(erasure.at) }
    await tx.erasure.createMany({ data: [row], skipDuplicates: true })
  })
}

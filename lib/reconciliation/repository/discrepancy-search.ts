import 'server-only'
import { db } from '#lib/core/repository/client.ts'
import type { Searched } from '#lib/core/repository/list-search.ts'
import { findNamed, listNetworkNumbers, MOST_FOUND } from '#lib/core/repository/list-search.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import type { OrderSearch } from '#lib/orders/rules/admin-orders.ts'

/**
 * Finds the newest differences about what a text names: those of its orders, those that are about the number itself, and
 * those where a side names it in the evidence. Each is looked up by its index.
 */
export async function findDiscrepancyIds(searched: Searched): Promise<string[]> {
  const { text, meanings, orderIds } = await findNamed(searched)
  const subjects = [text, ...meanings.map(({ value }) => value), ...(await listNetworkNumbers(orderIds))]
  const conditions = [
    Prisma.sql`"orderId" = ANY(${orderIds}::text[])`,
    Prisma.sql`"subject" = ANY(${subjects}::text[])`,
    ...meanings.flatMap(saidIn),
  ]
  // Each condition by itself: joined by OR, all differences would be walked from the newest on.
  const parts = conditions.map((condition) => Prisma.sql`SELECT "id", "openedAt" FROM "Break" WHERE ${condition}`)
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT b."id" FROM (${Prisma.join(parts, ' UNION ')}) b ORDER BY b."openedAt" DESC LIMIT ${MOST_FOUND}`

  return rows.map(({ id }) => id)
}

/** How a side names what is searched for in the evidence; an eSIM that is none of ours may be named there alone. */
function saidIn({ kind, value }: OrderSearch): Prisma.Sql[] {
  const isSaid = (facts: object) => Prisma.sql`"evidence" @> ${JSON.stringify(facts)}::jsonb`
  if (kind === 'iccid_end') return [Prisma.sql`card_ends("subject", "evidence") @> ${[value]}::text[]`]
  if (kind === 'iccid') {
    const end = Prisma.sql`card_ends("subject", "evidence") @> ${[value.slice(-6)]}::text[]`

    // A string of its own: a number that only ends so is another one.
    return [Prisma.sql`${end} AND position(${`"${value}"`} in "evidence"::text) > 0`]
  }
  if (kind === 'number') return [isSaid({ ours: { order: value } }), isSaid({ provider: { reference: value } })]

  return kind === 'network' ? [isSaid({ ours: { order: value } }), isSaid({ network: { order: value } })] : []
}

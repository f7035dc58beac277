import 'server-only'
import { Prisma } from '#lib/generated/prisma/client.ts'
import { db } from './client.ts'
import { findNamed, listNetworkNumbers, MOST_FOUND } from './list-search.ts'

/**
 * Finds the newest differences about what a text names, `null` without a text: those of its orders, those that are about
 * the number itself, and those where a side names it in the evidence. Each is looked up by its index.
 */
export async function findFindingIds(text: string): Promise<string[] | null> {
  const named = await findNamed(text)
  if (!named) return null
  const { meanings, orderIds } = named
  const subjects = [text, ...meanings.map(({ value }) => value), ...(await listNetworkNumbers(orderIds))]
  const said = meanings.flatMap(({ kind, value }): object[] => {
    if (kind === 'iccid') return [{ ours: { cards: [value] } }, { network: { cards: [value] } }]
    if (kind === 'number') return [{ ours: { order: value } }, { provider: { reference: value } }]

    return kind === 'network' ? [{ ours: { order: value } }, { network: { order: value } }] : []
  })
  const conditions = [
    Prisma.sql`"orderId" = ANY(${orderIds}::text[])`,
    Prisma.sql`"subject" = ANY(${subjects}::text[])`,
    ...said.map((facts) => Prisma.sql`"evidence" @> ${JSON.stringify(facts)}::jsonb`),
  ]
  // Each condition by itself: joined by OR, all differences would be walked from the newest on.
  const parts = conditions.map((condition) => Prisma.sql`SELECT "id", "openedAt" FROM "Break" WHERE ${condition}`)
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT b."id" FROM (${Prisma.join(parts, ' UNION ')}) b ORDER BY b."openedAt" DESC LIMIT ${MOST_FOUND}`

  return rows.map(({ id }) => id)
}

import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'

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

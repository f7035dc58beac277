import 'server-only'
import type { Tx } from '#lib/db/client.ts'

/**
 * Raises the number that cached pages were rendered from, and tells every process when the transaction commits.
 *
 * Call it in the transaction that changes what the shop shows. Returns the new number.
 */
export async function raiseCatalogVersion(client: Tx): Promise<number> {
  const state = await client.catalogState.update({
    where: { id: 1 },
    data: { version: { increment: 1 }, updatedAt: new Date() },
    select: { version: true },
  })
  await client.$executeRaw`SELECT pg_notify('catalog', ${String(state.version)})`

  return state.version
}

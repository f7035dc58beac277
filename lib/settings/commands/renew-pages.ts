import 'server-only'
import { raiseCatalogVersion } from '#lib/catalog/repository/catalog.ts'
import type { Tx } from '#lib/core/repository/client.ts'

/** Has every finished public page made anew, in every process, once the caller's transaction is through. */
export async function renewPages(tx: Tx): Promise<void> {
  await raiseCatalogVersion(tx)
}

import 'server-only'
import { syncCatalog } from '#lib/catalog/commands/sync-catalog.ts'
import { log } from '#lib/core/log.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'

/**
 * Starts a pass over the catalogue and returns at once; how far it is can be read. While one runs, nothing happens.
 *
 * Throws `forbidden`.
 */
export async function startCatalogSync(caller: Caller): Promise<void> {
  const { role } = requirePermission(caller, 'catalog.sync')
  const actor = actorOf(caller)
  await recordAudit({ actor, role, act: 'catalog.sync_started', subject: 'catalog' })
  // A pass that dies with this process is resumed by the next one.
  syncCatalog({ trigger: actor }).catch((error: unknown) => log.error('catalogue pass not started', { error }))
}

import 'server-only'
import { listRunsBehind } from '#lib/catalog/repository/admin-catalog.ts'
import { countChangesOfRuns } from '#lib/catalog/repository/admin-catalog-edit.ts'
import type { SyncRunRow } from '#lib/catalog/rules/admin-catalog.ts'
import { PLAN_CHANGE_KINDS } from '#lib/catalog/rules/catalog-diff.ts'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'

const RUNS = 10

/**
 * Reads a page of the passes over the catalogue with the differences that each found, the newest first, and the place
 * behind which the next one begins. Throws `forbidden`.
 */
export async function getSyncRuns(
  caller: Caller,
  after: string | null,
): Promise<{ runs: SyncRunRow[]; next: string | null }> {
  requirePermission(caller, 'catalog.see')
  const [at, id] = after?.split('.', 2) ?? []
  const found = await listRunsBehind(at && id ? { startedAt: new Date(Number(at)), id } : null, RUNS + 1)
  const page = found.slice(0, RUNS)
  const counts = await countChangesOfRuns(page.map((run) => run.id))
  const last = page.at(-1)

  return {
    runs: page.map((run) => ({
      ...run,
      changes: PLAN_CHANGE_KINDS.flatMap((kind) =>
        counts.filter((one) => one.runId === run.id && one.kind === kind).map(({ count }) => ({ kind, count })),
      ),
    })),
    next: found.length > RUNS && last ? `${last.startedAt.getTime()}.${last.id}` : null,
  }
}

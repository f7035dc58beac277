import 'server-only'
import { listViews } from '#lib/db/saved-views.ts'
import { type Caller, requirePermission } from '#lib/domain/caller.ts'
import type { SavedView, ViewArea } from '#lib/domain/saved-view.ts'

/** The views that the caller keeps of a list, by name. Throws `forbidden`. */
export async function getViews(caller: Caller, area: ViewArea): Promise<SavedView[]> {
  const { staffId } = requirePermission(caller, 'orders.see')

  return listViews({ staffId, area })
}

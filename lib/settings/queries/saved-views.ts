import 'server-only'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import type { ViewArea } from '#lib/core/rules/lists.ts'
import { listViews } from '#lib/settings/repository/saved-views.ts'
import type { SavedView } from '#lib/settings/rules/saved-view.ts'

/** The views that the caller keeps of a list, by name. Throws `forbidden`. */
export async function getViews(caller: Caller, area: ViewArea): Promise<SavedView[]> {
  const { staffId } = requirePermission(caller, 'orders.see')

  return listViews({ staffId, area })
}

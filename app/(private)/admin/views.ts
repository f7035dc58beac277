import type { Route } from 'next'
import { redirect } from 'next/navigation'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { getViews } from '#lib/settings/queries/saved-views.ts'
import { type SavedView, type ViewArea, viewAddress } from '#lib/settings/rules/saved-view.ts'

/**
 * The views that whoever asks keeps of a list. Its bare address opens with the one that they have made their first:
 * `asked` is what the address says.
 */
export async function viewsHere(staff: StaffMember, area: ViewArea, asked: object): Promise<SavedView[]> {
  const views = await getViews(staff, area)
  const first = Object.keys(asked).length === 0 ? views.find(({ isDefault }) => isDefault) : undefined
  if (first && first.query !== '') redirect(viewAddress(area, first.query) as Route)

  return views
}

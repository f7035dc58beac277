import type { Route } from 'next'
import { redirect } from 'next/navigation'
import type { StaffMember } from '#lib/domain/caller.ts'
import { type SavedView, type ViewArea, viewAddress } from '#lib/domain/saved-view.ts'
import { getViews } from '#lib/queries/saved-views.ts'

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

import 'server-only'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import type { ViewArea } from '#lib/core/rules/lists.ts'
import { dropView, keepView, listViews, lockViews } from '#lib/settings/repository/saved-views.ts'
import { MAX_VIEWS, viewQuery } from '#lib/settings/rules/saved-view.ts'

/** A view that somebody wants to keep. `isDefault`: the list opens with it. */
export type ViewInput = { area: ViewArea; name: string; query: string; isDefault: boolean }

/**
 * Keeps a view for the person who asks; one of the same name is replaced.
 *
 * Throws `forbidden`, and `bad_input` with `reason` `too_many`.
 */
export async function saveView(caller: Caller, input: ViewInput): Promise<{ id: string }> {
  const staff = requirePermission(caller, 'orders.see')
  const { area, isDefault } = input
  const name = input.name.trim()
  const query = viewQuery(input.query)
  const owner = { staffId: staff.staffId, area }
  const id = await transaction(async (tx) => {
    await lockViews(owner, tx)
    const known = await listViews(owner, tx)
    if (known.length >= MAX_VIEWS && !known.some((view) => view.name === name)) {
      throw new AppError('bad_input', 'These are too many views.', { reason: 'too_many' })
    }
    const kept = await keepView({ ...owner, name, query, isDefault }, tx)
    const actor = actorOf(staff)
    await recordAudit({ actor, role: staff.role, act: 'view.saved', subject: kept, after: { area, query } }, tx)

    return kept
  })

  return { id }
}

/** Removes a view of the person who asks. Throws `forbidden`, and `not_found` also for somebody else's. */
export async function deleteView(caller: Caller, id: string): Promise<void> {
  const staff = requirePermission(caller, 'orders.see')
  await transaction(async (tx) => {
    const isGone = await dropView({ staffId: staff.staffId, id }, tx)
    if (!isGone) throw new AppError('not_found', 'There is no such view.')
    await recordAudit({ actor: actorOf(staff), role: staff.role, act: 'view.deleted', subject: id }, tx)
  })
}

import 'server-only'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { rulesChanged } from '#lib/pricing/commands/draft-rights.ts'
import type { SavedDraft } from '#lib/pricing/commands/save-edit.ts'
import { findCurrentRate, lockPrices } from '#lib/pricing/repository/pricing.ts'
import { findRevision, insertDraft } from '#lib/pricing/repository/pricing-revisions.ts'
import { findSaleTerms } from '#lib/pricing/repository/sale-terms.ts'
import { conflictingEdits } from '#lib/pricing/rules/pricing-edit.ts'

/**
 * Begins a draft that puts back what a set of changes replaced, so that its effect is seen before it counts.
 *
 * Throws `forbidden`, `not_found`, and `conflict` with `rules_changed` when one of its rules was changed again since.
 */
export async function undoRevision(caller: Caller, id: string): Promise<SavedDraft> {
  requirePermission(caller, 'catalog.change')

  return transaction(async (tx) => {
    await lockPrices(tx)
    const revision = await findRevision(id, tx)
    if (!revision?.before) throw new AppError('not_found', 'There is nothing to undo.')
    const { edits, rate } = revision.before
    const { rules } = await findSaleTerms(tx)
    const conflicts = conflictingEdits(rules, edits)
    if (conflicts.length > 0) throw rulesChanged(rules, conflicts)
    const base = rate && ((await findCurrentRate(rate, tx))?.id ?? null)
    const draftId = await insertDraft(
      { title: '', edits, rate: rate && { ...rate, base }, undoes: id, by: actorOf(caller) },
      tx,
    )

    return { draftId, turn: 1 }
  })
}

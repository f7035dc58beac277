import 'server-only'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { requireDraft, rulesChanged, type SeenDraft } from '#lib/pricing/commands/draft-rights.ts'
import { lockPrices } from '#lib/pricing/repository/pricing.ts'
import { changeRevision, findRevision, insertDraft } from '#lib/pricing/repository/pricing-revisions.ts'
import { findSaleTerms } from '#lib/pricing/repository/sale-terms.ts'
import {
  conflictingEdits,
  isPossibleEdit,
  parseRuleForm,
  type RuleEdit,
  type RuleForm,
  type RuleTerms,
  termsOf,
} from '#lib/pricing/rules/pricing-edit.ts'
import { type RuleScope, scopeId } from '#lib/pricing/rules/pricing-scope.ts'

/** A rule as a person wants it: what the form says, or `null` to take the rule away. `seen` is the version it showed. */
export type WantedRule = RuleScope & { form: RuleForm | null; seen: number | null }

/** Where an edit was written: the draft, and how often it has been written since it was begun. */
export type SavedDraft = { draftId: string; turn: number }

/**
 * Writes an edit of a rule into a draft, a new one when `draft` is null. Nothing is sold at another price by that.
 *
 * Throws `forbidden`, `bad_input` with the fields that cannot be read, and `conflict`: `rules_changed` with both
 * versions when the rule is no longer the one that was shown, `draft_changed` when the draft is not.
 */
export async function saveEdit(caller: Caller, wanted: WantedRule, draft: SeenDraft | null): Promise<SavedDraft> {
  requirePermission(caller, 'catalog.change')

  return transaction(async (tx) => {
    await lockPrices(tx)
    const { rules, currency } = await findSaleTerms(tx)
    const terms = wanted.form && requireTerms(parseRuleForm(wanted.form, currency))
    const edit: RuleEdit = { scope: wanted.scope, scopeKey: wanted.scopeKey, terms, base: wanted.seen }
    if (!isPossibleEdit(edit)) throw new AppError('bad_input', 'There can be no such rule.', { reason: 'scope' })
    const conflicts = conflictingEdits(rules, [edit])
    if (conflicts.length > 0) throw rulesChanged(rules, conflicts)

    return put(caller, edit, draft, tx)
  })
}

/** Takes an edit out of a draft again. Throws `forbidden`, `not_found` and `conflict`. */
export async function dropEdit(caller: Caller, scope: RuleScope, draft: SeenDraft): Promise<SavedDraft> {
  requirePermission(caller, 'catalog.change')

  return transaction(async (tx) => {
    const { edits } = await requireDraft(draft, tx)
    const rest = edits.filter((edit) => scopeId(edit) !== scopeId(scope))
    await changeRevision(draft.id, { edits: rest, state: 'draft', dueAt: null, updatedBy: actorOf(caller) }, tx)

    return { draftId: draft.id, turn: draft.turn + 1 }
  })
}

/** Keeps an edit although its rule was changed by somebody else: it is now made from what the rule says today. */
export async function keepEdit(caller: Caller, scope: RuleScope, draft: SeenDraft): Promise<SavedDraft> {
  requirePermission(caller, 'catalog.change')

  return transaction(async (tx) => {
    const { edits } = await requireDraft(draft, tx)
    const { rules } = await findSaleTerms(tx)
    const base = termsOf(rules, scope)?.version ?? null
    const kept = edits.map((edit) => (scopeId(edit) === scopeId(scope) ? { ...edit, base } : edit))
    await changeRevision(draft.id, { edits: kept, state: 'draft', dueAt: null, updatedBy: actorOf(caller) }, tx)

    return { draftId: draft.id, turn: draft.turn + 1 }
  })
}

/** Throws a draft away. Throws `forbidden`, `not_found` and `conflict`. */
export async function discardDraft(caller: Caller, draft: SeenDraft): Promise<void> {
  requirePermission(caller, 'catalog.change')
  await transaction(async (tx) => {
    await requireDraft(draft, tx)
    await changeRevision(draft.id, { state: 'discarded', dueAt: null, updatedBy: actorOf(caller) }, tx)
  })
}

async function put(caller: Caller, edit: RuleEdit, draft: SeenDraft | null, tx: Tx): Promise<SavedDraft> {
  const by = actorOf(caller)
  if (!draft) {
    const draftId = await insertDraft({ title: '', edits: [edit], rate: null, by }, tx)

    return { draftId, turn: (await findRevision(draftId, tx))?.turn ?? 1 }
  }
  const { edits } = await requireDraft(draft, tx)
  const rest = edits.filter((one) => scopeId(one) !== scopeId(edit))
  // What was planned for a time is no longer what was looked at: it becomes a draft again.
  const again = { state: 'draft', dueAt: null, stopReason: null } as const
  await changeRevision(draft.id, { edits: [...rest, edit], ...again, updatedBy: by }, tx)

  return { draftId: draft.id, turn: draft.turn + 1 }
}

function requireTerms(parsed: ReturnType<typeof parseRuleForm>): RuleTerms {
  if (parsed.terms) return parsed.terms
  throw new AppError('bad_input', 'These amounts cannot be read.', { reason: 'amounts', fields: parsed.problems })
}

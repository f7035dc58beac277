import 'server-only'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission, type StaffMember } from '#lib/core/rules/caller.ts'
import {
  changeRevision,
  findCurrentRate,
  findRevision,
  insertDraft,
  lockPrices,
  type PriceRevision,
} from '#lib/pricing/repository/pricing.ts'
import { findSaleTerms } from '#lib/pricing/repository/sale-terms.ts'
import type { PriceRule } from '#lib/pricing/rules/pricing.ts'
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
import { type DatedRate, parseRate, parseRateFile } from '#lib/pricing/rules/rate-file.ts'

/** A draft as a person saw it: `turn` is how often it had been written then. */
export type SeenDraft = { id: string; turn: number }

/**
 * Locks the prices and reads a set of changes that a person wants to act on.
 *
 * Throws `not_found`, and `conflict` with the reason `draft_changed` when somebody else wrote to it in between, or
 * `draft_ended` when it was applied or thrown away.
 */
export async function requireDraft({ id, turn }: SeenDraft, tx: Tx): Promise<PriceRevision> {
  await lockPrices(tx)
  const draft = await findRevision(id, tx)
  if (!draft) throw new AppError('not_found', 'There is no such draft.')
  if (draft.state === 'applied' || draft.state === 'discarded') {
    throw new AppError('conflict', 'This draft has ended.', { reason: 'draft_ended' })
  }
  if (draft.turn !== turn) {
    throw new AppError('conflict', 'Somebody else has written to this draft.', {
      reason: 'draft_changed',
      turn: draft.turn,
    })
  }

  return draft
}

/** Returns the refusal of edits whose rules somebody else has changed: what they say now, and what was wanted. */
export function rulesChanged(rules: readonly PriceRule[], conflicts: readonly RuleEdit[]): AppError {
  return new AppError('conflict', 'Somebody else has changed these rules.', {
    reason: 'rules_changed',
    rules: conflicts.map(scopeId),
    theirs: conflicts.map((edit) => JSON.stringify(termsOf(rules, edit)?.terms ?? null)),
    mine: conflicts.map(({ terms }) => JSON.stringify(terms)),
  })
}

/** A rule as a person wants it: what the form says, or `null` to take the rule away. `seen` is the version it showed. */
export type WantedRule = RuleScope & { form: RuleForm | null; seen: number | null }

/** Where an edit was written: the draft, and how often it has been written since it was begun. */
type SavedDraft = { draftId: string; turn: number }

/**
 * Writes an edit of a rule into a draft, a new one when `draft` is null. Nothing is sold at another price by that.
 *
 * Throws `forbidden`, `bad_input` with the fields that cannot be read, and `conflict`: `rules_changed` with both
 * versions when the rule is no longer the one that was shown, `draft_changed` when the draft is not.
 */
export async function saveEdit(caller: Caller, wanted: WantedRule, draft: SeenDraft | null): Promise<SavedDraft> {
  const staff = requirePermission(caller, 'catalog.change')

  return transaction(async (tx) => {
    await lockPrices(tx)
    const { rules, currency } = await findSaleTerms(tx)
    const terms = wanted.form && requireTerms(parseRuleForm(wanted.form, currency))
    const edit: RuleEdit = { scope: wanted.scope, scopeKey: wanted.scopeKey, terms, base: wanted.seen }
    if (!isPossibleEdit(edit)) throw new AppError('bad_input', 'There can be no such rule.', { reason: 'scope' })
    const conflicts = conflictingEdits(rules, [edit])
    if (conflicts.length > 0) throw rulesChanged(rules, conflicts)

    return put(staff, edit, draft, tx)
  })
}

/** Takes an edit out of a draft again. Throws `forbidden`, `not_found` and `conflict`. */
export async function dropEdit(caller: Caller, scope: RuleScope, draft: SeenDraft): Promise<SavedDraft> {
  const staff = requirePermission(caller, 'catalog.change')

  return transaction(async (tx) => {
    const { edits } = await requireEditable(staff, draft, tx)
    const rest = edits.filter((edit) => scopeId(edit) !== scopeId(scope))
    await changeRevision(draft.id, { edits: rest, state: 'draft', dueAt: null, updatedBy: actorOf(staff) }, tx)

    return { draftId: draft.id, turn: draft.turn + 1 }
  })
}

/** Keeps an edit although its rule was changed by somebody else: it is now made from what the rule says today. */
export async function keepEdit(caller: Caller, scope: RuleScope, draft: SeenDraft): Promise<SavedDraft> {
  const staff = requirePermission(caller, 'catalog.change')

  return transaction(async (tx) => {
    const { edits } = await requireEditable(staff, draft, tx)
    const { rules } = await findSaleTerms(tx)
    const base = termsOf(rules, scope)?.version ?? null
    const kept = edits.map((edit) => (scopeId(edit) === scopeId(scope) ? { ...edit, base } : edit))
    await changeRevision(draft.id, { edits: kept, state: 'draft', dueAt: null, updatedBy: actorOf(staff) }, tx)

    return { draftId: draft.id, turn: draft.turn + 1 }
  })
}

/** Throws a draft away. Throws `forbidden`, `not_found` and `conflict`. */
export async function discardDraft(caller: Caller, draft: SeenDraft): Promise<void> {
  const staff = requirePermission(caller, 'catalog.change')
  await transaction(async (tx) => {
    await requireEditable(staff, draft, tx)
    await changeRevision(draft.id, { state: 'discarded', dueAt: null, updatedBy: actorOf(staff) }, tx)
  })
}

/** As `requireDraft`. A change that was planned is planned no longer once somebody writes to it, which is noted. */
async function requireEditable(staff: StaffMember, seen: SeenDraft, tx: Tx): Promise<PriceRevision> {
  const draft = await requireDraft(seen, tx)
  if (draft.state === 'scheduled') {
    const before = { at: draft.dueAt?.toISOString() ?? null }
    await recordAudit(
      { actor: actorOf(staff), role: staff.role, act: 'pricing.unscheduled', subject: draft.id, before },
      tx,
    )
  }

  return draft
}

async function put(staff: StaffMember, edit: RuleEdit, draft: SeenDraft | null, tx: Tx): Promise<SavedDraft> {
  const by = actorOf(staff)
  if (!draft) {
    const draftId = await insertDraft({ title: '', edits: [edit], rate: null, by }, tx)

    return { draftId, turn: (await findRevision(draftId, tx))?.turn ?? 1 }
  }
  const { edits } = await requireEditable(staff, draft, tx)
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

/** A rate as a person gives it: typed with the day that its source names, or inside a file. */
export type WantedRate = { rate: string; asOf: string } | { file: string }

/**
 * Begins a draft that changes the exchange rate, so that its effect on every price is seen before it counts.
 *
 * Throws `forbidden`, `conflict` where cost and price are in one currency, and `bad_input` when no rate can be read.
 */
export async function draftRate(caller: Caller, wanted: WantedRate): Promise<SavedDraft> {
  requirePermission(caller, 'catalog.change')

  return transaction(async (tx) => {
    await lockPrices(tx)
    const { costCurrency: from, currency: to } = await findSaleTerms(tx)
    if (from === to) throw new AppError('conflict', 'Cost and price are in one currency.', { reason: 'one_currency' })
    const { rate, asOf } = requireRate(wanted, { from, to })
    const base = (await findCurrentRate({ from, to }, tx))?.id ?? null
    const source = 'file' in wanted ? 'file' : 'hand'
    const edit = { from, to, rate, asOf, source, base } as const
    const draftId = await insertDraft({ title: '', edits: [], rate: edit, by: actorOf(caller) }, tx)

    return { draftId, turn: 1 }
  })
}

function requireRate(wanted: WantedRate, pair: { from: string; to: string }): DatedRate {
  if ('file' in wanted) {
    const found = parseRateFile(wanted.file, pair)
    if (!found) throw new AppError('bad_input', 'The file has no rate of this pair.', { reason: 'file' })

    return found
  }
  const rate = parseRate(wanted.rate)
  if (!rate) throw new AppError('bad_input', 'This is no rate.', { reason: 'rate' })

  return { rate, asOf: wanted.asOf }
}

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

import { ask } from '#lib/core/client/ask.ts'
import type { RuleForm } from '#lib/pricing/rules/pricing-edit.ts'
import type { RuleScope } from '#lib/pricing/rules/pricing-scope.ts'

/** A draft as the page read it. */
export type DraftSeen = { id: string; turn: number }

/** Where something was written. */
export type Saved = { draftId: string; turn: number }

/** Writes a rule (`form` null: takes it away) into a draft, a new one when `draft` is null. */
export function saveRule(
  rule: RuleScope & { form: RuleForm | null; seen: number | null; draft: DraftSeen | null },
): Promise<Saved> {
  const { scope, scopeKey, form, seen, draft } = rule

  return ask('/api/admin/pricing/edits', { method: 'POST', body: { scope, scopeKey, form, seen, draft } })
}

/** Drops an edit of a draft, or keeps it over what somebody else made of its rule. */
export function settleEdit(
  { id, turn }: DraftSeen,
  { scope, scopeKey }: RuleScope,
  act: 'drop' | 'keep',
): Promise<Saved> {
  return ask(`/api/admin/pricing/drafts/${id}/edits`, { method: 'POST', body: { scope, scopeKey, turn, act } })
}

/** Applies a draft as its preview showed it. */
export function applyDraft({ id, turn }: DraftSeen, preview: string): Promise<{ version: number }> {
  return ask(`/api/admin/pricing/drafts/${id}/apply`, { method: 'POST', body: { turn, preview } })
}

/** Lets a draft be applied at an instant (ISO 8601). */
export function scheduleDraft({ id, turn }: DraftSeen, preview: string, at: string): Promise<void> {
  return ask(`/api/admin/pricing/drafts/${id}/schedule`, { method: 'POST', body: { turn, preview, at } })
}

/** Throws a draft away. */
export function discardDraft({ id, turn }: DraftSeen): Promise<void> {
  return ask(`/api/admin/pricing/drafts/${id}/discard`, { method: 'POST', body: { turn } })
}

/** Begins a draft that puts back what a change replaced. */
export function undoChange(id: string): Promise<Saved> {
  return ask(`/api/admin/pricing/changes/${id}/undo`, { method: 'POST', body: {} })
}

/** Begins a draft with another exchange rate. */
export function draftRate(rate: { rate: string; asOf: string } | { file: string }): Promise<Saved> {
  return ask('/api/admin/pricing/rate', { method: 'POST', body: rate })
}

import 'server-only'
import type { Tx } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { lockPrices } from '#lib/pricing/repository/pricing.ts'
import { findRevision, type PriceRevision } from '#lib/pricing/repository/pricing-revisions.ts'
import type { PriceRule } from '#lib/pricing/rules/pricing.ts'
import { type RuleEdit, termsOf } from '#lib/pricing/rules/pricing-edit.ts'
import { scopeId } from '#lib/pricing/rules/pricing-scope.ts'

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

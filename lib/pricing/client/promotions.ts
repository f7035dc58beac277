import { call } from '#lib/core/client/request.ts'
import type { RequestOf } from '#lib/core/rules/contract.ts'
import type { RuleForm } from '#lib/pricing/rules/pricing-edit.ts'
import type { RuleScope } from '#lib/pricing/rules/pricing-scope.ts'
import type { PromotionForm } from '#lib/pricing/rules/promotion-edit.ts'
import type {
  applyDraftCall,
  changePromotionCall,
  createPromotionCall,
  discardDraftCall,
  draftRateCall,
  endPromotionCall,
  resolveEditCall,
  saveEditCall,
  scheduleDraftCall,
} from '#lib/pricing/schema.ts'

/** Makes a promotion, or changes the one that was seen. */
export async function savePromotion(seen: { id: string; turn: number } | null, form: PromotionForm): Promise<void> {
  if (seen === null) await call<typeof createPromotionCall>('POST /api/admin/promotions', { body: { form } })
  else
    await call<typeof changePromotionCall>('POST /api/admin/promotions/[id]', {
      params: { id: seen.id },
      body: { turn: seen.turn, form },
    })
}

/** Ends a promotion for good. */
export function endPromotion({ id, turn }: { id: string; turn: number }) {
  return call<typeof endPromotionCall>('POST /api/admin/promotions/[id]/end', { params: { id }, body: { turn } })
}

/** A draft as the page read it. */
export type DraftSeen = { id: string; turn: number }

/** Writes a rule (`form` null: takes it away) into a draft, a new one when `draft` is null. */
export function saveRule(rule: RuleScope & { form: RuleForm | null; seen: number | null; draft: DraftSeen | null }) {
  const { scope, scopeKey, form, seen, draft } = rule

  return call<typeof saveEditCall>('POST /api/admin/pricing/edits', { body: { scope, scopeKey, form, seen, draft } })
}

/** Drops an edit of a draft, or keeps it over what somebody else made of its rule. */
export function settleEdit({ id, turn }: DraftSeen, { scope, scopeKey }: RuleScope, action: 'drop' | 'keep') {
  return call<typeof resolveEditCall>('POST /api/admin/pricing/drafts/[id]/edits', {
    params: { id },
    body: { scope, scopeKey, turn, act: action },
  })
}

/** Applies a draft as its preview showed it. */
export function applyDraft({ id, turn }: DraftSeen, preview: string) {
  return call<typeof applyDraftCall>('POST /api/admin/pricing/drafts/[id]/apply', {
    params: { id },
    body: { turn, preview },
  })
}

/** Lets a draft be applied at an instant (ISO 8601). */
export function scheduleDraft({ id, turn }: DraftSeen, preview: string, at: string) {
  return call<typeof scheduleDraftCall>('POST /api/admin/pricing/drafts/[id]/schedule', {
    params: { id },
    body: { turn, preview, at },
  })
}

/** Throws a draft away. */
export function discardDraft({ id, turn }: DraftSeen) {
  return call<typeof discardDraftCall>('POST /api/admin/pricing/drafts/[id]/discard', {
    params: { id },
    body: { turn },
  })
}

/** Begins a draft with another exchange rate. */
export function draftRate(rate: { rate: string; asOf: string } | { file: string }) {
  return call<typeof draftRateCall>('POST /api/admin/pricing/rate', {
    body: rate as RequestOf<typeof draftRateCall>['body'],
  })
}

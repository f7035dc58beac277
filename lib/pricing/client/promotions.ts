import { ask } from '#lib/core/client/ask.ts'
import type { PromotionForm } from '#lib/pricing/rules/promotion-edit.ts'

/** Makes a promotion, or changes the one that was seen. */
export async function savePromotion(seen: { id: string; turn: number } | null, form: PromotionForm): Promise<void> {
  if (seen === null) await ask('/api/admin/promotions', { method: 'POST', body: { form } })
  else await ask(`/api/admin/promotions/${seen.id}`, { method: 'POST', body: { turn: seen.turn, form } })
}

/** Ends a promotion for good. */
export function endPromotion({ id, turn }: { id: string; turn: number }): Promise<void> {
  return ask(`/api/admin/promotions/${id}/end`, { method: 'POST', body: { turn } })
}

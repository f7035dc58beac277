import { call } from '#lib/core/client/ask.ts'
import type { PromotionForm } from '#lib/pricing/rules/promotion-edit.ts'
import type { changePromotionCall, createPromotionCall, endPromotionCall } from '#lib/pricing/schema.ts'

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

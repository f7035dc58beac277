import { serve } from '#lib/core/http/route.ts'
import { createPromotion } from '#lib/pricing/commands/promotions/save-promotion.ts'
import { createPromotionCall } from '#lib/pricing/schema.ts'

export const POST = serve(createPromotionCall, ({ caller, body }) => createPromotion(caller, body.form))

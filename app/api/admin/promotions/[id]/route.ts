import { serve } from '#lib/core/http/route.ts'
import { changePromotion } from '#lib/pricing/commands/promotions/save-promotion.ts'
import { changePromotionCall } from '#lib/pricing/schema.ts'

export const POST = serve(changePromotionCall, ({ caller, params, body }) =>
  changePromotion(caller, { ...params, turn: body.turn }, body.form),
)

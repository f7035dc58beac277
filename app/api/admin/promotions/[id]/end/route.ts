import { serve } from '#lib/core/http/route.ts'
import { endPromotion } from '#lib/pricing/commands/promotions/save-promotion.ts'
import { endPromotionCall } from '#lib/pricing/schema.ts'

export const POST = serve(endPromotionCall, ({ caller, params, body }) => endPromotion(caller, { ...params, ...body }))

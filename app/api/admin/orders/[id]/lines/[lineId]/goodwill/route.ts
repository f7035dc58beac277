import { serve } from '#lib/core/http/route.ts'
import { giveGoodwill } from '#lib/refunds/commands/give-goodwill.ts'
import { giveGoodwillCall } from '#lib/refunds/schema.ts'

export const POST = serve(giveGoodwillCall, ({ caller, params, body, once }) =>
  giveGoodwill(caller, { orderId: params.id, lineId: params.lineId, ...body, once }),
)

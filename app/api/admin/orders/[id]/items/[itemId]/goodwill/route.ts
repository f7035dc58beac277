import { serve } from '#lib/core/http/route.ts'
import { giveGoodwill } from '#lib/refunds/commands/give-goodwill.ts'
import { giveGoodwillCall } from '#lib/refunds/schema.ts'

export const POST = serve(giveGoodwillCall, ({ caller, params, body, once }) =>
  giveGoodwill(caller, { orderId: params.id, itemId: params.itemId, ...body, once }),
)

import { serve } from '#lib/core/http/route.ts'
import { askItemBack } from '#lib/fulfilment/commands/ask-item-back.ts'
import { cancelItemCall } from '#lib/fulfilment/schema.ts'

export const POST = serve(cancelItemCall, ({ caller, params, body }) =>
  askItemBack(caller, { orderId: params.id, itemId: params.itemId, ...body }),
)

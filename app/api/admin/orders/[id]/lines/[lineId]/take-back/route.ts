import { serve } from '#lib/core/http/route.ts'
import { askLineBack } from '#lib/fulfilment/commands/ask-line-back.ts'
import { cancelItemCall } from '#lib/fulfilment/schema.ts'

export const POST = serve(cancelItemCall, ({ caller, params, body }) =>
  askLineBack(caller, { orderId: params.id, lineId: params.lineId, ...body }),
)

import { serve } from '#lib/core/http/route.ts'
import { decideHeld } from '#lib/fulfilment/commands/held-acts/decide-held.ts'
import { decideReviewCall } from '#lib/fulfilment/schema.ts'

export const POST = serve(decideReviewCall, ({ caller, params, body }) =>
  decideHeld(caller, { orderId: params.id, itemId: params.itemId, ...body }),
)

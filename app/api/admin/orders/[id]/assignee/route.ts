import { serve } from '#lib/core/http/route.ts'
import { giveOrderTo } from '#lib/orders/commands/label-acts.ts'
import { assignOrderCall } from '#lib/orders/schema.ts'

export const POST = serve(assignOrderCall, ({ caller, params, body }) =>
  giveOrderTo(caller, { orderId: params.id, ...body }),
)

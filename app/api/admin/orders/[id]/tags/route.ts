import { serve } from '#lib/core/http/route.ts'
import { tagOrder } from '#lib/orders/commands/label-acts.ts'
import { tagOrderCall } from '#lib/orders/schema.ts'

export const POST = serve(tagOrderCall, ({ caller, params, body }) => tagOrder(caller, { orderId: params.id, ...body }))

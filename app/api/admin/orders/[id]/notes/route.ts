import { serve } from '#lib/core/http/route.ts'
import { noteOrder } from '#lib/orders/commands/label-acts.ts'
import { addOrderNoteCall } from '#lib/orders/schema.ts'

export const POST = serve(addOrderNoteCall, ({ caller, params, body }) =>
  noteOrder(caller, { orderId: params.id, ...body }),
)

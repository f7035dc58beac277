import { closeReturn } from '#lib/cancellations/commands/request-cancellation.ts'
import { closeCancellationCall } from '#lib/cancellations/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const POST = serve(closeCancellationCall, ({ caller, params, body }) =>
  closeReturn(caller, { orderId: params.id, returnId: params.returnId, ...body }),
)

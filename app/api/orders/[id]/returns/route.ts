import { askReturn } from '#lib/cancellations/commands/request-cancellation.ts'
import { requestCancellationCall } from '#lib/cancellations/schema.ts'
import { serve } from '#lib/core/http/route.ts'
import { askItemBack } from '#lib/fulfilment/commands/ask-item-back.ts'

export const POST = serve(requestCancellationCall, async ({ caller, params, body, once }) => {
  if ('esimIds' in body) return askReturn(caller, { orderId: params.id, ...body, once })
  await askItemBack(caller, { orderId: params.id, itemId: body.itemId })

  return { esimIds: [] }
})

import { askReturn } from '#lib/cancellations/commands/ask-return.ts'
import { requestCancellationCall } from '#lib/cancellations/schema.ts'
import { serve } from '#lib/core/http/route.ts'
import { askLineBack } from '#lib/fulfilment/commands/ask-line-back.ts'

export const POST = serve(requestCancellationCall, async ({ caller, params, body, once }) => {
  if ('esimIds' in body) return askReturn(caller, { orderId: params.id, ...body, once })
  await askLineBack(caller, { orderId: params.id, lineId: body.lineId })

  return { esimIds: [] }
})

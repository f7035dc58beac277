import { returnOptions } from '#lib/cancellations/commands/return-answers.ts'
import { listCancellationOptionsCall } from '#lib/cancellations/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const GET = serve(listCancellationOptionsCall, async ({ caller, params }) => {
  const options = await returnOptions(caller, params.id)

  return {
    esims: options.map(({ esim, answer, facts }) => ({
      esimId: esim.id,
      ...answer,
      facts,
      refundMinor: esim.priceShareMinor,
      currency: esim.item.order.currency,
    })),
  }
})

import { returnOptions } from '#lib/cancellations/commands/return-answers.ts'
import { listCancellationOptionsCall } from '#lib/cancellations/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const GET = serve(listCancellationOptionsCall, async ({ caller, params }) => {
  const options = await returnOptions(caller, params.id)

  return {
    cards: options.map(({ card, answer, facts }) => ({
      cardId: card.id,
      ...answer,
      facts,
      refundMinor: card.priceShareMinor,
      currency: card.line.order.currency,
    })),
  }
})

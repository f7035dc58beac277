import { z } from 'zod'
import { returnOptions } from '#lib/cancellations/commands/return-answers.ts'
import { read } from '#lib/core/http/route.ts'

const optionsReply = z.object({
  cards: z.array(
    z.object({
      cardId: z.string(),
      answer: z.enum(['yes', 'no', 'ask']),
      until: z.date().nullable(),
      reasons: z.array(z.string()),
      facts: z.array(z.object({ name: z.string(), value: z.string().nullable(), ageMs: z.number().nullable() })),
      refundMinor: z.int(),
      currency: z.string(),
    }),
  ),
})

/** GET /api/orders/[id]/return-options: for each delivered card whether it can go back, why, and for how much. */
export const GET = read(
  { caller: 'any', limit: 'returns', params: z.object({ id: z.string().max(64) }), reply: optionsReply },
  async ({ caller, params }) => {
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
  },
)

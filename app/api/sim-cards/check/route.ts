import { z } from 'zod'
import { topUpPlanReply } from '#app/api/esims/top-up-reply.ts'
import { mutation } from '#lib/core/http/route.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { checkNumber } from '#lib/esims/commands/sim-cards/check-number.ts'

/**
 * POST /api/sim-cards/check: what can be put on the card with a number. Nothing about its owner, its orders or its use;
 * the number stands in the body, so that no log of addresses holds it.
 */
export const POST = mutation(
  {
    caller: 'any',
    limit: 'simCards',
    params: z.object({}),
    body: z.strictObject({ number: z.string().min(1).max(40), locale: z.string().max(5) }),
    reply: z.object({
      answer: z.enum(['unknown', 'takes_nothing', 'takes']),
      cardId: z.string().nullable(),
      last4: z.string().nullable(),
      brandName: z.string().nullable(),
      places: z.array(
        z.object({
          name: z.string(),
          iso2: z.string().nullable(),
          countryCount: z.int().nullable(),
          plans: z.array(topUpPlanReply),
        }),
      ),
    }),
  },
  ({ body }) => checkNumber({ number: body.number, locale: toLocale(body.locale) }),
)

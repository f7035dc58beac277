import { z } from 'zod'
import { takeGuesses } from '#lib/auth/guess-limit.ts'
import { senderNetwork } from '#lib/core/http/rate-limit.ts'
import { mutation } from '#lib/core/http/route.ts'
import { moneySchema } from '#lib/core/rules/money-schema.ts'
import { showVouchers } from '#lib/pricing/commands/promotions/use-codes.ts'
import { MOST_CODES, VOUCHER_PROBLEMS } from '#lib/pricing/rules/voucher.ts'

/** POST /api/vouchers: what codes take off the offers of a checkout. The answer has one shape whatever a code is. */
export const POST = mutation(
  {
    caller: 'any',
    limit: 'vouchers',
    params: z.object({}),
    body: z.strictObject({
      checkoutId: z.string().min(1).max(400),
      codes: z.array(z.string().min(1).max(40)).min(1).max(MOST_CODES),
    }),
    reply: z.object({
      codes: z.array(
        z.object({
          code: z.string(),
          problem: z.enum(VOUCHER_PROBLEMS).nullable(),
          discount: moneySchema.nullable(),
          isCapped: z.boolean(),
          needed: moneySchema.nullable(),
          left: moneySchema.nullable(),
        }),
      ),
      discount: moneySchema,
      total: moneySchema,
      tax: moneySchema,
      mark: z.string().nullable(),
    }),
  },
  async ({ body, request }) => {
    const guesses = await takeGuesses('voucher', { network: senderNetwork(request) }, body.codes.length)
    const view = await showVouchers(body)
    const wrong = view.codes.filter(({ problem }) => problem === 'unknown').length
    // A page asks again whenever its offers change: codes that exist cost nothing.
    await guesses.wereRight(body.codes.length - wrong)

    return view
  },
)

import { z } from 'zod'
import { takeGuess } from '#lib/auth/guess-limit.ts'
import { moneySchema } from '#lib/domain/money-schema.ts'
import { MOST_CODES, VOUCHER_PROBLEMS } from '#lib/domain/voucher.ts'
import { senderNetwork } from '#lib/http/rate-limit.ts'
import { mutation } from '#lib/http/route.ts'
import { showVouchers } from '#lib/services/promotions/use-codes.ts'

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
    const guess = await takeGuess('voucher', { network: senderNetwork(request) })
    const view = await showVouchers(body)
    // A page asks again whenever its offers change: codes that exist cost nothing.
    if (view.codes.every(({ problem }) => problem !== 'unknown')) await guess.wasRight()

    return view
  },
)

import { z } from 'zod'
import { moneySchema } from '#lib/domain/money-schema.ts'
import { MOST_CODES, VOUCHER_PROBLEMS } from '#lib/domain/voucher.ts'
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
  ({ body }) => showVouchers(body),
)

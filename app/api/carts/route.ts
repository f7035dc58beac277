import { z } from 'zod'
import { quoteViewReply } from '#app/api/quotes/quote-reply.ts'
import { quoteCart } from '#lib/checkout/commands/quote-cart.ts'
import { CART_LIMITS } from '#lib/checkout/rules/cart-limits.ts'
import { mutation } from '#lib/core/http/route.ts'
import { calendarDateSchema } from '#lib/core/rules/calendar-date.ts'
import { moneySchema } from '#lib/core/rules/money-schema.ts'

const line = z.strictObject({
  planId: z.string().min(1).max(64),
  count: z.int().min(1).max(CART_LIMITS.cardsPerLine),
  days: z.int().min(1).max(365).exactOptional(),
  startDate: calendarDateSchema.exactOptional(),
  quoteId: z.string().min(1).max(64).exactOptional(),
})

/** POST /api/carts: asks the network what each line costs now, and adds up. Nothing of a cart is kept. */
export const POST = mutation(
  {
    caller: 'any',
    limit: 'carts',
    params: z.object({}),
    body: z.strictObject({
      lines: z.array(line).min(1).max(CART_LIMITS.lines),
      locale: z.string().regex(/^[a-z]{2}(-[A-Za-z]{2,4})?$/),
    }),
    reply: z.object({
      cart: z.object({
        lines: z.array(
          z.object({
            quote: quoteViewReply.nullable(),
            refusal: z.object({ code: z.string(), reason: z.string().nullable() }).nullable(),
            about: quoteViewReply.pick({ destination: true, amount: true, term: true }).nullable(),
          }),
        ),
        totals: z.array(moneySchema),
        checkoutId: z.string().nullable(),
        problem: z.string().nullable(),
      }),
    }),
  },
  async ({ body }) => ({ cart: await quoteCart(body) }),
)

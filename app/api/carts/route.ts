import { quoteCart } from '#lib/checkout/commands/make-quote.ts'
import { quoteCartCall } from '#lib/checkout/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const POST = serve(quoteCartCall, async ({ body }) => ({ cart: await quoteCart(body) }))

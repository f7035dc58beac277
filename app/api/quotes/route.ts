import { makeQuote } from '#lib/checkout/commands/make-quote.ts'
import { quotePlanCall } from '#lib/checkout/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const POST = serve(quotePlanCall, async ({ body }) => ({ quote: await makeQuote(body) }))

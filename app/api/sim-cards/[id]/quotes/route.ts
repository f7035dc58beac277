import { serve } from '#lib/core/http/route.ts'
import { makeInHandQuote } from '#lib/esims/commands/make-top-up-quote.ts'
import { quotePhysicalSimTopUpCall } from '#lib/esims/schema.ts'

export const POST = serve(quotePhysicalSimTopUpCall, async ({ params, body }) => ({
  quote: await makeInHandQuote({ ...body, esimId: params.id }),
}))

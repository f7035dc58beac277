import { serve } from '#lib/core/http/route.ts'
import { makeInHandQuote } from '#lib/esims/commands/top-up/make-top-up-quote.ts'
import { quotePhysicalSimTopUpCall } from '#lib/esims/schema/top-ups.ts'

export const POST = serve(quotePhysicalSimTopUpCall, async ({ params, body }) => ({
  quote: await makeInHandQuote({ ...body, esimId: params.id }),
}))

import { serve } from '#lib/core/http/route.ts'
import { makeTopUpQuote } from '#lib/esims/commands/make-top-up-quote.ts'
import { quoteTopUpCall } from '#lib/esims/schema.ts'

export const POST = serve(quoteTopUpCall, async ({ caller, params, body }) => ({
  quote: await makeTopUpQuote(caller, { ...body, esimId: params.id }),
}))

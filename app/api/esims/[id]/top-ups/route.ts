import { serve } from '#lib/core/http/route.ts'
import { makeTopUpQuote } from '#lib/esims/commands/top-up/make-top-up-quote.ts'
import { quoteTopUpCall } from '#lib/esims/schema/top-ups.ts'

export const POST = serve(quoteTopUpCall, async ({ caller, params, body }) => ({
  quote: await makeTopUpQuote(caller, { ...body, esimId: params.id }),
}))

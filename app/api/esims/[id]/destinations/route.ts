import { serve } from '#lib/core/http/route.ts'
import { topUpDestinations } from '#lib/esims/commands/top-up-offer.ts'
import { listTopUpDestinationsCall } from '#lib/esims/schema.ts'

export const GET = serve(listTopUpDestinationsCall, async ({ caller, params, query }) => ({
  destinations: await topUpDestinations(caller, { esimId: params.id, ...query }),
}))

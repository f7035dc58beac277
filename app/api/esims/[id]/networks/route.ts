import { serve } from '#lib/core/http/route.ts'
import { cardNetworks } from '#lib/esims/commands/cards/card-networks.ts'
import { listNetworksCall } from '#lib/esims/schema/esims.ts'

export const GET = serve(listNetworksCall, async ({ caller, params, query }) => ({
  countries: await cardNetworks(caller, { cardId: params.id, ...query }),
}))

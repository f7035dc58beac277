import { serve } from '#lib/core/http/route.ts'
import { esimNetworks } from '#lib/esims/commands/esim-record.ts'
import { listNetworksCall } from '#lib/esims/schema.ts'

export const GET = serve(listNetworksCall, async ({ caller, params, query }) => ({
  countries: await esimNetworks(caller, { esimId: params.id, ...query }),
}))

import { serve } from '#lib/core/http/route.ts'
import { searchNetwork } from '#lib/reconciliation/commands/search-network.ts'
import { searchProviderOrdersCall } from '#lib/reconciliation/schema.ts'

export const POST = serve(searchProviderOrdersCall, ({ caller, body }) => searchNetwork(caller, body))

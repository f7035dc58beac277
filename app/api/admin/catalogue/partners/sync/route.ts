import { syncPartners } from '#lib/catalog/commands/sync-partners.ts'
import { syncPartnersCall } from '#lib/catalog/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const POST = serve(syncPartnersCall, ({ caller }) => syncPartners(caller))

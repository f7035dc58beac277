import { startCatalogSync } from '#lib/catalog/commands/sync-catalog.ts'
import { getSyncProgress } from '#lib/catalog/queries/admin-catalog.ts'
import { getSyncProgressCall, startCatalogSyncCall } from '#lib/catalog/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const POST = serve(startCatalogSyncCall, ({ caller }) => startCatalogSync(caller))

export const GET = serve(getSyncProgressCall, ({ caller }) => getSyncProgress(caller))

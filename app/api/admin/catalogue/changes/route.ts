import { exportChanges } from '#lib/catalog/queries/admin-catalog.ts'
import { exportCatalogChangesCall } from '#lib/catalog/schema.ts'
import { csvResponse } from '#lib/core/http/csv.ts'
import { serve } from '#lib/core/http/route.ts'

export const GET = serve(exportCatalogChangesCall, async ({ caller, query }) =>
  csvResponse(exportChanges(caller, query), 'catalogue-changes'),
)

import { editDestination } from '#lib/catalog/commands/edit-destination.ts'
import { editDestinationCall } from '#lib/catalog/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const POST = serve(editDestinationCall, ({ caller, params, body: { seen, ...wanted } }) =>
  editDestination(caller, { ...params, seen, wanted }),
)

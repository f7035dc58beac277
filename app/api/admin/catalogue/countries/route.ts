import { mapCountry } from '#lib/catalog/commands/edit-destination.ts'
import { mapCountryCall } from '#lib/catalog/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const POST = serve(mapCountryCall, ({ caller, body }) => mapCountry(caller, body))

import { mapCountry } from '#lib/catalog/commands/map-country.ts'
import { mapCountryCall } from '#lib/catalog/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const POST = serve(mapCountryCall, ({ caller, body }) => mapCountry(caller, body))

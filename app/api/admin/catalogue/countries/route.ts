import { z } from 'zod'
import { mapCountry } from '#lib/catalog/commands/map-country.ts'
import { mutation } from '#lib/core/http/route.ts'

/** POST /api/admin/catalogue/countries: says which country a name of the upstream means. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({}),
    body: z.strictObject({ name: z.string().min(1).max(200), iso2: z.string().regex(/^[A-Z]{2}$/) }),
    reply: z.object({ destinations: z.int() }),
  },
  ({ caller, body }) => mapCountry(caller, body),
)

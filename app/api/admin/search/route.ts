import { serve } from '#lib/core/http/route.ts'
import { findInPalette } from '#lib/operations/queries/admin-palette.ts'
import { searchBackofficeCall } from '#lib/operations/schema.ts'

export const GET = serve(searchBackofficeCall, ({ caller, query }) => findInPalette(caller, query.q.slice(0, 254)))

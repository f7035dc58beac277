import { hidePartner } from '#lib/catalog/commands/sync-partners.ts'
import { hidePartnerCall } from '#lib/catalog/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const POST = serve(hidePartnerCall, ({ caller, params, body }) => hidePartner(caller, { ...params, ...body }))

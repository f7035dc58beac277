import { serve } from '#lib/core/http/route.ts'
import { revealForBuyer } from '#lib/esims/commands/reveal-esim.ts'
import { revealEsimAsStaffCall } from '#lib/esims/schema.ts'

export const POST = serve(revealEsimAsStaffCall, ({ caller, params, body }) =>
  revealForBuyer(caller, { orderId: params.id, esimId: params.esimId, ...body }),
)

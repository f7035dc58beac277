import { serve } from '#lib/core/http/route.ts'
import { confirmCredit } from '#lib/finance/commands/provider-ledger.ts'
import { confirmProviderCreditCall } from '#lib/finance/schema.ts'

export const POST = serve(confirmProviderCreditCall, ({ caller, params, body }) =>
  confirmCredit(caller, { id: params.id, ...(body.reason && { reason: body.reason }) }),
)

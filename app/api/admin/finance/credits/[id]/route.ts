import { serve } from '#lib/core/http/route.ts'
import { confirmCredit } from '#lib/finance/commands/supplier-ledger.ts'
import { confirmSupplierCreditCall } from '#lib/finance/schema.ts'

export const POST = serve(confirmSupplierCreditCall, ({ caller, params, body }) =>
  confirmCredit(caller, { id: params.id, ...(body.reason && { reason: body.reason }) }),
)

import { serve } from '#lib/core/http/route.ts'
import { giveCredit } from '#lib/customers/commands/credits.ts'
import { giveCreditCall } from '#lib/customers/schema.ts'

export const POST = serve(giveCreditCall, ({ caller, params, body, once }) =>
  giveCredit(caller, { personId: params.id, ...body, once }),
)

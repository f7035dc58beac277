import { serve } from '#lib/core/http/route.ts'
import { checkDeskTopUp } from '#lib/esims/commands/desk-top-up.ts'
import { checkStaffTopUpCall } from '#lib/esims/schema/top-ups.ts'

export const POST = serve(checkStaffTopUpCall, ({ caller, params, body }) =>
  checkDeskTopUp(caller, { cardId: params.id, input: body }),
)

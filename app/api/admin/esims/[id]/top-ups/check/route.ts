import { serve } from '#lib/core/http/route.ts'
import { checkStaffTopUp } from '#lib/esims/commands/staff-top-up.ts'
import { checkStaffTopUpCall } from '#lib/esims/schema.ts'

export const POST = serve(checkStaffTopUpCall, ({ caller, params, body }) =>
  checkStaffTopUp(caller, { esimId: params.id, input: body }),
)

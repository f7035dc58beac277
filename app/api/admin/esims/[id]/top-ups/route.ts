import { serve } from '#lib/core/http/route.ts'
import { placeStaffTopUp, staffTopUpOptions } from '#lib/esims/commands/staff-top-up.ts'
import { listStaffTopUpPlansCall, placeStaffTopUpCall } from '#lib/esims/schema.ts'

export const GET = serve(listStaffTopUpPlansCall, ({ caller, params: { id } }) => staffTopUpOptions(caller, id))

export const POST = serve(placeStaffTopUpCall, ({ caller, params: { id }, body, once }) =>
  placeStaffTopUp(caller, { esimId: id, input: body, once }),
)

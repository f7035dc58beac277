import { serve } from '#lib/core/http/route.ts'
import { deskTopUpOptions, makeDeskTopUp } from '#lib/esims/commands/desk-top-up.ts'
import { listStaffTopUpPlansCall, placeStaffTopUpCall } from '#lib/esims/schema/top-ups.ts'

export const GET = serve(listStaffTopUpPlansCall, ({ caller, params: { id } }) => deskTopUpOptions(caller, id))

export const POST = serve(placeStaffTopUpCall, ({ caller, params: { id }, body, once }) =>
  makeDeskTopUp(caller, { cardId: id, input: body, once }),
)

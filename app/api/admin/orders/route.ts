import { placeStaffOrders } from '#lib/checkout/commands/staff-orders.ts'
import { placeStaffOrdersCall } from '#lib/checkout/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const POST = serve(placeStaffOrdersCall, ({ caller, body, once }) =>
  placeStaffOrders(caller, { input: body, once }),
)

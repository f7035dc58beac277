import { makeDeskOrders } from '#lib/checkout/commands/desk-orders.ts'
import { placeStaffOrdersCall } from '#lib/checkout/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const POST = serve(placeStaffOrdersCall, ({ caller, body, once }) =>
  makeDeskOrders(caller, { input: body, once }),
)

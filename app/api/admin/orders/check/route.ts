import { checkDeskOrders } from '#lib/checkout/commands/desk-orders.ts'
import { checkStaffOrdersCall } from '#lib/checkout/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const POST = serve(checkStaffOrdersCall, ({ caller, body }) => checkDeskOrders(caller, body))

import { checkStaffOrders } from '#lib/checkout/commands/staff-orders.ts'
import { checkStaffOrdersCall } from '#lib/checkout/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const POST = serve(checkStaffOrdersCall, ({ caller, body }) => checkStaffOrders(caller, body))

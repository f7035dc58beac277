import { serve } from '#lib/core/http/route.ts'
import { actOnOrders } from '#lib/orders/commands/bulk.ts'
import { actOnOrdersCall } from '#lib/orders/schema.ts'

export const POST = serve(actOnOrdersCall, async ({ caller, body }) => ({ rows: await actOnOrders(caller, body) }))

import { serve } from '#lib/core/http/route.ts'
import { setSupportLimit } from '#lib/orders/commands/support-limit.ts'
import { setSupportLimitCall } from '#lib/orders/schema.ts'

export const POST = serve(setSupportLimitCall, ({ caller, body }) => setSupportLimit(caller, body))

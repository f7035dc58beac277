import { endOneSession } from '#lib/auth/commands/customer-access.ts'
import { endCustomerSessionCall } from '#lib/auth/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const DELETE = serve(endCustomerSessionCall, ({ caller, params }) => endOneSession(caller, params.id))

import { endOneSession } from '#lib/auth/commands/end-sessions.ts'
import { endCustomerSessionCall } from '#lib/auth/schema/account.ts'
import { serve } from '#lib/core/http/route.ts'

export const DELETE = serve(endCustomerSessionCall, ({ caller, params }) => endOneSession(caller, params.id))

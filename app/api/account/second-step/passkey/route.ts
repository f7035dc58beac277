import { passCustomerStepByPasskey } from '#lib/auth/customer-sign-in.ts'
import { passCustomerStepByPasskeyCall } from '#lib/auth/schema.ts'
import { placeOf } from '#lib/auth/staff-session.ts'
import { serve } from '#lib/core/http/route.ts'
import { replyWithCustomer } from '../../../sign-in/session-reply.ts'

export const POST = serve(passCustomerStepByPasskeyCall, async ({ caller, body, request }) =>
  replyWithCustomer({}, await passCustomerStepByPasskey(caller, body.response, placeOf(request.headers)), caller.email),
)

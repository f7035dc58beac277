import { replyWithCustomer } from '#app/api/sign-in/session-reply.ts'
import { proveCustomerAgain } from '#lib/auth/customer-sign-in.ts'
import { reauthenticateCustomerCall } from '#lib/auth/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const POST = serve(reauthenticateCustomerCall, async ({ caller, body }) =>
  replyWithCustomer({}, await proveCustomerAgain(caller, body.password), null),
)

import { replyWithCustomer } from '#app/api/sign-in/session-reply.ts'
import { proveCustomerAgain } from '#lib/auth/customer-password.ts'
import { reauthenticateCustomerCall } from '#lib/auth/schema/account.ts'
import { serve } from '#lib/core/http/route.ts'

export const POST = serve(reauthenticateCustomerCall, async ({ caller, body }) =>
  replyWithCustomer({}, await proveCustomerAgain(caller, body.password), null),
)

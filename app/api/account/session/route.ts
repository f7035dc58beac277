import { signOutCustomer } from '#lib/auth/commands/customer-access.ts'
import { signOutCustomerCall } from '#lib/auth/schema.ts'
import { serve } from '#lib/core/http/route.ts'
import { toSignedOut } from '../signed-out.ts'

export const DELETE = serve(signOutCustomerCall, async ({ caller }) => {
  await signOutCustomer(caller)

  return toSignedOut()
})

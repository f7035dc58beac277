import { signOutCustomer } from '#lib/auth/commands/customer-access.ts'
import { passCustomerStep } from '#lib/auth/customer-sign-in.ts'
import { leaveCustomerStepCall, passCustomerStepCall } from '#lib/auth/schema.ts'
import { placeOf } from '#lib/auth/staff-session.ts'
import { serve } from '#lib/core/http/route.ts'
import { replyWithCustomer } from '../../sign-in/session-reply.ts'
import { toSignedOut } from '../signed-out.ts'

export const POST = serve(passCustomerStepCall, async ({ caller, body, request }) =>
  replyWithCustomer({}, await passCustomerStep(caller, body.code, placeOf(request.headers)), caller.email),
)

export const DELETE = serve(leaveCustomerStepCall, async ({ caller }) => {
  await signOutCustomer(caller)

  return toSignedOut()
})

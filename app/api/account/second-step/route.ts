import { signOutCustomer } from '#lib/auth/commands/end-sessions.ts'
import { passCustomerStep } from '#lib/auth/customer-sign-in.ts'
import { leaveCustomerStepCall, passCustomerStepCall } from '#lib/auth/schema/sign-in.ts'
import { placeOf } from '#lib/auth/session-place.ts'
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

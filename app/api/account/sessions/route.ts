import { endEverySession } from '#lib/auth/commands/customer-access.ts'
import { heldAccountSession } from '#lib/auth/customer-session.ts'
import { signInByLink } from '#lib/auth/customer-sign-in.ts'
import { endCustomerSessionsCall, signInByLinkCall } from '#lib/auth/schema.ts'
import { placeOf } from '#lib/auth/staff-session.ts'
import { serve } from '#lib/core/http/route.ts'
import { replyWithCustomer } from '../../sign-in/session-reply.ts'
import { toSignedOut } from '../signed-out.ts'

export const POST = serve(signInByLinkCall, async ({ body, request }) =>
  replyWithCustomer({}, await signInByLink(body.token, placeOf(request.headers), await heldAccountSession()), null),
)

export const DELETE = serve(endCustomerSessionsCall, async ({ caller }) => {
  await endEverySession(caller)

  return toSignedOut()
})

import { heldAccountSession } from '#lib/auth/account-session.ts'
import { endEverySession } from '#lib/auth/commands/end-sessions.ts'
import { signInByLink } from '#lib/auth/customer-sign-in.ts'
import { endCustomerSessionsCall } from '#lib/auth/schema/account.ts'
import { signInByLinkCall } from '#lib/auth/schema/sign-in.ts'
import { placeOf } from '#lib/auth/session-place.ts'
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

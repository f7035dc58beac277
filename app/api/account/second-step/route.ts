import { z } from 'zod'
import { signOutCustomer } from '#lib/auth/commands/end-sessions.ts'
import { passCustomerStep } from '#lib/auth/customer-sign-in.ts'
import { placeOf } from '#lib/auth/session-place.ts'
import { mutation } from '#lib/core/http/route.ts'
import { replyWithCustomer } from '../../sign-in/session-reply.ts'
import { toSignedOut } from '../signed-out.ts'

/** POST /api/account/second-step: a code of the authenticator app, or a recovery code. Gives a whole session. */
export const POST = mutation(
  {
    caller: 'half_customer',
    limit: 'signIn',
    params: z.object({}),
    body: z.strictObject({ code: z.string().min(1).max(40) }),
    reply: z.never(),
  },
  async ({ caller, body, request }) =>
    replyWithCustomer({}, await passCustomerStep(caller, body.code, placeOf(request.headers)), caller.email),
)

/** DELETE /api/account/second-step: goes back to the door. */
export const DELETE = mutation(
  { caller: 'half_customer', params: z.object({}), body: z.strictObject({}), reply: z.never() },
  async ({ caller }) => {
    await signOutCustomer(caller)

    return toSignedOut()
  },
)

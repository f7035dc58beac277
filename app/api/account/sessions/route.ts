import { z } from 'zod'
import { heldAccountSession } from '#lib/auth/account-session.ts'
import { endEverySession } from '#lib/auth/commands/end-sessions.ts'
import { signInByLink } from '#lib/auth/customer-sign-in.ts'
import { placeOf } from '#lib/auth/session-place.ts'
import { mutation } from '#lib/core/http/route.ts'
import { replyWithCustomer } from '../../sign-in/session-reply.ts'
import { toSignedOut } from '../signed-out.ts'

/** POST /api/account/sessions: signs the bearer of a mailed link in. */
export const POST = mutation(
  {
    caller: 'any',
    limit: 'links',
    params: z.object({}),
    body: z.strictObject({ token: z.string().min(20).max(100) }),
    reply: z.never(),
  },
  async ({ body, request }) =>
    replyWithCustomer({}, await signInByLink(body.token, placeOf(request.headers), await heldAccountSession()), null),
)

/** DELETE /api/account/sessions: signs the customer out everywhere, here too. */
export const DELETE = mutation(
  { caller: 'customer', params: z.object({}), body: z.strictObject({}), reply: z.never() },
  async ({ caller }) => {
    await endEverySession(caller)

    return toSignedOut()
  },
)

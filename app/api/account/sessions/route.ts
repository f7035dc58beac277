import { z } from 'zod'
import { accountCookie, currentCustomer } from '#lib/auth/account-session.ts'
import { placeOf } from '#lib/auth/session-place.ts'
import { toReply } from '#lib/http/reply.ts'
import { mutation } from '#lib/http/route.ts'
import { endEverySession } from '#lib/services/account/end-sessions.ts'
import { signInByLink } from '#lib/services/account/sign-in-link.ts'
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
  async ({ body, request }) => {
    const token = await signInByLink(body.token, placeOf(request.headers), await currentCustomer())
    const reply = toReply({})
    reply.headers.append('set-cookie', accountCookie(token))

    return reply
  },
)

/** DELETE /api/account/sessions: signs the customer out everywhere, here too. */
export const DELETE = mutation(
  { caller: 'customer', params: z.object({}), body: z.strictObject({}), reply: z.never() },
  async ({ caller }) => {
    await endEverySession(caller)

    return toSignedOut()
  },
)

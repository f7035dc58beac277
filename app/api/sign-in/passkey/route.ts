import { z } from 'zod'
import { heldAccountSession } from '#lib/auth/account-session.ts'
import { signInWithPasskey } from '#lib/auth/passkey-sign-in.ts'
import { placeOf } from '#lib/auth/session-place.ts'
import { mutation } from '#lib/core/http/route.ts'
import { signedBody } from '../passkey-body.ts'
import { replySignedIn } from '../session-reply.ts'

/** POST /api/sign-in/passkey: signs staff or a customer in with a passkey alone, which is both steps at once. */
export const POST = mutation(
  { caller: 'any', limit: 'signIn', params: z.object({}), body: signedBody, reply: z.never() },
  async ({ body, request }) => {
    const place = { ...placeOf(request.headers), cookies: request.headers.get('cookie') }

    return replySignedIn(await signInWithPasskey(body.response, place, await heldAccountSession()), null)
  },
)

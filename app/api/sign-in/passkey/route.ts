import { heldAccountSession } from '#lib/auth/account-session.ts'
import { signInWithPasskey } from '#lib/auth/passkey-sign-in.ts'
import { signInWithPasskeyCall } from '#lib/auth/schema/sign-in.ts'
import { placeOf } from '#lib/auth/session-place.ts'
import { serve } from '#lib/core/http/route.ts'
import { replySignedIn } from '../session-reply.ts'

export const POST = serve(signInWithPasskeyCall, async ({ body, request }) => {
  const place = { ...placeOf(request.headers), cookies: request.headers.get('cookie') }

  return replySignedIn(await signInWithPasskey(body.response, place, await heldAccountSession()), null)
})

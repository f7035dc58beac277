import { heldAccountSession } from '#lib/auth/customer-session.ts'
import { signInWithPasskeyCall } from '#lib/auth/schema.ts'
import { signInWithPasskey } from '#lib/auth/sign-in-ways.ts'
import { placeOf } from '#lib/auth/staff-session.ts'
import { serve } from '#lib/core/http/route.ts'
import { replySignedIn } from '../session-reply.ts'

export const POST = serve(signInWithPasskeyCall, async ({ body, request }) => {
  const place = { ...placeOf(request.headers), cookies: request.headers.get('cookie') }

  return replySignedIn(await signInWithPasskey(body.response, place, await heldAccountSession()), null)
})

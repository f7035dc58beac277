import { heldAccountSession } from '#lib/auth/customer-session.ts'
import { signInByPasswordCall } from '#lib/auth/schema.ts'
import { signInByPassword } from '#lib/auth/sign-in-ways.ts'
import { placeOf } from '#lib/auth/staff-session.ts'
import { serve } from '#lib/core/http/route.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { replySignedIn } from './session-reply.ts'

export const POST = serve(signInByPasswordCall, async ({ body, request }) => {
  const cookies = request.headers.get('cookie')
  const typed = { ...body, ...placeOf(request.headers), cookies }
  const signedIn = await signInByPassword(typed, await heldAccountSession())
  if (!signedIn) throw new AppError('bad_input', 'Address and password do not fit.', { reason: 'refused' })

  return replySignedIn(signedIn, body.email)
})

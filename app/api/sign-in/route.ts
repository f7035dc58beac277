import { z } from 'zod'
import { heldAccountSession } from '#lib/auth/account-session.ts'
import { signInByPassword } from '#lib/auth/password-sign-in.ts'
import { placeOf } from '#lib/auth/session-place.ts'
import { mutation } from '#lib/core/http/route.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { replySignedIn } from './session-reply.ts'

/** POST /api/sign-in: signs staff or a customer in by password. What it refuses tells nobody which address is known. */
export const POST = mutation(
  {
    caller: 'any',
    limit: 'signIn',
    params: z.object({}),
    body: z.strictObject({ email: z.string().max(254), password: z.string().max(1024) }),
    reply: z.never(),
  },
  async ({ body, request }) => {
    const cookies = request.headers.get('cookie')
    const typed = { ...body, ...placeOf(request.headers), cookies }
    const signedIn = await signInByPassword(typed, await heldAccountSession())
    if (!signedIn) throw new AppError('bad_input', 'Address and password do not fit.', { reason: 'refused' })

    return replySignedIn(signedIn, body.email)
  },
)

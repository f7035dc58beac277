import { replySignedIn } from '#app/api/sign-in/session-routes.ts'
import { readReset, requestReset, resetPassword } from '#lib/auth/commands/access-links.ts'
import { currentAccountSession } from '#lib/auth/customer-session.ts'
import { readCustomerReset, resetCustomerPassword } from '#lib/auth/customer-sign-in.ts'
import { forgetGuesses, takeMail } from '#lib/auth/limits.ts'
import { passkeyToProve } from '#lib/auth/passkey-proof.ts'
import { hashPassword } from '#lib/auth/password.ts'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { passwordProblem } from '#lib/auth/rules/password-rule.ts'
import {
  completeResetCall,
  getPasskeyOptionsCall,
  requestResetCall,
  signInByPasswordCall,
  signInWithPasskeyCall,
} from '#lib/auth/schema.ts'
import { signInByPassword, signInWithPasskey } from '#lib/auth/sign-in-ways.ts'
import { placeOf } from '#lib/auth/staff-cookie.ts'
import { answering, serve } from '#lib/core/http/route.ts'
import { AppError } from '#lib/core/rules/app-error.ts'

export const { GET, POST, PATCH, DELETE, OPTIONS } = answering([
  serve(getPasskeyOptionsCall, async () => ({ options: { ...(await passkeyToProve(null)) } })),
  serve(signInWithPasskeyCall, async ({ body, request }) => {
    const place = { ...placeOf(request.headers), cookies: request.headers.get('cookie') }

    return replySignedIn(await signInWithPasskey(body.response, place, await currentAccountSession()), null)
  }),
  serve(completeResetCall, async ({ body: { token, password } }) => {
    const staff = await readReset(token)
    if (!staff) {
      const customer = await readCustomerReset(token)
      await resetCustomerPassword(token, password)
      if (customer) await forgetGuesses('password', customer.email)

      return {}
    }
    const problem = passwordProblem(password, staff)
    if (problem) throw new AppError('bad_input', 'The password is refused.', { fields: ['password'], reason: problem })
    await resetPassword(token, await hashPassword(password))
    // The mailbox is proved: what strangers tried keeps nobody out.
    await forgetGuesses('password', staff.email)
  }),
  serve(requestResetCall, async ({ body }) => {
    // Counted for every address alike, known or not.
    await takeMail('reset', body.email)
    await requestReset({ email: body.email, locale: await privateLocale() })
  }),
  serve(signInByPasswordCall, async ({ body, request }) => {
    const cookies = request.headers.get('cookie')
    const typed = { ...body, ...placeOf(request.headers), cookies }
    const signedIn = await signInByPassword(typed, await currentAccountSession())
    if (!signedIn) throw new AppError('bad_input', 'Address and password do not fit.', { reason: 'refused' })

    return replySignedIn(signedIn, body.email)
  }),
])

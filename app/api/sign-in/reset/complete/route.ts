import { z } from 'zod'
import { readReset, resetPassword } from '#lib/auth/commands/reset-password.ts'
import { readCustomerReset, resetCustomerPassword } from '#lib/auth/customer-password.ts'
import { forgetGuesses } from '#lib/auth/guess-limit.ts'
import { hashPassword } from '#lib/auth/password.ts'
import { passwordProblem } from '#lib/auth/rules/password-rule.ts'
import { mutation } from '#lib/core/http/route.ts'
import { AppError } from '#lib/core/rules/app-error.ts'

/** POST /api/sign-in/reset/complete: a new password for the bearer of a link. Signing in is the next request. */
export const POST = mutation(
  {
    caller: 'any',
    limit: 'setup',
    params: z.object({}),
    body: z.strictObject({ token: z.string().min(20).max(100), password: z.string().max(1024) }),
    reply: z.object({}),
  },
  async ({ body: { token, password } }) => {
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

    return {}
  },
)

import { readReset, resetPassword } from '#lib/auth/commands/access-links.ts'
import { readCustomerReset, resetCustomerPassword } from '#lib/auth/customer-sign-in.ts'
import { forgetGuesses } from '#lib/auth/limits.ts'
import { hashPassword } from '#lib/auth/password.ts'
import { passwordProblem } from '#lib/auth/rules/password-rule.ts'
import { completeResetCall } from '#lib/auth/schema.ts'
import { serve } from '#lib/core/http/route.ts'
import { AppError } from '#lib/core/rules/app-error.ts'

export const POST = serve(completeResetCall, async ({ body: { token, password } }) => {
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
})

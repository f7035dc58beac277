import { setUpOwner } from '#lib/auth/commands/manage-staff.ts'
import { hashPassword } from '#lib/auth/password.ts'
import { getOwnerLinkState } from '#lib/auth/queries/admin-staff.ts'
import { passwordProblem } from '#lib/auth/rules/password-rule.ts'
import { setUpOwnerCall } from '#lib/auth/schema.ts'
import { serve } from '#lib/core/http/route.ts'
import { AppError } from '#lib/core/rules/app-error.ts'

export const POST = serve(setUpOwnerCall, async ({ body }) => {
  const { token, name, email, password } = body
  const state = await getOwnerLinkState(token)
  if (state !== 'open') throw new AppError('gone', `The owner link is ${state}.`, { reason: state })
  const problem = passwordProblem(password, { email, name })
  if (problem) throw new AppError('bad_input', 'The password is refused.', { fields: ['password'], reason: problem })
  await setUpOwner(token, { name, email, passwordHash: await hashPassword(password) })
})

import { acceptInvite, readInvite } from '#lib/auth/commands/manage-staff.ts'
import { hashPassword } from '#lib/auth/password.ts'
import { passwordProblem } from '#lib/auth/rules/password-rule.ts'
import { acceptInviteCall } from '#lib/auth/schema.ts'
import { serve } from '#lib/core/http/route.ts'
import { AppError } from '#lib/core/rules/app-error.ts'

export const POST = serve(acceptInviteCall, async ({ body: { token, name, password } }) => {
  const invite = await readInvite(token)
  if (!invite) throw new AppError('gone', 'This invitation was used, is over or was taken back.')
  const problem = passwordProblem(password, { email: invite.email, name })
  if (problem) throw new AppError('bad_input', 'The password is refused.', { fields: ['password'], reason: problem })
  await acceptInvite(token, { name, passwordHash: await hashPassword(password) })

  return { email: invite.email }
})

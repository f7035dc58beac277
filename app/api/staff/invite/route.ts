import { z } from 'zod'
import { acceptInvite, readInvite } from '#lib/auth/commands/invite-staff.ts'
import { hashPassword } from '#lib/auth/password.ts'
import { passwordProblem } from '#lib/auth/rules/password-rule.ts'
import { mutation } from '#lib/core/http/route.ts'
import { AppError } from '#lib/core/rules/app-error.ts'

/** POST /api/staff/invite: makes the bearer of an invitation a member of staff. Signing in is the next request. */
export const POST = mutation(
  {
    caller: 'any',
    limit: 'setup',
    params: z.object({}),
    body: z.strictObject({
      token: z.string().min(20).max(100),
      name: z.string().trim().min(1).max(80),
      password: z.string().max(1024),
    }),
    reply: z.object({ email: z.string() }),
  },
  async ({ body: { token, name, password } }) => {
    const invite = await readInvite(token)
    if (!invite) throw new AppError('gone', 'This invitation was used, is over or was taken back.')
    const problem = passwordProblem(password, { email: invite.email, name })
    if (problem) throw new AppError('bad_input', 'The password is refused.', { fields: ['password'], reason: problem })
    await acceptInvite(token, { name, passwordHash: await hashPassword(password) })

    return { email: invite.email }
  },
)

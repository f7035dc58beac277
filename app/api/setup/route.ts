import { z } from 'zod'
import { setUpOwner } from '#lib/auth/commands/set-up-owner.ts'
import { hashPassword } from '#lib/auth/password.ts'
import { getOwnerLinkState } from '#lib/auth/queries/owner-link.ts'
import { passwordProblem } from '#lib/auth/rules/password-rule.ts'
import { mutation } from '#lib/core/http/route.ts'
import { AppError } from '#lib/core/rules/app-error.ts'

/** POST /api/setup: spends an owner link and makes its bearer an owner. Signing in is the next request. */
export const POST = mutation(
  {
    caller: 'any',
    limit: 'setup',
    params: z.object({}),
    body: z.strictObject({
      token: z.string().min(20).max(100),
      name: z.string().trim().min(1).max(80),
      email: z.email().max(254).trim().toLowerCase(),
      password: z.string().max(1024),
    }),
    reply: z.object({}),
  },
  async ({ body }) => {
    const { token, name, email, password } = body
    const state = await getOwnerLinkState(token)
    if (state !== 'open') throw new AppError('gone', `The owner link is ${state}.`, { reason: state })
    const problem = passwordProblem(password, { email, name })
    if (problem) throw new AppError('bad_input', 'The password is refused.', { fields: ['password'], reason: problem })
    await setUpOwner(token, { name, email, passwordHash: await hashPassword(password) })

    return {}
  },
)

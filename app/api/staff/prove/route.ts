import { z } from 'zod'
import { proveAgain } from '#lib/auth/prove-again.ts'
import { mutation } from '#lib/core/http/route.ts'

/** POST /api/staff/prove: the password again, for what an unlocked screen alone must not allow. Good for ten minutes. */
export const POST = mutation(
  {
    caller: 'account',
    limit: 'signIn',
    params: z.object({}),
    body: z.strictObject({ password: z.string().max(1024) }),
    reply: z.object({}),
  },
  async ({ caller, body }) => {
    await proveAgain(caller, body.password)

    return {}
  },
)

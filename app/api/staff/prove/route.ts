import { z } from 'zod'
import { replyWithSession } from '#app/api/sign-in/session-reply.ts'
import { proveAgain } from '#lib/auth/prove-again.ts'
import { mutation } from '#lib/core/http/route.ts'

/** POST /api/staff/prove: the password again, for what an unlocked screen alone must not allow. Good for ten minutes; the session goes on under a new cookie. */
export const POST = mutation(
  {
    caller: 'account',
    limit: 'signIn',
    params: z.object({}),
    body: z.strictObject({ password: z.string().max(1024) }),
    reply: z.object({}),
  },
  async ({ caller, body }) => replyWithSession({}, await proveAgain(caller, body.password)),
)

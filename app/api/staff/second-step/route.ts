import { z } from 'zod'
import { replyWithSession } from '#app/api/sign-in/session-reply.ts'
import { passSecondStep } from '#lib/auth/second-step.ts'
import { placeOf } from '#lib/auth/session-place.ts'
import { mutation } from '#lib/core/http/route.ts'

/** POST /api/staff/second-step: a code of the authenticator app, or a recovery code. Gives a whole session. */
export const POST = mutation(
  {
    caller: 'half',
    limit: 'signIn',
    params: z.object({}),
    body: z.strictObject({ code: z.string().min(1).max(40) }),
    reply: z.object({}),
  },
  async ({ caller, body, request }) =>
    replyWithSession({}, await passSecondStep(caller, body.code, placeOf(request.headers))),
)

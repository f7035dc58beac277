import { z } from 'zod'
import { signedBody } from '#app/api/sign-in/passkey-body.ts'
import { replyWithSession } from '#app/api/sign-in/session-reply.ts'
import { passWithPasskey } from '#lib/auth/second-step.ts'
import { placeOf } from '#lib/auth/session-place.ts'
import { mutation } from '#lib/core/http/route.ts'

/** POST /api/staff/second-step/passkey: passes the second step with a passkey. Gives a whole session. */
export const POST = mutation(
  { caller: 'half', limit: 'signIn', params: z.object({}), body: signedBody, reply: z.object({}) },
  async ({ caller, body, request }) =>
    replyWithSession({}, await passWithPasskey(caller, body.response, placeOf(request.headers))),
)

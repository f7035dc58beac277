import { z } from 'zod'
import { passWithPasskey } from '#lib/auth/passkey-sign-in.ts'
import { placeOf } from '#lib/auth/session-place.ts'
import { mutation } from '#lib/http/route.ts'
import { signedBody } from '../../passkey-body.ts'
import { replyWithSession } from '../../session-reply.ts'

/** POST /api/staff/second-step/passkey: passes the second step with a passkey. Gives a whole session. */
export const POST = mutation(
  { caller: 'half', limit: 'signIn', params: z.object({}), body: signedBody, reply: z.object({}) },
  async ({ caller, body, request }) =>
    replyWithSession({}, await passWithPasskey(caller, body.response, placeOf(request.headers))),
)

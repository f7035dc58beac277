import { z } from 'zod'
import { signInWithPasskey } from '#lib/auth/passkey-sign-in.ts'
import { placeOf } from '#lib/auth/session-place.ts'
import { mutation } from '#lib/http/route.ts'
import { signedBody } from '../passkey-body.ts'
import { replyWithSession } from '../session-reply.ts'

/** POST /api/staff/passkey-sign-in: signs in with a passkey alone, which is both steps at once. */
export const POST = mutation(
  { caller: 'any', limit: 'signIn', params: z.object({}), body: signedBody, reply: z.object({}) },
  async ({ body, request }) => replyWithSession({}, await signInWithPasskey(body.response, placeOf(request.headers))),
)

import { z } from 'zod'
import { replyWithSession } from '#app/api/sign-in/session-reply.ts'
import { addApp } from '#lib/auth/add-factor.ts'
import { removeApp } from '#lib/auth/remove-factor.ts'
import { placeOf } from '#lib/auth/session-place.ts'
import { mutation } from '#lib/http/route.ts'

/** POST /api/staff/totp: adds the authenticator app of a ticket, by its first code. Recovery codes come with a first factor. */
export const POST = mutation(
  {
    caller: 'enrolling',
    limit: 'signIn',
    params: z.object({}),
    body: z.strictObject({ ticket: z.string().max(1024), code: z.string().max(16) }),
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
  },
  async ({ caller, body, request }) => {
    const { recoveryCodes, begun } = await addApp(caller, body, placeOf(request.headers))

    return replyWithSession({ recoveryCodes }, begun)
  },
)

/** DELETE /api/staff/totp: takes the caller's authenticator app away. */
export const DELETE = mutation(
  { caller: 'account', params: z.object({}), body: z.strictObject({}), reply: z.object({}) },
  async ({ caller }) => {
    await removeApp(caller)

    return {}
  },
)

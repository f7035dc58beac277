import { z } from 'zod'
import { addApp } from '#lib/auth/add-factor.ts'
import { removeApp } from '#lib/auth/remove-factor.ts'
import { placeOf } from '#lib/auth/session-place.ts'
import { mutation } from '#lib/http/route.ts'

/** POST /api/account/totp: adds the authenticator app of a ticket, by its first code. */
export const POST = mutation(
  {
    caller: 'customer',
    limit: 'signIn',
    params: z.object({}),
    body: z.strictObject({ ticket: z.string().max(1024), code: z.string().max(16) }),
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
  },
  ({ caller, body, request }) => addApp(caller, body, placeOf(request.headers)),
)

/** DELETE /api/account/totp: takes the caller's authenticator app away. */
export const DELETE = mutation(
  { caller: 'customer', params: z.object({}), body: z.strictObject({}), reply: z.object({}) },
  async ({ caller }) => {
    await removeApp(caller)

    return {}
  },
)

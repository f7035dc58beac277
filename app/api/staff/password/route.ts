import { z } from 'zod'
import { replyWithSession } from '#app/api/sign-in/session-reply.ts'
import { changePassword } from '#lib/auth/own-account.ts'
import { placeOf } from '#lib/auth/session-place.ts'
import { mutation } from '#lib/core/http/route.ts'

/** POST /api/staff/password: a new password for the caller. Every other session ends; this one gets a new cookie. */
export const POST = mutation(
  {
    caller: 'account',
    limit: 'signIn',
    params: z.object({}),
    body: z.strictObject({ current: z.string().max(1024), password: z.string().max(1024) }),
    reply: z.object({}),
  },
  async ({ caller, body, request }) =>
    replyWithSession({}, await changePassword(caller, body, placeOf(request.headers))),
)

import { replyWithSession } from '#app/api/sign-in/session-reply.ts'
import { changePassword } from '#lib/auth/own-account.ts'
import { changeMyPasswordCall } from '#lib/auth/schema.ts'
import { placeOf } from '#lib/auth/staff-session.ts'
import { serve } from '#lib/core/http/route.ts'

export const POST = serve(changeMyPasswordCall, async ({ caller, body, request }) =>
  replyWithSession({}, await changePassword(caller, body, placeOf(request.headers))),
)

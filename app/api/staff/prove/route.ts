import { replyWithSession } from '#app/api/sign-in/session-reply.ts'
import { proveAgain } from '#lib/auth/prove-again.ts'
import { reauthenticateStaffCall } from '#lib/auth/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const POST = serve(reauthenticateStaffCall, async ({ caller, body }) =>
  replyWithSession({}, await proveAgain(caller, body.password)),
)

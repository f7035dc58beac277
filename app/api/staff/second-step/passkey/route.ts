import { replyWithSession } from '#app/api/sign-in/session-reply.ts'
import { passStaffStepByPasskeyCall } from '#lib/auth/schema.ts'
import { passWithPasskey } from '#lib/auth/second-step.ts'
import { placeOf } from '#lib/auth/staff-session.ts'
import { serve } from '#lib/core/http/route.ts'

export const POST = serve(passStaffStepByPasskeyCall, async ({ caller, body, request }) =>
  replyWithSession({}, await passWithPasskey(caller, body.response, placeOf(request.headers))),
)

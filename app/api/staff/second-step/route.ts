import { replyWithSession } from '#app/api/sign-in/session-reply.ts'
import { passStaffStepCall } from '#lib/auth/schema.ts'
import { passSecondStep } from '#lib/auth/second-step.ts'
import { placeOf } from '#lib/auth/staff-session.ts'
import { serve } from '#lib/core/http/route.ts'

export const POST = serve(passStaffStepCall, async ({ caller, body, request }) =>
  replyWithSession({}, await passSecondStep(caller, body.code, placeOf(request.headers))),
)

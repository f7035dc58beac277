import {
  beginApp,
  beginPasskey,
  beginStep,
  confirmApp,
  confirmPasskey,
  remakeCodes,
  replyWithSession,
  takeApp,
  takePasskey,
} from '#app/api/sign-in/session-routes.ts'
import { acceptInvite, readInvite } from '#lib/auth/commands/manage-staff.ts'
import { proveAgain } from '#lib/auth/factor-owner.ts'
import { changePassword, endOwnOtherSessions, endOwnSession, rename } from '#lib/auth/own-account.ts'
import { hashPassword } from '#lib/auth/password.ts'
import { passwordProblem } from '#lib/auth/rules/password-rule.ts'
import {
  acceptInviteCall,
  addStaffAppCall,
  addStaffPasskeyCall,
  beginStaffAppCall,
  beginStaffPasskeyCall,
  beginStaffStepCall,
  changeMyPasswordCall,
  endMyOtherSessionsCall,
  endMySessionCall,
  passStaffStepByPasskeyCall,
  passStaffStepCall,
  reauthenticateStaffCall,
  remakeStaffCodesCall,
  removeStaffAppCall,
  removeStaffPasskeyCall,
  renameMyselfCall,
} from '#lib/auth/schema.ts'
import { passSecondStep, passWithPasskey } from '#lib/auth/second-step.ts'
import { placeOf } from '#lib/auth/staff-cookie.ts'
import { answering, serve } from '#lib/core/http/route.ts'
import { AppError } from '#lib/core/rules/app-error.ts'

export const { GET, POST, PATCH, DELETE, OPTIONS } = answering([
  serve(acceptInviteCall, async ({ body: { token, name, password } }) => {
    const invite = await readInvite(token)
    if (!invite) throw new AppError('gone', 'This invitation was used, is over or was taken back.')
    const problem = passwordProblem(password, { email: invite.email, name })
    if (problem) throw new AppError('bad_input', 'The password is refused.', { fields: ['password'], reason: problem })
    await acceptInvite(token, { name, passwordHash: await hashPassword(password) })

    return { email: invite.email }
  }),
  takePasskey(removeStaffPasskeyCall),
  beginPasskey(beginStaffPasskeyCall),
  confirmPasskey(addStaffPasskeyCall),
  serve(changeMyPasswordCall, async ({ caller, body, request }) =>
    replyWithSession({}, await changePassword(caller, body, placeOf(request.headers))),
  ),
  serve(renameMyselfCall, ({ caller, body }) => rename(caller, body.name)),
  serve(reauthenticateStaffCall, async ({ caller, body }) =>
    replyWithSession({}, await proveAgain(caller, body.password)),
  ),
  remakeCodes(remakeStaffCodesCall),
  beginStep(beginStaffStepCall),
  serve(passStaffStepByPasskeyCall, async ({ caller, body, request }) =>
    replyWithSession({}, await passWithPasskey(caller, body.response, placeOf(request.headers))),
  ),
  serve(passStaffStepCall, async ({ caller, body, request }) =>
    replyWithSession({}, await passSecondStep(caller, body.code, placeOf(request.headers))),
  ),
  serve(endMySessionCall, ({ caller, params }) => endOwnSession(caller, params.id)),
  serve(endMyOtherSessionsCall, async ({ caller }) => ({
    ended: await endOwnOtherSessions(caller),
  })),
  beginApp(beginStaffAppCall),
  confirmApp(addStaffAppCall),
  takeApp(removeStaffAppCall),
])

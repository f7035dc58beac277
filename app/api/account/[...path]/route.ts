import {
  beginApp,
  beginPasskey,
  beginStep,
  confirmApp,
  confirmPasskey,
  remakeCodes,
  replyWithCustomer,
  takeApp,
  takePasskey,
  toSignedOut,
} from '#app/api/sign-in/session-routes.ts'
import { requestSignInLink } from '#lib/auth/commands/access-links.ts'
import { endEverySession, endOneSession, signOutCustomer } from '#lib/auth/commands/customer-access.ts'
import { currentAccountSession } from '#lib/auth/customer-session.ts'
import {
  passCustomerStep,
  passCustomerStepByPasskey,
  proveCustomerAgain,
  removeOwnPassword,
  setOwnPassword,
  signInByLink,
} from '#lib/auth/customer-sign-in.ts'
import { takeMail } from '#lib/auth/limits.ts'
import { privateLocale } from '#lib/auth/private-locale.ts'
import {
  addCustomerAppCall,
  addCustomerPasskeyCall,
  beginCustomerAppCall,
  beginCustomerPasskeyCall,
  beginCustomerStepCall,
  endCustomerSessionCall,
  endCustomerSessionsCall,
  leaveCustomerStepCall,
  passCustomerStepByPasskeyCall,
  passCustomerStepCall,
  reauthenticateCustomerCall,
  remakeCustomerCodesCall,
  removeCustomerAppCall,
  removeCustomerPasskeyCall,
  removeCustomerPasswordCall,
  requestSignInLinkCall,
  setCustomerPasswordCall,
  signInByLinkCall,
  signOutCustomerCall,
} from '#lib/auth/schema.ts'
import { placeOf } from '#lib/auth/staff-cookie.ts'
import { answering, serve } from '#lib/core/http/route.ts'
import { copyOwnData, eraseOwnData } from '#lib/customers/commands/data-requests.ts'
import { changeProfile, refreshOwnEsims } from '#lib/customers/commands/own-account.ts'
import { changeProfileCall, copyMyDataCall, eraseMyDataCall, refreshMyEsimsCall } from '#lib/customers/schema.ts'

export const { GET, POST, PATCH, DELETE, OPTIONS } = answering([
  serve(copyMyDataCall, ({ caller }) => copyOwnData(caller)),
  serve(eraseMyDataCall, async ({ caller, body }) => {
    await eraseOwnData(caller, body.email)

    return toSignedOut()
  }),
  serve(requestSignInLinkCall, async ({ body }) => {
    // Counted for every address alike, known or not.
    await takeMail('sign-in', body.email)
    await requestSignInLink({ email: body.email, locale: await privateLocale() })
  }),
  takePasskey(removeCustomerPasskeyCall),
  beginPasskey(beginCustomerPasskeyCall),
  confirmPasskey(addCustomerPasskeyCall),
  serve(setCustomerPasswordCall, ({ caller, body }) => setOwnPassword(caller, body)),
  serve(removeCustomerPasswordCall, ({ caller, body }) => removeOwnPassword(caller, body.current)),
  serve(changeProfileCall, ({ caller, body }) => changeProfile(caller, body)),
  serve(reauthenticateCustomerCall, async ({ caller, body }) =>
    replyWithCustomer({}, await proveCustomerAgain(caller, body.password), null),
  ),
  remakeCodes(remakeCustomerCodesCall),
  serve(refreshMyEsimsCall, ({ caller }) => refreshOwnEsims(caller)),
  beginStep(beginCustomerStepCall),
  serve(passCustomerStepByPasskeyCall, async ({ caller, body, request }) =>
    replyWithCustomer(
      {},
      await passCustomerStepByPasskey(caller, body.response, placeOf(request.headers)),
      caller.email,
    ),
  ),
  serve(passCustomerStepCall, async ({ caller, body, request }) =>
    replyWithCustomer({}, await passCustomerStep(caller, body.code, placeOf(request.headers)), caller.email),
  ),
  serve(leaveCustomerStepCall, async ({ caller }) => {
    await signOutCustomer(caller)

    return toSignedOut()
  }),
  serve(signOutCustomerCall, async ({ caller }) => {
    await signOutCustomer(caller)

    return toSignedOut()
  }),
  serve(endCustomerSessionCall, ({ caller, params }) => endOneSession(caller, params.id)),
  serve(signInByLinkCall, async ({ body, request }) =>
    replyWithCustomer(
      {},
      await signInByLink(body.token, placeOf(request.headers), await currentAccountSession()),
      null,
    ),
  ),
  serve(endCustomerSessionsCall, async ({ caller }) => {
    await endEverySession(caller)

    return toSignedOut()
  }),
  beginApp(beginCustomerAppCall),
  confirmApp(addCustomerAppCall),
  takeApp(removeCustomerAppCall),
])

import { startAuthentication } from '@simplewebauthn/browser'
import type {
  acceptInviteCall,
  beginCustomerStepCall,
  beginStaffStepCall,
  getPasskeyOptionsCall,
  leaveCustomerStepCall,
  passCustomerStepByPasskeyCall,
  passCustomerStepCall,
  passStaffStepByPasskeyCall,
  passStaffStepCall,
  signInByPasswordCall,
  signInWithPasskeyCall,
} from '#lib/auth/schema.ts'
import { call, RequestFailure } from '#lib/core/client/request.ts'
import type { ReplyOf, RequestOf } from '#lib/core/rules/contract.ts'

/** Which of the two doors behind the sign-in page: that of those who work here, or of customers. */
export type SignInSide = 'staff' | 'account'

type PassStep = typeof passStaffStepCall | typeof passCustomerStepCall
type PassStepByPasskey = typeof passStaffStepByPasskeyCall | typeof passCustomerStepByPasskeyCall
type BeginStep = typeof beginStaffStepCall | typeof beginCustomerStepCall
type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** Passes the second step with a code of the app, or a recovery code. Throws `RequestFailure`. */
export function passSecondStep(side: SignInSide, code: string) {
  return call<PassStep>(`POST /api/${side}/second-step`, { body: { code } })
}

/** Passes the second step with a passkey. Throws `RequestFailure`; `bad_input` too when the browser was told not to. */
export async function passWithPasskey(side: SignInSide): Promise<void> {
  const { options } = await call<BeginStep>(`POST /api/${side}/second-step/options`)
  await call<PassStepByPasskey>(`POST /api/${side}/second-step/passkey`, { body: { response: await sign(options) } })
}

/** Signs in with a passkey alone. Throws as `passWithPasskey`. */
export async function signInWithPasskey() {
  const { options } = await call<typeof getPasskeyOptionsCall>('POST /api/sign-in/passkey/options')

  return call<typeof signInWithPasskeyCall>('POST /api/sign-in/passkey', { body: { response: await sign(options) } })
}

/** Signs staff or a customer in by password. Throws `RequestFailure`, `bad_input` when they do not fit. */
export function signInByPassword(email: string, password: string) {
  return call<typeof signInByPasswordCall>('POST /api/sign-in', { body: { email, password } })
}

/** Goes back from the second step of a customer to the door. */
export function leaveSecondStep() {
  return call<typeof leaveCustomerStepCall>('DELETE /api/account/second-step')
}

/** Joins by an invitation. Returns the address to sign in with. */
export function acceptInvite(body: { token: string; name: string; password: string }) {
  return call<typeof acceptInviteCall>('POST /api/staff/invite', { body })
}

// The library's words for both are interfaces, which are no plain records.
async function sign(options: ReplyOf<BeginStep>['options']) {
  try {
    const optionsJSON = options as unknown as RequestOptions

    return (await startAuthentication({ optionsJSON })) as unknown as RequestOf<PassStepByPasskey>['body']['response']
  } catch {
    throw new RequestFailure('bad_input', { reason: 'passkey' })
  }
}

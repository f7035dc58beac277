import { startRegistration } from '@simplewebauthn/browser'
import type { SignInSide } from '#lib/auth/client/sign-in.ts'
import type * as factors from '#lib/auth/schema.ts'
import type { reauthenticateCustomerCall, reauthenticateStaffCall } from '#lib/auth/schema.ts'
import { call, RequestFailure } from '#lib/core/client/request.ts'
import type { RequestOf } from '#lib/core/rules/contract.ts'

type Factors = typeof factors
type BeginApp = Factors['beginStaffAppCall'] | Factors['beginCustomerAppCall']
type AddApp = Factors['addStaffAppCall'] | Factors['addCustomerAppCall']
type RemoveApp = Factors['removeStaffAppCall'] | Factors['removeCustomerAppCall']
type BeginPasskey = Factors['beginStaffPasskeyCall'] | Factors['beginCustomerPasskeyCall']
type AddPasskey = Factors['addStaffPasskeyCall'] | Factors['addCustomerPasskeyCall']
type RemovePasskey = Factors['removeStaffPasskeyCall'] | Factors['removeCustomerPasskeyCall']
type RemakeCodes = Factors['remakeStaffCodesCall'] | Factors['remakeCustomerCodesCall']
type Reauthenticate = typeof reauthenticateStaffCall | typeof reauthenticateCustomerCall

/** Asks for the secret of a new authenticator app. */
export function beginApp(side: SignInSide) {
  return call<BeginApp>(`POST /api/${side}/totp/begin`)
}

/** Adds the app by its first code. Recovery codes come with a first factor. */
export async function confirmApp(side: SignInSide, ticket: string, code: string): Promise<string[]> {
  const body = { ticket, code }

  return (await call<AddApp>(`POST /api/${side}/totp`, { body })).recoveryCodes
}

/** Takes the own authenticator app away. */
export function removeApp(side: SignInSide) {
  return call<RemoveApp>(`DELETE /api/${side}/totp`)
}

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']

/** Makes a passkey in this browser and adds it. Recovery codes come with a first factor. */
export async function addPasskey(side: SignInSide, name: string): Promise<string[]> {
  const { options } = await call<BeginPasskey>(`POST /api/${side}/passkeys/options`)
  const response = await startRegistration({ optionsJSON: options as unknown as CreationOptions }).catch(() => null)
  if (!response) throw new RequestFailure('bad_input', { reason: 'passkey' })
  const body = { response, name } as unknown as RequestOf<AddPasskey>['body']

  return (await call<AddPasskey>(`POST /api/${side}/passkeys`, { body })).recoveryCodes
}

/** Takes a passkey away. */
export function removePasskey(side: SignInSide, id: string) {
  return call<RemovePasskey>(`DELETE /api/${side}/passkeys/[id]`, { params: { id } })
}

/** Makes new recovery codes. */
export async function remakeCodes(side: SignInSide): Promise<string[]> {
  return (await call<RemakeCodes>(`POST /api/${side}/recovery-codes`)).recoveryCodes
}

/** Proves by the password who works in this session. */
export function proveAgain(side: SignInSide, password: string) {
  return call<Reauthenticate>(`POST /api/${side}/prove`, { body: { password } })
}

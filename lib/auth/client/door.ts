import { startAuthentication } from '@simplewebauthn/browser'
import { ask, RequestFailure } from '#lib/core/client/ask.ts'

/** Which of the two doors behind the sign-in page: that of those who work here, or of customers. */
export type DoorSide = 'staff' | 'account'

/** Who has come in, which says where to go. */
type CameIn = { to: 'staff' | 'customer' }

type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']
type Options = { options: RequestOptions }

/** Passes the second step with a code of the app, or a recovery code. Throws `RequestFailure`. */
export function passSecondStep(side: DoorSide, code: string): Promise<void> {
  return ask(`/api/${side}/second-step`, { method: 'POST', body: { code } })
}

/** Passes the second step with a passkey. Throws `RequestFailure`; `bad_input` too when the browser was told not to. */
export async function passWithPasskey(side: DoorSide): Promise<void> {
  const { options } = await ask<Options>(`/api/${side}/second-step/options`, { method: 'POST', body: {} })
  await ask(`/api/${side}/second-step/passkey`, { method: 'POST', body: { response: await sign(options) } })
}

/** Signs in with a passkey alone. Throws as `passWithPasskey`. */
export async function signInWithPasskey(): Promise<CameIn> {
  const { options } = await ask<Options>('/api/sign-in/passkey/options', { method: 'POST', body: {} })

  return ask('/api/sign-in/passkey', { method: 'POST', body: { response: await sign(options) } })
}

/** Signs staff or a customer in by password. Throws `RequestFailure`, `bad_input` when they do not fit. */
export function signInByPassword(email: string, password: string): Promise<CameIn> {
  return ask('/api/sign-in', { method: 'POST', body: { email, password } })
}

/** Goes back from the second step of a customer to the door. */
export function leaveSecondStep(): Promise<void> {
  return ask('/api/account/second-step', { method: 'DELETE', body: {} })
}

/** Asks for a mail with which a new password can be set. */
export function requestReset(email: string): Promise<void> {
  return ask('/api/sign-in/reset', { method: 'POST', body: { email } })
}

/** Sets a new password for the bearer of a link. */
export function completeReset(token: string, password: string): Promise<void> {
  return ask('/api/sign-in/reset/complete', { method: 'POST', body: { token, password } })
}

/** Joins by an invitation. Returns the address to sign in with. */
export function acceptInvite(body: { token: string; name: string; password: string }): Promise<{ email: string }> {
  return ask('/api/staff/invite', { method: 'POST', body: body })
}

async function sign(optionsJSON: RequestOptions) {
  try {
    return await startAuthentication({ optionsJSON })
  } catch {
    throw new RequestFailure('bad_input', { reason: 'passkey' })
  }
}

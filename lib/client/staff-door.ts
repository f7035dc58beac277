import { startAuthentication } from '@simplewebauthn/browser'
import { ask, RequestFailure } from '#lib/client/ask.ts'

type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']
type Options = { options: RequestOptions }

/** Passes the second step with a code of the app, or a recovery code. Throws `RequestFailure`. */
export function passSecondStep(code: string): Promise<void> {
  return ask('/api/staff/second-step', { method: 'POST', body: { code } })
}

/** Passes the second step with a passkey. Throws `RequestFailure`; `bad_input` too when the browser was told not to. */
export async function passWithPasskey(): Promise<void> {
  const { options } = await ask<Options>('/api/staff/second-step/options', { method: 'POST', body: {} })
  await ask('/api/staff/second-step/passkey', { method: 'POST', body: { response: await sign(options) } })
}

/** Signs in with a passkey alone. Throws as `passWithPasskey`. */
export async function signInWithPasskey(): Promise<void> {
  const { options } = await ask<Options>('/api/staff/passkey-sign-in/options', { method: 'POST', body: {} })
  await ask('/api/staff/passkey-sign-in', { method: 'POST', body: { response: await sign(options) } })
}

/** Asks for a mail with which a new password can be set. */
export function requestReset(email: string): Promise<void> {
  return ask('/api/staff/password-reset', { method: 'POST', body: { email } })
}

/** Sets a new password for the bearer of a link. */
export function completeReset(token: string, password: string): Promise<void> {
  return ask('/api/staff/password-reset/complete', { method: 'POST', body: { token, password } })
}

/** Joins by an invitation. Returns the address to sign in with. */
export function acceptInvite(wish: { token: string; name: string; password: string }): Promise<{ email: string }> {
  return ask('/api/staff/invite', { method: 'POST', body: wish })
}

async function sign(optionsJSON: RequestOptions) {
  try {
    return await startAuthentication({ optionsJSON })
  } catch {
    throw new RequestFailure('bad_input', { reason: 'passkey' })
  }
}

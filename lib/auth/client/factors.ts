import { startRegistration } from '@simplewebauthn/browser'
import type { DoorSide } from '#lib/auth/client/door.ts'
import { ask, RequestFailure } from '#lib/core/client/ask.ts'

/** An authenticator app that is being set up. */
export type NewApp = { secret: string; uri: string; ticket: string }

/** Asks for the secret of a new authenticator app. */
export function beginApp(side: DoorSide): Promise<NewApp> {
  return ask(`/api/${side}/totp/begin`, { method: 'POST', body: {} })
}

/** Adds the app by its first code. Recovery codes come with a first factor. */
export async function confirmApp(side: DoorSide, ticket: string, code: string): Promise<string[]> {
  const body = { ticket, code }

  return (await ask<{ recoveryCodes: string[] }>(`/api/${side}/totp`, { method: 'POST', body })).recoveryCodes
}

/** Takes the own authenticator app away. */
export function removeApp(side: DoorSide): Promise<void> {
  return ask(`/api/${side}/totp`, { method: 'DELETE', body: {} })
}

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']

/** Makes a passkey in this browser and adds it. Recovery codes come with a first factor. */
export async function addPasskey(side: DoorSide, name: string): Promise<string[]> {
  const path = `/api/${side}/passkeys/options` as const
  const { options } = await ask<{ options: CreationOptions }>(path, { method: 'POST', body: {} })
  const response = await startRegistration({ optionsJSON: options }).catch(() => null)
  if (!response) throw new RequestFailure('bad_input', { reason: 'passkey' })
  const body = { response, name }

  return (await ask<{ recoveryCodes: string[] }>(`/api/${side}/passkeys`, { method: 'POST', body })).recoveryCodes
}

/** Takes a passkey away. */
export function removePasskey(side: DoorSide, id: string): Promise<void> {
  return ask(`/api/${side}/passkeys/${encodeURIComponent(id)}`, { method: 'DELETE', body: {} })
}

/** Makes new recovery codes. */
export async function remakeCodes(side: DoorSide): Promise<string[]> {
  const path = `/api/${side}/recovery-codes` as const

  return (await ask<{ recoveryCodes: string[] }>(path, { method: 'POST', body: {} })).recoveryCodes
}

/** Proves by the password who works in this session. */
export function proveAgain(side: DoorSide, password: string): Promise<void> {
  return ask(`/api/${side}/prove`, { method: 'POST', body: { password } })
}

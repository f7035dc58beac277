import { startRegistration } from '@simplewebauthn/browser'
import { ask, RequestFailure } from '#lib/client/ask.ts'
import type { StaffRole } from '#lib/domain/caller.ts'
import type { FactorRule } from '#lib/domain/staff-account.ts'

/** An authenticator app that is being set up. */
export type NewApp = { secret: string; uri: string; ticket: string }

/** Asks for the secret of a new authenticator app. */
export function beginApp(): Promise<NewApp> {
  return ask('/api/staff/totp/begin', { method: 'POST', body: {} })
}

/** Adds the app by its first code. Recovery codes come with a first factor. */
export async function confirmApp(ticket: string, code: string): Promise<string[]> {
  const body = { ticket, code }

  return (await ask<{ recoveryCodes: string[] }>('/api/staff/totp', { method: 'POST', body })).recoveryCodes
}

/** Takes the own authenticator app away. */
export function removeApp(): Promise<void> {
  return ask('/api/staff/totp', { method: 'DELETE', body: {} })
}

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']

/** Makes a passkey in this browser and adds it. Recovery codes come with a first factor. */
export async function addPasskey(name: string): Promise<string[]> {
  const path = '/api/staff/passkeys/options'
  const { options } = await ask<{ options: CreationOptions }>(path, { method: 'POST', body: {} })
  const response = await startRegistration({ optionsJSON: options }).catch(() => null)
  if (!response) throw new RequestFailure('bad_input', { reason: 'passkey' })
  const body = { response, name }

  return (await ask<{ recoveryCodes: string[] }>('/api/staff/passkeys', { method: 'POST', body })).recoveryCodes
}

/** Takes a passkey away. */
export function removePasskey(id: string): Promise<void> {
  return ask(`/api/staff/passkeys/${encodeURIComponent(id)}`, { method: 'DELETE', body: {} })
}

/** Makes new recovery codes. */
export async function remakeCodes(): Promise<string[]> {
  const path = '/api/staff/recovery-codes'

  return (await ask<{ recoveryCodes: string[] }>(path, { method: 'POST', body: {} })).recoveryCodes
}

/** Proves by the password who works in this session. */
export function proveAgain(password: string): Promise<void> {
  return ask('/api/staff/prove', { method: 'POST', body: { password } })
}

/** Gives oneself another name. */
export function rename(name: string): Promise<void> {
  return ask('/api/staff/profile', { method: 'PATCH', body: { name } })
}

/** Changes the own password. Every other session ends. */
export function changePassword(current: string, password: string): Promise<void> {
  return ask('/api/staff/password', { method: 'POST', body: { current, password } })
}

/** Ends one of the own sessions. */
export function endSession(id: string): Promise<void> {
  return ask(`/api/staff/sessions/${id}`, { method: 'DELETE', body: {} })
}

/** Ends all the own sessions but this one. Returns how many. */
export async function endOtherSessions(): Promise<number> {
  return (await ask<{ ended: number }>('/api/staff/sessions', { method: 'DELETE', body: {} })).ended
}

/** Asks somebody to join. Returns the link to hand over. */
export async function inviteStaff(email: string, role: StaffRole): Promise<string> {
  const body = { email, role }

  return (await ask<{ url: string }>('/api/admin/staff/invites', { method: 'POST', body })).url
}

/** Takes an invitation back. */
export function takeInviteBack(id: string): Promise<void> {
  return ask(`/api/admin/staff/invites/${id}`, { method: 'DELETE', body: {} })
}

/** Gives somebody another role. */
export function changeRole(staffId: string, role: StaffRole): Promise<void> {
  return ask(`/api/admin/staff/${staffId}/role`, { method: 'PATCH', body: { role } })
}

/** Shuts somebody out, or lets them in again. */
export function setState(staffId: string, state: 'enabled' | 'disabled'): Promise<void> {
  return ask(`/api/admin/staff/${staffId}/state`, { method: 'PATCH', body: { state } })
}

/** Ends every session of somebody. */
export function endStaffSessions(staffId: string): Promise<void> {
  return ask(`/api/admin/staff/${staffId}/sessions`, { method: 'DELETE', body: {} })
}

/** Takes the second factors of somebody away. */
export function removeFactors(staffId: string, reason: string): Promise<void> {
  return ask(`/api/admin/staff/${staffId}/factors`, { method: 'DELETE', body: { reason } })
}

/** Sets whether everybody needs a second factor. */
export function setFactorRule(secondFactor: FactorRule): Promise<void> {
  return ask('/api/admin/staff/rules', { method: 'POST', body: { secondFactor } })
}

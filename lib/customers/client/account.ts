import { ask } from '#lib/core/client/ask.ts'
import type { Profile } from '#lib/customers/rules/profile.ts'

/** Asks for a mail with a link that signs in. The answer never tells whether the address is known. */
export function requestSignInLink(email: string): Promise<void> {
  return ask('/api/account/link', { method: 'POST', body: { email } })
}

/** Signs in with a mailed link. */
export function signInByLink(token: string): Promise<void> {
  return ask('/api/account/sessions', { method: 'POST', body: { token } })
}

/** Signs out in this browser. */
export function signOut(): Promise<void> {
  return ask('/api/account/session', { method: 'DELETE', body: {} })
}

/** Stores what the customer says about themselves. */
export function saveProfile(profile: Profile): Promise<void> {
  return ask('/api/account/profile', { method: 'PATCH', body: profile })
}

/** Sets the first or another password. Every other session ends. */
export function setPassword(current: string, password: string): Promise<void> {
  return ask('/api/account/password', { method: 'POST', body: { current, password } })
}

/** Takes the own password away. */
export function removePassword(current: string): Promise<void> {
  return ask('/api/account/password', { method: 'DELETE', body: { current } })
}

/** Ends one of the own sessions. */
export function endSession(id: string): Promise<void> {
  return ask(`/api/account/sessions/${id}`, { method: 'DELETE', body: {} })
}

/** Ends every session, this one too. */
export function signOutEverywhere(): Promise<void> {
  return ask('/api/account/sessions', { method: 'DELETE', body: {} })
}

/** Asks the network about all the own eSIMs. What it said is on the page once that is read again. */
export function refreshAll(): Promise<{ outcome: 'read' | 'no_answer' | 'too_soon' }> {
  return ask('/api/account/refresh', { method: 'POST', body: {} })
}

/** Everything that is kept about the customer. */
export function copyOwnData(): Promise<Record<string, unknown>> {
  return ask('/api/account/data', { method: 'POST', body: {} })
}

/** Deletes the account and forgets its customer, who has typed the address to be sure. */
export function eraseOwnData(email: string): Promise<void> {
  return ask('/api/account/data', { method: 'DELETE', body: { email } })
}

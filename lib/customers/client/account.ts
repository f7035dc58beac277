import type {
  endCustomerSessionCall,
  endCustomerSessionsCall,
  removeCustomerPasswordCall,
  requestSignInLinkCall,
  setCustomerPasswordCall,
  signInByLinkCall,
  signOutCustomerCall,
} from '#lib/auth/schema.ts'
import { call } from '#lib/core/client/request.ts'
import type { RequestOf } from '#lib/core/rules/contract.ts'
import type { Profile } from '#lib/customers/rules/profile.ts'
import type { changeProfileCall, copyMyDataCall, eraseMyDataCall, refreshMyEsimsCall } from '#lib/customers/schema.ts'

/** Asks for a mail with a link that signs in. The answer never tells whether the address is known. */
export function requestSignInLink(email: string) {
  return call<typeof requestSignInLinkCall>('POST /api/account/link', { body: { email } })
}

/** Signs in with a mailed link. */
export function signInByLink(token: string) {
  return call<typeof signInByLinkCall>('POST /api/account/sessions', { body: { token } })
}

/** Signs out in this browser. */
export function signOut() {
  return call<typeof signOutCustomerCall>('DELETE /api/account/session')
}

/** Stores what the customer says about themselves. */
export function saveProfile(profile: Profile) {
  return call<typeof changeProfileCall>('PATCH /api/account/profile', {
    body: profile as RequestOf<typeof changeProfileCall>['body'],
  })
}

/** Sets the first or another password. Every other session ends. */
export function setPassword(current: string, password: string) {
  return call<typeof setCustomerPasswordCall>('POST /api/account/password', { body: { current, password } })
}

/** Takes the own password away. */
export function removePassword(current: string) {
  return call<typeof removeCustomerPasswordCall>('DELETE /api/account/password', { body: { current } })
}

/** Ends one of the own sessions. */
export function endSession(id: string) {
  return call<typeof endCustomerSessionCall>('DELETE /api/account/sessions/[id]', { params: { id } })
}

/** Ends every session, this one too. */
export function signOutEverywhere() {
  return call<typeof endCustomerSessionsCall>('DELETE /api/account/sessions')
}

/** Asks the network about all the own eSIMs. What it said is on the page once that is read again. */
export function refreshAll() {
  return call<typeof refreshMyEsimsCall>('POST /api/account/refresh')
}

/** Everything that is kept about the customer. */
export function copyOwnData() {
  return call<typeof copyMyDataCall>('POST /api/account/data')
}

/** Deletes the account and forgets its customer, who has typed the address to be sure. */
export function eraseOwnData(email: string) {
  return call<typeof eraseMyDataCall>('DELETE /api/account/data', { body: { email } })
}

import type { removeCustomerPasswordCall, requestSignInLinkCall, setCustomerPasswordCall } from '#lib/auth/schema.ts'
import { call } from '#lib/core/client/request.ts'
import type { RequestOf } from '#lib/core/rules/contract.ts'
import type { Profile } from '#lib/customers/rules/own-account.ts'
import type { changeProfileCall, copyMyDataCall } from '#lib/customers/schema.ts'

/** Asks for a mail with a link that signs in. The answer never tells whether the address is known. */
export function requestSignInLink(email: string) {
  return call<typeof requestSignInLinkCall>('POST /api/account/link', { body: { email } })
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

/** Everything that is kept about the customer. */
export function copyOwnData() {
  return call<typeof copyMyDataCall>('POST /api/account/data')
}

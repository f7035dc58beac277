import type { removeCustomerFactorsCall } from '#lib/auth/schema.ts'
import { call } from '#lib/core/client/request.ts'
import type { RequestOf } from '#lib/core/rules/contract.ts'
import type { DataKind } from '#lib/customers/rules/admin-customers.ts'
import type {
  addPrivacyRequestCall,
  declinePrivacyRequestCall,
  eraseCustomerCall,
  giveCreditCall,
  mergeCustomersCall,
  resolveCreditCall,
  separateCustomerCall,
  setCustomerBlockCall,
} from '#lib/customers/schema.ts'

/** Stops a customer from buying, or lets them buy again. */
export function setBlocked(personId: string, isBlocked: boolean, reason: string) {
  return call<typeof setCustomerBlockCall>('POST /api/admin/customers/[id]/block', {
    params: { id: personId },
    body: { isBlocked, reason },
  })
}

/** Notes that another address belongs to the same customer. */
export function joinAddress(personId: string, email: string, reason: string) {
  return call<typeof mergeCustomersCall>('POST /api/admin/customers/[id]/addresses', {
    params: { id: personId },
    body: { email, reason },
  })
}

/** Takes an address out of the customer. */
export function separateAddress(personId: string, email: string, reason: string) {
  return call<typeof separateCustomerCall>('DELETE /api/admin/customers/[id]/addresses', {
    params: { id: personId },
    body: { email, reason },
  })
}

/** Notes what a customer asks about the own data. */
export function requestData(personId: string, kind: DataKind, reason: string) {
  return call<typeof addPrivacyRequestCall>('POST /api/admin/customers/[id]/requests', {
    params: { id: personId },
    body: { kind, reason },
  })
}

/** Declines such a request. */
export function declineData(personId: string, requestId: string, reason: string) {
  return call<typeof declinePrivacyRequestCall>('DELETE /api/admin/customers/[id]/requests/[requestId]', {
    params: { id: personId, requestId },
    body: { reason },
  })
}

/** Gives a customer a sum to spend here, once per key. */
export function giveCredit(personId: string, credit: RequestOf<typeof giveCreditCall>['body'], onceKey: string) {
  return call<typeof giveCreditCall>('POST /api/admin/customers/[id]/credits', {
    params: { id: personId },
    body: credit,
    onceKey,
  })
}

/** Agrees to a credit that somebody else has given, or ends one. */
export function decideCredit(id: string, body: RequestOf<typeof resolveCreditCall>['body']) {
  return call<typeof resolveCreditCall>('POST /api/admin/credits/[creditId]', { params: { creditId: id }, body })
}

/** Takes the second step of a customer away who has lost it. */
export function liftFactors(personId: string, reason: string) {
  return call<typeof removeCustomerFactorsCall>('DELETE /api/admin/customers/[id]/factors', {
    params: { id: personId },
    body: { reason },
  })
}

/** Forgets a customer. `typed` is the address, as a check. */
export function eraseCustomer(personId: string, typed: string) {
  return call<typeof eraseCustomerCall>('POST /api/admin/customers/[id]/erase', {
    params: { id: personId },
    body: { typed },
  })
}

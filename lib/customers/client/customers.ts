import { ask } from '#lib/core/client/ask.ts'
import type { DataKind, ErasureReport } from '#lib/customers/rules/admin-customers.ts'

const at = (personId: string, what: string) => `/api/admin/customers/${encodeURIComponent(personId)}/${what}` as const

/** Stops a customer from buying, or lets them buy again. */
export function setBlocked(personId: string, isBlocked: boolean, reason: string): Promise<void> {
  return ask(at(personId, 'block'), { method: 'POST', body: { isBlocked, reason } })
}

/** Notes that another address belongs to the same customer. */
export function joinAddress(personId: string, email: string, reason: string): Promise<void> {
  return ask(at(personId, 'addresses'), { method: 'POST', body: { email, reason } })
}

/** Takes the address of a person out of the customer. */
export function separateAddress(personId: string, reason: string): Promise<void> {
  return ask(at(personId, 'addresses'), { method: 'DELETE', body: { reason } })
}

/** Notes what a customer asks about the own data. */
export function askData(personId: string, kind: DataKind, reason: string): Promise<void> {
  return ask(at(personId, 'requests'), { method: 'POST', body: { kind, reason } })
}

/** Declines such a request. */
export function declineData(personId: string, requestId: string, reason: string): Promise<void> {
  return ask(at(personId, `requests/${encodeURIComponent(requestId)}`), { method: 'DELETE', body: { reason } })
}

/** Gives a customer a sum to spend here, once per key. */
export function giveCredit(
  personId: string,
  credit: { amount: string; until: string; reason: string },
  onceKey: string,
): Promise<{ outcome: 'waiting' | 'given' }> {
  return ask(at(personId, 'credits'), { method: 'POST', body: credit, onceKey })
}

/** Agrees to a credit that somebody else has given, or ends one. */
export function actOnCredit(id: string, body: { act: 'agree' } | { act: 'end'; reason: string }): Promise<void> {
  return ask(`/api/admin/credits/${encodeURIComponent(id)}`, { method: 'POST', body })
}

/** Takes the second step of a customer away who has lost it. */
export function liftFactors(personId: string, reason: string): Promise<void> {
  return ask(at(personId, 'factors'), { method: 'DELETE', body: { reason } })
}

/** Forgets a customer. `typed` is the address, as a check. */
export function eraseCustomer(personId: string, typed: string): Promise<ErasureReport> {
  return ask(at(personId, 'erase'), { method: 'POST', body: { typed } })
}

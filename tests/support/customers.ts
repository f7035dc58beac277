import type { HalfCustomer, SignedInCustomer } from '#lib/auth/customer-session.ts'
import { signInByLink } from '#lib/auth/customer-sign-in.ts'
import { findAccountSession } from '#lib/auth/repository/account-sessions.ts'
import { ensureAccount } from '#lib/auth/repository/accounts.ts'
import { addToken } from '#lib/auth/repository/links.ts'
import { transaction } from '#lib/core/repository/client.ts'

/** Where the customers of a test sign in. */
export const PLACE = { address: '203.0.113.0/24', browser: 'Firefox, Linux' }

/** A link as it is mailed to an address, whose account is made where there is none. */
export async function linkFor(email: string): Promise<string> {
  const { id } = await transaction((tx) => ensureAccount({ email, locale: 'en' }, tx))

  return addToken({ purpose: 'account_sign_in', subject: id, minutes: 30 })
}

/** The customer behind the token of a session: whole, or at the second step. */
export async function customerBehind(token: string): Promise<SignedInCustomer | HalfCustomer> {
  const session = await findAccountSession(token)
  if (!session) throw new Error('Nobody came in.')
  const { id: sessionId, factor, proof, provenAt, account } = session
  const { id: accountId, email, name, homeZone } = account
  const person = { accountId, email, name, homeZone, sessionId, proof, provenAt }

  return factor === null ? { kind: 'half_customer', ...person } : { kind: 'customer', ...person }
}

/** A customer who has just signed in by a mailed link. */
export async function signedIn(email: string): Promise<SignedInCustomer> {
  const customer = await customerBehind(await signInByLink(await linkFor(email), PLACE, null))
  if (customer.kind !== 'customer') throw new Error('The second step is awaited.')

  return customer
}

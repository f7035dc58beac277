import 'server-only'
import { beginByPassword, type Held } from './customer-sign-in.ts'
import { type BegunSession, beginStaffSession, provePassword, type SignInTry } from './sign-in.ts'

/** Who has come in by the one sign-in form, and what their browser is given. */
export type SignedIn = { kind: 'staff'; begun: BegunSession } | { kind: 'customer'; token: string }

/**
 * Signs in with address and password, whoever it is: those who work here before the customer of the same address and
 * password. `null` when they do not fit.
 */
export async function signInByPassword(typed: SignInTry, held: Held): Promise<SignedIn | null> {
  const proven = await provePassword(typed)
  if (proven?.staff) return { kind: 'staff', begun: await beginStaffSession(proven.staff, typed) }
  if (!proven?.account) return null
  const { address, browser } = typed
  const token = await beginByPassword(proven.account, { address, browser }, held)

  return token === null ? null : { kind: 'customer', token }
}

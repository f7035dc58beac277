import { generateSync } from 'otplib'
import { addApp } from '#lib/auth/add-factor.ts'
import type { HalfCustomer, SignedInCustomer } from '#lib/auth/customer-session.ts'
import { signInByLink } from '#lib/auth/customer-sign-in.ts'
import { newApp } from '#lib/auth/factors.ts'
import { customerBehind, linkFor, PLACE } from '#tests/support/shop.ts'

/** What an authenticator app shows, so many seconds from now. */
export function codeAt(secret: string, later = 0): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + later })
}

/** Gives a customer an authenticator app. */
export async function setUpApp(caller: SignedInCustomer) {
  const app = newApp({ id: caller.accountId, email: caller.email, store: 'Landfall' })
  // The code before this one: the one of now is left for the sign-in that follows.
  return { ...app, ...(await addApp(caller, { ticket: app.ticket, code: codeAt(app.secret, -30) }, PLACE)) }
}

/** Signs a customer in by a mailed link, as far as their second step. */
export async function halfway(email: string): Promise<HalfCustomer> {
  const half = await customerBehind(await signInByLink(await linkFor(email), PLACE, null))
  if (half.kind !== 'half_customer') throw new Error('No second step is asked for.')

  return half
}

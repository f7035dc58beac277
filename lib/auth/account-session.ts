import 'server-only'
import { cookies } from 'next/headers'
import { cache } from 'react'
import { findAccountSession } from '#lib/auth/repository/account-sessions.ts'
import { findFactors } from '#lib/auth/repository/factors.ts'
import { type AccountProof, hasFactor } from '#lib/auth/rules/staff-account.ts'
import { env } from '#lib/core/env.ts'
import { cookieNameAt, secretCookie } from '#lib/core/rules/own-cookie.ts'

const SESSION_SECONDS = 30 * 24 * 60 * 60

/** A customer who is signed in, by the address that was proven and the session in hand. */
export type SignedInCustomer = {
  kind: 'customer'
  accountId: string
  email: string
  name: string
  homeZone: string | null
  sessionId: string
  /** What showed last that it is them, and when, for what asks for a fresh proof. */
  proof: AccountProof
  provenAt: Date
}

/** A customer who has shown the mailbox or the password, and nothing more: this opens nothing but the second step. */
export type HalfCustomer = Omit<SignedInCustomer, 'kind'> & { kind: 'half_customer' }

const COOKIE = 'account'

/** The `Set-Cookie` value that makes a browser the holder of a customer's session. Scripts cannot read it. */
export function accountCookie(token: string): string {
  return secretCookie(env.PUBLIC_URL, COOKIE, token, SESSION_SECONDS)
}

/** The `Set-Cookie` value that takes the session out of the browser. */
export function endedAccountCookie(): string {
  return secretCookie(env.PUBLIC_URL, COOKIE, '', 0)
}

// Read once per request, and in each of them: what has ended counts with the next one.
const currentSession = cache(async () => {
  const token = (await cookies()).get(cookieNameAt(env.PUBLIC_URL, COOKIE))?.value

  return token && token.length <= 100 ? findAccountSession(token) : null
})

type Session = NonNullable<Awaited<ReturnType<typeof currentSession>>>

/** The customer who is signed in in this browser, `null` when nobody is. */
export async function currentCustomer(): Promise<SignedInCustomer | null> {
  const session = await currentSession()

  return session && session.factor !== null ? { kind: 'customer', ...personOf(session) } : null
}

/** The customer who stands at the second step in this browser, `null` when nobody does. */
export async function currentHalfCustomer(): Promise<HalfCustomer | null> {
  const session = await currentSession()
  if (!session || session.factor !== null) return null
  // The last factor went while they stood here: what they have shown would do now, at sign-in.
  if (!hasFactor(await findFactors({ accountId: session.account.id }))) return null

  return { kind: 'half_customer', ...personOf(session) }
}

/** The session that this browser holds, whole or half: it ends when another one begins. */
export async function heldAccountSession(): Promise<{ accountId: string; sessionId: string } | null> {
  const session = await currentSession()

  return session && { accountId: session.account.id, sessionId: session.id }
}

function personOf({ id: sessionId, proof, provenAt, account }: Session) {
  const { id: accountId, email, name, homeZone } = account

  return { accountId, email, name, homeZone, sessionId, proof, provenAt }
}

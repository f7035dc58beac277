import 'server-only'
import { cookies } from 'next/headers'
import { cache } from 'react'
import { findAccountSession } from '#lib/db/account-sessions.ts'
import { env } from '#lib/env.ts'

const SESSION_SECONDS = 30 * 24 * 60 * 60

/** A customer who is signed in, by the address that was proven and the session in hand. */
export type SignedInCustomer = {
  kind: 'customer'
  accountId: string
  email: string
  sessionId: string
  /** When the mailbox was shown to be theirs, for what asks for a fresh proof. */
  provenAt: Date
}

function isHttps(): boolean {
  return new URL(env.PUBLIC_URL).protocol === 'https:'
}

// The prefix makes browsers refuse it from other hosts, paths and plain HTTP.
function cookieName(): string {
  return isHttps() ? '__Host-account' : 'account'
}

function cookieOf(value: string, seconds: number): string {
  const secure = isHttps() ? '; Secure' : ''

  return `${cookieName()}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}

/** The `Set-Cookie` value that makes a browser the holder of a customer's session. Scripts cannot read it. */
export function accountCookie(token: string): string {
  return cookieOf(token, SESSION_SECONDS)
}

/** The `Set-Cookie` value that takes the session out of the browser. */
export function endedAccountCookie(): string {
  return cookieOf('', 0)
}

/** The customer who is signed in in this browser, `null` when nobody is. The row is read with every request. */
export const currentCustomer = cache(async (): Promise<SignedInCustomer | null> => {
  const token = (await cookies()).get(cookieName())?.value
  if (!token || token.length > 100) return null
  const session = await findAccountSession(token)

  return (
    session && {
      kind: 'customer',
      accountId: session.account.id,
      email: session.account.email,
      sessionId: session.id,
      provenAt: session.createdAt,
    }
  )
})

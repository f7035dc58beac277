import 'server-only'
import { cookies } from 'next/headers'
import { cache } from 'react'
import { findAccountSession } from '#lib/auth/repository/account-sessions.ts'
import { findFactors } from '#lib/auth/repository/factors.ts'
import { type AccountProof, hasFactor } from '#lib/auth/rules/staff-account.ts'
import { hashToken } from '#lib/core/crypto/tokens.ts'
import { env } from '#lib/core/env.ts'
import { db } from '#lib/core/repository/client.ts'
import type { Guest, ShareGrant } from '#lib/core/rules/caller.ts'
import { cookieNameAt, secretCookie } from '#lib/core/rules/own-cookie.ts'
import { listSharedEsims } from '#lib/esims/repository/shares.ts'

const ACCOUNT_SECONDS = 30 * 24 * 60 * 60

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

const ACCOUNT_COOKIE = 'account'

/** The `Set-Cookie` value that makes a browser the holder of a customer's session. Scripts cannot read it. */
export function accountCookie(token: string): string {
  return secretCookie(env.PUBLIC_URL, ACCOUNT_COOKIE, token, ACCOUNT_SECONDS)
}

/** The `Set-Cookie` value that takes the session out of the browser. */
export function endedAccountCookie(): string {
  return secretCookie(env.PUBLIC_URL, ACCOUNT_COOKIE, '', 0)
}

// Read once per request, and in each of them: what has ended counts with the next one.
const currentSession = cache(async () => {
  const token = (await cookies()).get(cookieNameAt(env.PUBLIC_URL, ACCOUNT_COOKIE))?.value

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
export async function currentAccountSession(): Promise<{ accountId: string; sessionId: string } | null> {
  const session = await currentSession()

  return session && { accountId: session.account.id, sessionId: session.id }
}

function personOf({ id: sessionId, proof, provenAt, account }: Session) {
  const { id: accountId, email, name, homeZone } = account

  return { accountId, email, name, homeZone, sessionId, proof, provenAt }
}

const GUEST_COOKIE = 'guest'
const GUEST_SECONDS = 90 * 24 * 60 * 60

/** The name of a guest's cookie. The prefix makes browsers refuse it from other hosts, paths and plain HTTP. */
export function guestCookieName(): string {
  return cookieNameAt(env.PUBLIC_URL, GUEST_COOKIE)
}

/** The `Set-Cookie` value that makes a browser the holder of a guest's token. Scripts cannot read it. */
export function guestCookie(token: string): string {
  return secretCookie(env.PUBLIC_URL, GUEST_COOKIE, token, GUEST_SECONDS)
}

/** The guest whose token the request carries, with the orders it opens. `null` without one, or when it has ended. */
export async function currentGuest(): Promise<Guest | null> {
  const token = (await cookies()).get(guestCookieName())?.value
  if (!token || token.length > 100) return null

  const session = await db().guestSession.findUnique({
    where: { tokenHash: hashToken(token), expiresAt: { gt: new Date() } },
    select: { id: true, grants: { select: { orderId: true, kind: true, createdAt: true } } },
  })
  if (!session) return null
  const grants = session.grants.map((grant) => ({
    orderId: grant.orderId,
    grant: grant.kind,
    grantedAt: grant.createdAt,
  }))

  return { kind: 'guest', sessionId: session.id, grants }
}

const SHARE_SECONDS = 30 * 24 * 60 * 60
// A family or a small group; the cookie stays short.
const MAX_SHARES = 8
const BETWEEN = '.'

const SHARE_COOKIE = 'share'

/**
 * The `Set-Cookie` value that lets a browser see one more eSIM, beside those it was given before; the oldest go first when
 * they are many. Scripts cannot read it.
 */
export async function shareCookie(token: string): Promise<string> {
  const [added, ...before] = await currentShareRows([token, ...(await tokensHere())])
  // Whoever types a PIN again holds one session of the share, not two.
  const others = before.filter(({ shareId }) => shareId !== added?.shareId).map((current) => current.token)
  const tokens = [token, ...others].slice(0, MAX_SHARES).join(BETWEEN)

  return secretCookie(env.PUBLIC_URL, SHARE_COOKIE, tokens, SHARE_SECONDS)
}

/** The shares whose PINs were typed in this browser. The rows are read with every request. */
export async function currentShares(): Promise<(ShareGrant & { sessionId: string })[]> {
  return currentShareRows(await tokensHere())
}

async function tokensHere(): Promise<string[]> {
  const text = (await cookies()).get(cookieNameAt(env.PUBLIC_URL, SHARE_COOKIE))?.value ?? ''

  return text
    .split(BETWEEN)
    .filter((token) => token !== '' && token.length <= 100)
    .slice(0, MAX_SHARES)
}

async function currentShareRows(tokens: string[]) {
  const sessions = tokens.length > 0 ? await listSharedEsims(tokens) : []

  return sessions.map(({ token, id, share }) => ({ token, sessionId: id, shareId: share.id, esimId: share.esimId }))
}

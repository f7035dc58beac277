import 'server-only'
import { cookies } from 'next/headers'
import { hashToken } from '#lib/core/crypto/token.ts'
import { env } from '#lib/core/env.ts'
import { db } from '#lib/core/repository/client.ts'
import type { Guest } from '#lib/core/rules/caller.ts'
import { cookieNameAt, secretCookie } from '#lib/core/rules/own-cookie.ts'

const COOKIE = 'guest'
const SESSION_SECONDS = 90 * 24 * 60 * 60

/** The name of a guest's cookie. The prefix makes browsers refuse it from other hosts, paths and plain HTTP. */
export function guestCookieName(): string {
  return cookieNameAt(env.PUBLIC_URL, COOKIE)
}

/** The `Set-Cookie` value that makes a browser the holder of a guest's token. Scripts cannot read it. */
export function guestCookie(token: string): string {
  return secretCookie(env.PUBLIC_URL, COOKIE, token, SESSION_SECONDS)
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

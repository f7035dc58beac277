import 'server-only'
import { decode, encode } from 'next-auth/jwt'
import { z } from 'zod'
import type { SessionPlace } from '#lib/auth/repository/staff-sessions.ts'
import { browserName, STAFF_SESSION_MS } from '#lib/auth/rules/staff-account.ts'
import { env, requireSetting } from '#lib/core/env.ts'
import { cookieNameAt, cookieRulesAt, secretCookie } from '#lib/core/rules/own-cookie.ts'
import { shortenAddress } from '#lib/core/rules/rate-limits.ts'

/** Returns where a request came from: a shortened network and a rough browser, never an address. */
export function placeOf(headers: Headers): SessionPlace & { address: string } {
  const read = (name: string) => headers.get(name) ?? ''

  // The nearest hop writes last; whatever stands before it, the sender may have invented.
  return {
    address: shortenAddress(read('x-forwarded-for').split(',').at(-1)?.trim() ?? ''),
    browser: browserName(read('user-agent')),
  }
}

const COOKIE = 'staff'

/** The name of the cookie that carries a session of a member of staff. */
export function staffCookieName(): string {
  return cookieNameAt(env.PUBLIC_URL, COOKIE)
}

/** The cookies of the sign-in library under our names: no script reads them, no other site sends them. */
export function staffCookies() {
  const options = { httpOnly: true, ...cookieRulesAt(env.PUBLIC_URL) } as const

  // The library takes every cookie whose name begins like the session's for a part of it.
  return {
    sessionToken: { name: staffCookieName(), options },
    csrfToken: { name: cookieNameAt(env.PUBLIC_URL, 'csrf-staff'), options },
    callbackUrl: { name: cookieNameAt(env.PUBLIC_URL, 'back-staff'), options },
  }
}

/** The session that a `Cookie` header shows, counting or not; `null` without one. */
export async function sessionOfHeader(cookies: string | null | undefined): Promise<StaffClaims | null> {
  const start = `${staffCookieName()}=`
  const part = cookies?.split('; ').find((cookie) => cookie.startsWith(start))

  return part ? openClaims(part.slice(start.length)) : null
}

/** The `Set-Cookie` value that makes a browser the holder of a session which has just begun. */
export async function staffCookie(session: { staffId: string; sessionId: string }): Promise<string> {
  const token = await encryptClaims({ ...session, signedInAt: Date.now() })

  return secretCookie(env.PUBLIC_URL, COOKIE, token, IDLE_SECONDS)
}

/** A session without any sign of life for this long has ended. */
export const IDLE_SECONDS = STAFF_SESSION_MS.idle / 1_000

/** What the session cookie of a member of staff says. Whether it still counts, the database decides. */
type StaffClaims = { staffId: string; sessionId: string; signedInAt: number }

const claimsSchema = z.object({ sub: z.string(), sid: z.string(), signedInAt: z.number(), aud: z.string() })

/** Returns the claims of a session as the library's token takes them, for this store alone. */
export function toTokenClaims({ staffId, sessionId, signedInAt }: StaffClaims) {
  return { sub: staffId, sid: sessionId, signedInAt, aud: audience() }
}

/**
 * Reads the claims of a token's content. `null` when it was made for another store, says too little, or began more
 * than 12 hours ago.
 */
export function readClaims(content: unknown, now = Date.now()): StaffClaims | null {
  const parsed = claimsSchema.safeParse(content)
  if (!parsed.success || parsed.data.aud !== audience()) return null
  const { sub, sid, signedInAt } = parsed.data
  if (now - signedInAt > STAFF_SESSION_MS.longest) return null

  return { staffId: sub, sessionId: sid, signedInAt }
}

/** Encrypts claims for the cookie (AES-256-GCM, one fixed algorithm), good for 30 minutes. */
export function encryptClaims(claims: StaffClaims): Promise<string> {
  return encode({ token: toTokenClaims(claims), secret: sessionSecret(), maxAge: IDLE_SECONDS })
}

/** Opens the cookie's token. `null` when it is damaged, too old, under another key or made for another store. */
export async function openClaims(token: string): Promise<StaffClaims | null> {
  try {
    return readClaims(await decode({ token, secret: sessionSecret() }))
  } catch {
    return null
  }
}

/** The key behind every session cookie. */
export function sessionSecret(): string {
  return requireSetting('SESSION_SECRET')
}

function audience(): string {
  return new URL(env.PUBLIC_URL).origin
}

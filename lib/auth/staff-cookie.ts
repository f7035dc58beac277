import 'server-only'
import { env } from '#lib/core/env.ts'
import { cookieNameAt, cookieRulesAt, secretCookie } from '#lib/core/rules/own-cookie.ts'
import { IDLE_SECONDS, openClaims, type StaffClaims, sealClaims } from './staff-token.ts'

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
  const token = await sealClaims({ ...session, signedInAt: Date.now() })

  return secretCookie(env.PUBLIC_URL, COOKIE, token, IDLE_SECONDS)
}

import 'server-only'
import { env } from '#lib/core/env.ts'
import { IDLE_SECONDS, sealClaims } from './staff-token.ts'

function isHttps(): boolean {
  return new URL(env.PUBLIC_URL).protocol === 'https:'
}

/** The name of a cookie of ours. The prefix makes browsers refuse it from other hosts, paths and plain HTTP. */
function cookieName(name: string): string {
  return isHttps() ? `__Host-${name}` : name
}

/** The name of the cookie that carries a session of a member of staff. */
export function staffCookieName(): string {
  return cookieName('staff')
}

/** The cookies of the sign-in library under our names: no script reads them, no other site sends them. */
export function staffCookies() {
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps() } as const

  // The library takes every cookie whose name begins like the session's for a part of it.
  return {
    sessionToken: { name: staffCookieName(), options },
    csrfToken: { name: cookieName('csrf-staff'), options },
    callbackUrl: { name: cookieName('back-staff'), options },
  }
}

/** The `Set-Cookie` value that makes a browser the holder of a session which has just begun. */
export async function staffCookie(session: { staffId: string; sessionId: string }): Promise<string> {
  const token = await sealClaims({ ...session, signedInAt: Date.now() })
  const secure = isHttps() ? '; Secure' : ''

  return `${staffCookieName()}=${token}; Path=/; Max-Age=${IDLE_SECONDS}; HttpOnly; SameSite=Lax${secure}`
}

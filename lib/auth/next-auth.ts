import 'server-only'
import type { NextAuthOptions } from 'next-auth'
import { findLivingSession, touchSession } from '#lib/auth/repository/staff-sessions.ts'
import { IDLE_SECONDS, readClaims, sessionSecret, staffCookies, toTokenClaims } from '#lib/auth/staff-cookie.ts'
import { log } from '#lib/core/log.ts'
import { signOutStaff } from './sign-in.ts'

/**
 * How the sign-in library works here: encrypted cookies, no session that the database does not confirm. `failed` hears
 * what the library would tell as something else: why a session could not be read or ended, which it takes for one that has
 * ended.
 */
export function authOptions(failed: (error: unknown) => void): NextAuthOptions {
  const told = (error: unknown): never => {
    failed(error)
    throw error
  }

  return {
    secret: sessionSecret(),
    useSecureCookies: false,
    session: { strategy: 'jwt', maxAge: IDLE_SECONDS, updateAge: 0 },
    jwt: { maxAge: IDLE_SECONDS },
    pages: { signIn: '/sign-in', signOut: '/sign-in', error: '/sign-in', verifyRequest: '/sign-in' },
    cookies: staffCookies(),
    logger: {
      error: (code) => log.info('sign-in library refused', { kind: code }),
      warn: () => {},
      debug: () => {},
    },
    // The one way in is the sign-in form, which counts every try. The library keeps sessions and ends them.
    providers: [],
    callbacks: {
      jwt: async ({ token }) => {
        const claims = readClaims(token)
        const session = claims && (await findLivingSession(claims.sessionId).catch(told))
        // The library answers an error with an empty session and takes the cookie away.
        if (!session) throw new Error('The session has ended.')
        await touchSession(session.id).catch(told)

        return toTokenClaims(claims)
      },
      // What a page may know of its session comes from the server's own reads.
      session: ({ session }) => ({ expires: session.expires }),
      redirect: ({ url, baseUrl }) => (isOwnPath(url) ? `${baseUrl}${url}` : `${baseUrl}/admin`),
    },
    events: {
      signOut: async ({ token }) => {
        const claims = readClaims(token)
        if (claims) await signOutStaff(claims).catch(told)
      },
    },
  }
}

/**
 * The answer of the library to a mere read, without the end of a session in it. Whether a session counts is asked of the
 * database each time, and one that was renewed meanwhile would be lost with the cookie.
 */
export function keepSessionCookie(response: Response): Response {
  const { name } = staffCookies().sessionToken
  const lines = response.headers.getSetCookie()
  response.headers.delete('set-cookie')
  for (const line of lines) {
    const [cookie = '', value = ''] = line.split(';', 1)[0]?.split('=') ?? []
    if (!cookie.startsWith(name) || value !== '') response.headers.append('set-cookie', line)
  }

  return response
}

/** Tells whether an address is a path of the back office, and of no other host. */
export function isOwnPath(url: string): boolean {
  return /^\/admin(\/[\w/.-]*)?(\?[\w=&%.:@+-]*)?$/.test(url)
}

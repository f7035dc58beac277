import 'server-only'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { env } from '#lib/core/env.ts'
import { cookieNameAt, secretCookie } from '#lib/core/rules/own-cookie.ts'
import { sessionSecret } from './staff-token.ts'

const COOKIE = 'device'
const SECONDS = 365 * 24 * 60 * 60

function cookieName(): string {
  return cookieNameAt(env.PUBLIC_URL, COOKIE)
}

/** Bound to one address: the cookie of one account is worth nothing for another. */
function markOf(id: string, email: string): string {
  return createHmac('sha256', sessionSecret())
    .update(`device\n${id}\n${email.trim().toLowerCase()}`)
    .digest('base64url')
}

/**
 * The `Set-Cookie` value that lets a browser be known again after a whole sign-in. It opens nothing: tries from it are
 * counted apart, so that strangers who have used up the tries of an account do not keep its owner out.
 */
export function deviceCookie(email: string): string {
  const id = randomBytes(16).toString('base64url')

  return secretCookie(env.PUBLIC_URL, COOKIE, `${id}.${markOf(id, email)}`, SECONDS)
}

/** The device that a `Cookie` header shows when it is known for this address, `null` otherwise. */
export function knownDevice(cookies: string | null | undefined, email: string): string | null {
  const part = cookies?.split('; ').find((cookie) => cookie.startsWith(`${cookieName()}=`))
  const [id = '', mark = ''] = part?.slice(cookieName().length + 1).split('.') ?? []
  if (!/^[\w-]{22}$/.test(id)) return null
  const expected = Buffer.from(markOf(id, email))
  const given = Buffer.from(mark)

  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null
}

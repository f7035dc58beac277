import 'server-only'
import { cookies } from 'next/headers'
import { decode, encode } from 'next-auth/jwt'
import { cache } from 'react'
import { z } from 'zod'
import { type SecondStep, secondStepOf } from '#lib/auth/factors.ts'
import { findLivingSession, type LivingSession, type SessionPlace } from '#lib/auth/repository/staff-sessions.ts'
import { browserName, type SecondFactor } from '#lib/auth/rules/staff-account.ts'
import { env, requireSetting } from '#lib/core/env.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { cookieNameAt, cookieRulesAt, secretCookie } from '#lib/core/rules/own-cookie.ts'
import { shortenAddress } from '#lib/provider/rules/network-address.ts'

/** Returns where a request came from: a shortened network and a rough browser, never an address. */
export function placeOf(headers: Headers | Record<string, unknown> | undefined): SessionPlace & { address: string } {
  const read = (name: string) => {
    const value = headers instanceof Headers ? headers.get(name) : headers?.[name]

    return typeof value === 'string' ? value : ''
  }

  // The nearest hop writes last; whatever stands before it, the sender may have invented.
  return {
    address: shortenAddress(read('x-forwarded-for').split(',').at(-1)?.trim() ?? ''),
    browser: browserName(read('user-agent')),
  }
}

const COOKIE = 'staff'

/** The name of the cookie that carries a session of a member of staff. */
function staffCookieName(): string {
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

/** A session without any sign of life for this long has ended. */
export const IDLE_SECONDS = 30 * 60
const LONGEST_MS = 12 * 60 * 60 * 1000

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
  if (now - signedInAt > LONGEST_MS) return null

  return { staffId: sub, sessionId: sid, signedInAt }
}

/** Encrypts claims for the cookie (AES-256-GCM, one fixed algorithm), good for 30 minutes. */
export function sealClaims(claims: StaffClaims): Promise<string> {
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

// Read once per request, and in each of them: whatever has ended counts with the next one.
const currentSession = cache(async (): Promise<LivingSession | null> => {
  const token = (await cookies()).get(staffCookieName())?.value
  const claims = token ? await openClaims(token) : null
  const session = claims && (await findLivingSession(claims.sessionId))

  return session && session.staff.id === claims.staffId ? session : null
})

/**
 * The member of staff who is signed in in this browser, `null` when nobody is.
 *
 * The row is read each time: a disabled person, a changed role and an ended session count with the next request.
 */
export async function currentStaff(): Promise<StaffMember | null> {
  return (await currentAccount())?.staff ?? null
}

/** A member of staff with the session they work in, for what they do about their own account. */
export type StaffAccount = {
  kind: 'account'
  staff: StaffMember
  sessionId: string
  factor: SecondFactor
  provenAt: Date
}

/** Who is signed in in this browser, with the session itself. */
export async function currentAccount(): Promise<StaffAccount | null> {
  const session = await currentSession()
  if (!session || session.factor === null) return null

  const { id: sessionId, factor, provenAt } = session

  return { kind: 'account', staff: memberOf(session), sessionId, factor, provenAt }
}

/** Somebody who has proved a password, and nothing more: this opens nothing but the second step. */
export type HalfStaff = {
  kind: 'half'
  staff: StaffMember
  sessionId: string
  step: Exclude<SecondStep, { kind: 'none' }>
}

/** Who stands at the second step in this browser, `null` when nobody does. */
export async function currentHalf(): Promise<HalfStaff | null> {
  const session = await currentSession()
  if (!session || session.factor !== null) return null
  const step = await secondStepOf(session.staff)
  // The rule was lifted while they stood here: the password alone would do now, at sign-in.
  if (step.kind === 'none') return null

  return { kind: 'half', staff: memberOf(session), sessionId: session.id, step }
}

function memberOf({ staff }: LivingSession): StaffMember {
  return { kind: 'staff', staffId: staff.id, role: staff.role, name: staff.name, email: staff.email }
}

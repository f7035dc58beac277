import 'server-only'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { findAccountByEmail } from '#lib/auth/repository/accounts.ts'
import { findStaffByEmail, noteSignIn, type StaffRow } from '#lib/auth/repository/staff.ts'
import { addSession, endSession, type SessionPlace } from '#lib/auth/repository/staff-sessions.ts'
import type { SecondFactor } from '#lib/auth/rules/staff-account.ts'
import { sessionOfHeader, sessionSecret } from '#lib/auth/staff-cookie.ts'
import { env } from '#lib/core/env.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { cookieNameAt, secretCookie } from '#lib/core/rules/own-cookie.ts'
import { secondStepOf } from './factors.ts'
import { takeGuess } from './limits.ts'
import { passwordMatches } from './password.ts'

/** The `Cookie` header of a sign-in: by it a device is known, and a session that another one follows. */
type SessionCookies = { cookies?: string | null | undefined }

/** What somebody typed to sign in, and where they came from. */
export type SignInTry = SessionPlace & SessionCookies & { email: string; password: string; address: string }

/** A session that has begun. It opens nothing while `isWhole` is false: the second step is awaited. */
export type BegunSession = { staffId: string; sessionId: string; email: string; isWhole: boolean }

type Proven = { staff: StaffRow | null; account: Awaited<ReturnType<typeof findAccountByEmail>> }

/**
 * Returns whose password this is: somebody's who works here, a customer's, or of one who is both; `null` for everything
 * else. Unknown, disabled, without a password and wrong password answer alike and as slowly.
 *
 * Each try is counted before anything is compared. Throws `rate_limited` when the account, the network or the known device
 * has none left, whether anybody has that address or not.
 */
export async function provePassword(typed: Omit<SignInTry, 'browser'>): Promise<Proven | null> {
  const { email, password, address, cookies } = typed
  const wanted = email.trim().toLowerCase()
  const device = knownDevice(cookies, wanted)
  const guess = await takeGuess('password', { account: wanted, network: address, device })
  const [staff, account] = await Promise.all([findStaffByEmail(wanted), findAccountByEmail(wanted)])
  // Both are tried each time, so that the time tells nobody who has which.
  const [isStaff, isCustomer] = await Promise.all([
    passwordMatches(staff?.passwordHash ?? null, password),
    passwordMatches(account?.passwordHash ?? null, password),
  ])
  if (isStaff || isCustomer) {
    await guess.wasRight()

    return { staff: isStaff ? staff : null, account: isCustomer ? account : null }
  }
  const known = staff
    ? { actor: `staff:${staff.id}`, act: 'staff.sign_in_failed' as const, subject: staff.id }
    : account && { actor: `guest:${account.id}`, act: 'account.sign_in_failed' as const, subject: account.id }
  // An address that nobody has here is not written down: it may be anybody's.
  const nobody = { actor: 'anonymous', act: 'staff.sign_in_failed', subject: 'unknown' } as const
  await recordAudit({ ...(known ?? nobody), address })

  return null
}

/**
 * Begins a session for staff whose password was proved, which is half a one where a second step is asked for. The one that
 * the browser held until now ends, whoever's it was.
 */
export async function beginStaffSession(
  staff: StaffRow,
  { address, browser, cookies }: SessionPlace & SessionCookies,
): Promise<BegunSession> {
  const step = await secondStepOf(staff)

  return transaction(async (tx) => {
    await endCurrentSession(cookies, tx)
    if (step.kind === 'none') return beginSession(staff, 'none', { address, browser }, tx)
    const sessionId = await addSession({ staff, factor: null, address, browser }, tx)

    return { staffId: staff.id, sessionId, email: staff.email, isWhole: false }
  })
}

/** Ends the session of staff that the `Cookie` header of a sign-in shows: a copy of it must not outlive it. */
export async function endCurrentSession(cookies: SessionCookies['cookies'], tx: Tx): Promise<void> {
  const current = await sessionOfHeader(cookies)
  if (current) await endSession(current.staffId, current.sessionId, tx)
}

/**
 * Begins a session that opens the back office, and writes it down. `formerId` is the one that awaited the second step, or
 * that knew less: it ends, so that no cookie from before is worth anything.
 */
export async function beginSession(
  staff: StaffRow,
  factor: SecondFactor,
  place: SessionPlace & { formerId?: string },
  tx: Tx,
): Promise<BegunSession> {
  const { formerId, ...at } = place
  if (formerId) await endSession(staff.id, formerId, tx)
  await noteSignIn(staff.id, tx)
  const by = { actor: `staff:${staff.id}`, role: staff.role, ...(at.address ? { address: at.address } : {}) }
  await recordAudit({ ...by, act: 'staff.signed_in', subject: staff.id, after: { factor } }, tx)

  const sessionId = await addSession({ staff, factor, ...at }, tx)

  return { staffId: staff.id, sessionId, email: staff.email, isWhole: true }
}

/** Ends one session. A copied cookie is worth nothing after its owner has signed out; other devices stay signed in. */
export async function signOutStaff({ staffId, sessionId }: { staffId: string; sessionId: string }): Promise<void> {
  await transaction(async (tx) => {
    if (!(await endSession(staffId, sessionId, tx))) return
    await recordAudit({ actor: `staff:${staffId}`, act: 'staff.signed_out', subject: staffId }, tx)
  })
}

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
function knownDevice(cookies: string | null | undefined, email: string): string | null {
  const part = cookies?.split('; ').find((cookie) => cookie.startsWith(`${cookieName()}=`))
  const [id = '', mark = ''] = part?.slice(cookieName().length + 1).split('.') ?? []
  if (!/^[\w-]{22}$/.test(id)) return null
  const expected = Buffer.from(markOf(id, email))
  const given = Buffer.from(mark)

  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null
}

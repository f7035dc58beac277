import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { findAccountByEmail } from '#lib/db/accounts.ts'
import { recordAudit } from '#lib/db/audit.ts'
import { type Tx, transaction } from '#lib/db/client.ts'
import { findStaffByEmail, noteSignIn, type StaffRow } from '#lib/db/staff.ts'
import { addSession, endSession, type SessionPlace } from '#lib/db/staff-sessions.ts'
import type { SecondFactor } from '#lib/domain/staff-account.ts'
import { secondStepOf } from './factor-rule.ts'
import { passwordMatches } from './password.ts'
import { clearFailures, countFailure, signInDelay } from './sign-in-delay.ts'

/** What somebody typed at the door, and where they came from. */
export type SignInTry = SessionPlace & { email: string; password: string; address: string }

/** A session that has begun. It opens nothing while `isWhole` is false: the second step is awaited. */
export type BegunSession = { staffId: string; sessionId: string; isWhole: boolean }

type Proven = { staff: StaffRow | null; account: Awaited<ReturnType<typeof findAccountByEmail>> }

/**
 * Returns whose password this is: somebody's who works here, a customer's, or of one who is both; `null` for everything
 * else. Unknown, disabled, without a password and wrong password answer alike and as slowly.
 *
 * After ten failures for an address within 15 minutes each further try waits, the right one too; nobody is locked out.
 */
export async function provePassword({ email, password, address }: Omit<SignInTry, 'browser'>): Promise<Proven | null> {
  const wanted = email.trim().toLowerCase()
  await sleep(await signInDelay(wanted))
  const [staff, account] = await Promise.all([findStaffByEmail(wanted), findAccountByEmail(wanted)])
  // Both are tried each time, so that the time tells nobody who has which.
  const [isStaff, isCustomer] = await Promise.all([
    passwordMatches(staff?.passwordHash ?? null, password),
    passwordMatches(account?.passwordHash ?? null, password),
  ])
  if (isStaff || isCustomer) {
    await clearFailures(wanted)

    return { staff: isStaff ? staff : null, account: isCustomer ? account : null }
  }
  await countFailure(wanted)
  const known = staff
    ? { actor: `staff:${staff.id}`, act: 'staff.sign_in_failed' as const, subject: staff.id }
    : account && { actor: `guest:${account.id}`, act: 'account.sign_in_failed' as const, subject: account.id }
  // An address that nobody has here is not written down: it may be anybody's.
  const nobody = { actor: 'anonymous', act: 'staff.sign_in_failed', subject: 'unknown' } as const
  await recordAudit({ ...(known ?? nobody), address })

  return null
}

/** Begins a session for a member of staff who proves the password; `null` for everybody else. */
export async function signInStaff(typed: SignInTry): Promise<BegunSession | null> {
  const proven = await provePassword(typed)

  return proven?.staff ? beginStaffSession(proven.staff, typed) : null
}

/** Begins a session for staff whose password was proved, which is half a one where a second step is asked for. */
export async function beginStaffSession(staff: StaffRow, place: SessionPlace): Promise<BegunSession> {
  const { address, browser } = place
  const step = await secondStepOf(staff.id)
  if (step.kind === 'none') return transaction((tx) => beginSession(staff, 'none', { address, browser }, tx))

  return { staffId: staff.id, sessionId: await addSession({ staff, factor: null, address, browser }), isWhole: false }
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

  return { staffId: staff.id, sessionId: await addSession({ staff, factor, ...at }, tx), isWhole: true }
}

/** Ends one session. A copied cookie is worth nothing after its owner has signed out; other devices stay signed in. */
export async function signOutStaff({ staffId, sessionId }: { staffId: string; sessionId: string }): Promise<void> {
  await transaction(async (tx) => {
    if (!(await endSession(staffId, sessionId, tx))) return
    await recordAudit({ actor: `staff:${staffId}`, act: 'staff.signed_out', subject: staffId }, tx)
  })
}

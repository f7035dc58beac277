import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { recordAudit } from '#lib/db/audit.ts'
import { transaction } from '#lib/db/client.ts'
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

/**
 * Begins a session for whoever proves a password; `null` for everything else: unknown, disabled and wrong password answer
 * alike and as slowly.
 *
 * After ten failures for an address within 15 minutes each further try waits, the right one too; nobody is locked out.
 */
export async function signInStaff({ email, password, ...place }: SignInTry): Promise<BegunSession | null> {
  const wanted = email.trim().toLowerCase()
  await sleep(await signInDelay(wanted))
  const staff = await findStaffByEmail(wanted)
  const isRight = await passwordMatches(staff?.passwordHash ?? null, password)
  if (!staff || !isRight) {
    await countFailure(wanted)
    // An address that is not of staff is not written down: it may be anybody's.
    await recordAudit({
      actor: staff ? `staff:${staff.id}` : 'anonymous',
      act: 'staff.sign_in_failed',
      subject: staff?.id ?? 'unknown',
      address: place.address,
    })

    return null
  }
  await clearFailures(wanted)
  const step = await secondStepOf(staff.id)
  if (step.kind === 'none') return beginSession(staff, 'none', place)

  return { staffId: staff.id, sessionId: await addSession({ staff, factor: null, ...place }), isWhole: false }
}

/**
 * Begins a session that opens the back office, and writes it down. `formerId` is the one that awaited the second step, or
 * that knew less: it ends, so that no cookie from before is worth anything.
 */
export async function beginSession(
  staff: StaffRow,
  factor: SecondFactor,
  place: SessionPlace & { formerId?: string },
): Promise<BegunSession> {
  const { formerId, ...at } = place
  const sessionId = await transaction(async (tx) => {
    if (formerId) await endSession(staff.id, formerId, tx)
    await noteSignIn(staff.id, tx)
    const by = { actor: `staff:${staff.id}`, role: staff.role, ...(at.address ? { address: at.address } : {}) }
    await recordAudit({ ...by, act: 'staff.signed_in', subject: staff.id, after: { factor } }, tx)

    return addSession({ staff, factor, ...at }, tx)
  })

  return { staffId: staff.id, sessionId, isWhole: true }
}

/** Ends one session. A copied cookie is worth nothing after its owner has signed out; other devices stay signed in. */
export async function signOutStaff({ staffId, sessionId }: { staffId: string; sessionId: string }): Promise<void> {
  await transaction(async (tx) => {
    if (!(await endSession(staffId, sessionId, tx))) return
    await recordAudit({ actor: `staff:${staffId}`, act: 'staff.signed_out', subject: staffId }, tx)
  })
}

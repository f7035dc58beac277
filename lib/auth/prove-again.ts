import 'server-only'
import { findStaff } from '#lib/auth/repository/staff.ts'
import { renewSession } from '#lib/auth/repository/staff-sessions.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { takeGuess } from './limits.ts'
import { passwordMatches } from './password.ts'
import type { BegunSession } from './sign-in.ts'
import type { StaffAccount } from './staff-session.ts'

/**
 * Proves who works in a session by the password; it goes on under a new id. Throws `bad_input` when the password is wrong,
 * `rate_limited` after ten of those, `unauthenticated` when the session has ended meanwhile.
 */
export async function proveAgain({ staff, sessionId }: StaffAccount, password: string): Promise<BegunSession> {
  const { staffId, email } = staff
  await assertPassword(staffId, password)
  const renewed = await renewSession(sessionId)
  if (renewed === null) throw new AppError('unauthenticated', 'Nobody is known in this browser.')

  return { staffId, sessionId: renewed, email, isWhole: true }
}

/** Throws `bad_input` for `field` unless this is the password of a member of staff, and as `isPasswordOf`. */
export async function assertPassword(staffId: string, password: string, field = 'password'): Promise<void> {
  const staff = await findStaff(staffId)
  if (!staff) throw new AppError('unauthenticated', 'Nobody is known in this browser.')
  if (await isPasswordOf(staff, password)) return
  await recordAudit({ actor: `staff:${staffId}`, role: staff.role, act: 'staff.sign_in_failed', subject: staffId })
  throw wrongPassword(field)
}

/**
 * Tells whether a password is that of somebody who is signed in. Counted apart from signing in, so that strangers who try
 * an address stop nobody's work. Throws `rate_limited` after ten wrong ones.
 */
export async function isPasswordOf(
  { email, passwordHash }: { email: string; passwordHash: string | null },
  password: string,
): Promise<boolean> {
  const guess = await takeGuess('password-again', { account: email })
  const isRight = await passwordMatches(passwordHash, password)
  if (isRight) await guess.wasRight()

  return isRight
}

/** The refusal of a wrong password, for the field that it was typed into. */
export function wrongPassword(field: string): AppError {
  return new AppError('bad_input', 'The password is wrong.', { fields: [field], reason: 'wrong' })
}

import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { recordAudit } from '#lib/db/audit.ts'
import { findStaff } from '#lib/db/staff.ts'
import { noteProof } from '#lib/db/staff-sessions.ts'
import { AppError } from '#lib/domain/app-error.ts'
import { passwordMatches } from './password.ts'
import { clearFailures, countFailure, signInDelay } from './sign-in-delay.ts'
import type { StaffAccount } from './staff-session.ts'

/** Proves who works in a session by the password. Throws `bad_input` when it is wrong; failures delay as at the door. */
export async function proveAgain(account: StaffAccount, password: string): Promise<void> {
  await assertPassword(account.staff.staffId, password)
  await noteProof(account.sessionId)
}

/** Throws `bad_input` for `field` unless this is the password of a member of staff. Counted as a try at the door. */
export async function assertPassword(staffId: string, password: string, field = 'password'): Promise<void> {
  const staff = await findStaff(staffId)
  if (!staff) throw new AppError('unauthenticated', 'Nobody is known in this browser.')
  if (await isPasswordOf(staff, password)) return
  await recordAudit({ actor: `staff:${staffId}`, role: staff.role, act: 'staff.sign_in_failed', subject: staffId })
  throw wrongPassword(field)
}

/** Tells whether a password is that of somebody. Counted as a try at the door, and delayed as one. */
export async function isPasswordOf(
  { email, passwordHash }: { email: string; passwordHash: string | null },
  password: string,
): Promise<boolean> {
  await sleep(await signInDelay(email))
  const isRight = await passwordMatches(passwordHash, password)
  await (isRight ? clearFailures(email) : countFailure(email))

  return isRight
}

/** The refusal of a wrong password, for the field that it was typed into. */
export function wrongPassword(field: string): AppError {
  return new AppError('bad_input', 'The password is wrong.', { fields: [field], reason: 'wrong' })
}

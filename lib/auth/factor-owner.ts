import 'server-only'
import type { HalfCustomer, SignedInCustomer } from '#lib/auth/customer-session.ts'
import { takeGuess } from '#lib/auth/limits.ts'
import { passwordMatches } from '#lib/auth/password.ts'
import { queueAccountMail } from '#lib/auth/repository/accounts.ts'
import { findStaff } from '#lib/auth/repository/staff.ts'
import { renewSession } from '#lib/auth/repository/staff-sessions.ts'
import type { FactorHolder } from '#lib/auth/rules/factors.ts'
import type { BegunSession } from '#lib/auth/sign-in.ts'
import type { HalfStaff, StaffAccount } from '#lib/auth/staff-session.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import type { Tx } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import type { AuditEventName } from '#lib/core/rules/audit-events.ts'
import type { StaffRole } from '#lib/core/rules/caller.ts'
import type { AccountChange } from '#lib/mail/rules/mail-kinds.ts'

/** Somebody who has second factors or may add some, before or behind the second step. */
export type FactorCaller = StaffAccount | HalfStaff | SignedInCustomer | HalfCustomer

/** How somebody who has second factors is known, and what of theirs is written down. */
type FactorOwner = { holder: FactorHolder; id: string; email: string; name: string; role: StaffRole | null }

/** Returns who somebody is to their second factors. */
export function ownerOf(caller: FactorCaller): FactorOwner {
  if ('staff' in caller) {
    const { staffId, email, name, role } = caller.staff

    return { holder: { staffId }, id: staffId, email, name, role }
  }
  const { accountId, email, name } = caller

  return { holder: { accountId }, id: accountId, email, name: name === '' ? email : name, role: null }
}

type FactorAction = 'factor_added' | 'factor_removed' | 'recovery_codes_made' | 'second_step_failed'

type Noted = { act: FactorAction; address?: string | null; after?: { factor: string }; mail?: AccountChange }

/** Writes down what happened to somebody's second factors. A customer is told by mail, in case it was not them. */
export async function noteFactor(caller: FactorCaller, { act, address, after, mail }: Noted, tx?: Tx): Promise<void> {
  const { id, role } = ownerOf(caller)
  const area = role === null ? 'account' : 'staff'
  const event = {
    actor: `${role === null ? 'guest' : 'staff'}:${id}`,
    act: `${area}.${act}` satisfies AuditEventName as AuditEventName,
    subject: id,
    ...(role ? { role } : {}),
    ...(address ? { address } : {}),
    ...(after ? { after } : {}),
  }
  await recordAudit(event, tx)
  if (role === null && mail && tx) await queueAccountMail({ kind: 'account_changed', accountId: id, change: mail }, tx)
}

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

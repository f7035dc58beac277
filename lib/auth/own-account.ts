import 'server-only'
import { lockHolder } from '#lib/auth/repository/factors.ts'
import { setName, setPassword } from '#lib/auth/repository/staff.ts'
import {
  endOtherSessions,
  endSession,
  findLivingSession,
  type SessionPlace,
} from '#lib/auth/repository/staff-sessions.ts'
import { passwordProblem } from '#lib/auth/rules/password-rule.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import type { AuditEventName } from '#lib/core/rules/audit-events.ts'
import { assertPassword } from './factor-owner.ts'
import { hashPassword } from './password.ts'
import { type BegunSession, beginSession } from './sign-in.ts'
import type { StaffAccount } from './staff-session.ts'

/** Gives the caller another name. */
export async function rename({ staff }: StaffAccount, name: string): Promise<void> {
  await transaction(async (tx) => {
    await setName(staff.staffId, name, tx)
    await note(staff, 'staff.renamed', tx)
  })
}

/**
 * Changes the caller's password and ends every session; the one in hand goes on under a new token.
 *
 * Throws `bad_input` naming `current` when the old password is wrong, or `password` with the reason it is refused.
 */
export async function changePassword(
  account: StaffAccount,
  input: { current: string; password: string },
  place: SessionPlace,
): Promise<BegunSession> {
  const { staff } = account
  const problem = passwordProblem(input.password, staff)
  if (problem) throw new AppError('bad_input', 'The password is refused.', { fields: ['password'], reason: problem })
  await assertPassword(staff.staffId, input.current, 'current')
  const passwordHash = await hashPassword(input.password)

  return transaction(async (tx) => {
    await lockHolder({ staffId: staff.staffId }, tx)
    if (!(await findLivingSession(account.sessionId, new Date(), tx))) throw nobody()
    const changed = await setPassword(staff.staffId, passwordHash, tx)
    if (!changed) throw nobody()
    await note(staff, 'staff.password_changed', tx)

    return beginSession(changed, account.factor, { ...place, formerId: account.sessionId }, tx)
  })
}

function nobody(): AppError {
  return new AppError('unauthenticated', 'Nobody is known in this browser.')
}

/** Ends one session of the caller. Throws `not_found` when they have none of this id. */
export async function endOwnSession({ staff }: StaffAccount, sessionId: string): Promise<void> {
  await transaction(async (tx) => {
    if (!(await endSession(staff.staffId, sessionId, tx))) throw new AppError('not_found', 'There is no such session.')
    await note(staff, 'staff.sessions_ended', tx)
  })
}

/** Ends every session of the caller but the one in hand. Returns how many. */
export async function endOwnOtherSessions({ staff, sessionId }: StaffAccount): Promise<number> {
  return transaction(async (tx) => {
    const count = await endOtherSessions(staff.staffId, sessionId, tx)
    if (count > 0) await note(staff, 'staff.sessions_ended', tx)

    return count
  })
}

function note({ staffId, role }: StaffAccount['staff'], action: AuditEventName, tx: Tx): Promise<void> {
  return recordAudit({ actor: `staff:${staffId}`, role, act: action, subject: staffId }, tx)
}

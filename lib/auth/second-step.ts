import 'server-only'
import { recordAudit } from '#lib/db/audit.ts'
import { findStaff } from '#lib/db/staff.ts'
import { findTotpSecret, spendRecoveryCode, spendStep } from '#lib/db/staff-factors.ts'
import type { SessionPlace } from '#lib/db/staff-sessions.ts'
import { AppError } from '#lib/domain/app-error.ts'
import { readRecoveryCode } from '#lib/domain/recovery-code.ts'
import type { SecondFactor } from '#lib/domain/staff-account.ts'
import { clearTries, countTry } from './attempt-counts.ts'
import { type BegunSession, beginSession } from './sign-in.ts'
import type { HalfStaff } from './staff-session.ts'
import { stepOfCode } from './totp.ts'

/**
 * Passes the second step with a code of the authenticator app, or a recovery code: each of them works once.
 *
 * Throws `bad_input` for a wrong or used code, and `rate_limited` after 20 tries of one person within 15 minutes.
 */
export async function passSecondStep(half: HalfStaff, typed: string, place: SessionPlace): Promise<BegunSession> {
  const { staffId } = half.staff
  const wait = await countTry('second-step', staffId)
  if (wait !== null) throw new AppError('rate_limited', 'Too many codes.', { retryAfterSeconds: wait })
  const factor = await spendCode(staffId, typed.trim())
  if (factor) return finishSecondStep(half, factor, place)
  await noteFailedStep(staffId, place)
  throw new AppError('bad_input', 'The code is wrong, or was used.', { fields: ['code'] })
}

/** Begins the whole session of somebody who has passed the second step. Throws `unauthenticated` when they were disabled. */
export async function finishSecondStep(
  half: HalfStaff,
  factor: SecondFactor,
  place: SessionPlace,
): Promise<BegunSession> {
  const staff = await findStaff(half.staff.staffId)
  if (!staff) throw new AppError('unauthenticated', 'Nobody is known in this browser.')
  await clearTries('second-step', staff.id)

  return beginSession(staff, factor, { ...place, formerId: half.sessionId })
}

/** Writes down that the second step was not passed. */
export async function noteFailedStep(staffId: string, { address }: SessionPlace): Promise<void> {
  await recordAudit({
    actor: `staff:${staffId}`,
    act: 'staff.second_step_failed',
    subject: staffId,
    ...(address ? { address } : {}),
  })
}

async function spendCode(staffId: string, typed: string): Promise<SecondFactor | null> {
  const digits = typed.replaceAll(/\s/g, '')
  if (/^\d{6}$/.test(digits)) {
    const secret = await findTotpSecret(staffId)
    const step = secret && stepOfCode(secret, digits)

    return step && (await spendStep(staffId, step)) ? 'totp' : null
  }
  const code = readRecoveryCode(typed)

  return code && (await spendRecoveryCode(staffId, code)) ? 'recovery' : null
}

import 'server-only'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { recordAudit } from '#lib/db/audit.ts'
import { findStaff } from '#lib/db/staff.ts'
import type { SessionPlace } from '#lib/db/staff-sessions.ts'
import { AppError } from '#lib/domain/app-error.ts'
import { provePasskey } from './passkeys.ts'
import { finishSecondStep, noteFailedStep } from './second-step.ts'
import { type BegunSession, beginSession } from './sign-in.ts'
import type { HalfStaff } from './staff-session.ts'

/** Passes the second step with a passkey of the person who stands there. Throws `bad_input`. */
export async function passWithPasskey(
  half: HalfStaff,
  response: AuthenticationResponseJSON,
  place: SessionPlace,
): Promise<BegunSession> {
  if (await provePasskey(half.staff.staffId, response)) return finishSecondStep(half, 'passkey', place)
  await noteFailedStep(half.staff.staffId, place)
  throw new AppError('bad_input', 'The passkey does not fit.', { fields: ['response'] })
}

/**
 * Signs in with a passkey alone: it is something one has, opened by what one is or knows, so it is both steps at once.
 *
 * Throws `bad_input` for unknown, foreign and disabled alike.
 */
export async function signInWithPasskey(
  response: AuthenticationResponseJSON,
  place: SessionPlace,
): Promise<BegunSession> {
  const staffId = await provePasskey(null, response)
  const staff = staffId && (await findStaff(staffId))
  if (staff) return beginSession(staff, 'passkey', place)
  await recordAudit({
    actor: 'anonymous',
    act: 'staff.sign_in_failed',
    subject: staffId ?? 'unknown',
    ...(place.address ? { address: place.address } : {}),
  })
  throw new AppError('bad_input', 'The passkey does not fit.', { fields: ['response'] })
}

import 'server-only'
import { recordAudit } from '#lib/db/audit.ts'
import { findStaff } from '#lib/db/staff.ts'
import type { SessionPlace } from '#lib/db/staff-sessions.ts'
import { AppError } from '#lib/domain/app-error.ts'
import { holderId } from '#lib/domain/factor-holder.ts'
import { beginByPasskey, type Held } from './customer-sign-in.ts'
import { provePasskey, type SignedAnswer } from './passkey-proof.ts'
import type { SignedIn } from './password-sign-in.ts'
import { beginSession } from './sign-in.ts'

/**
 * Signs in with a passkey alone: it is something one has, opened by what one is or knows, so it is both steps at once.
 *
 * Throws `bad_input` for unknown, foreign and disabled alike.
 */
export async function signInWithPasskey(
  response: SignedAnswer,
  place: SessionPlace,
  held: Held = null,
): Promise<SignedIn> {
  const holder = await provePasskey(null, response)
  if (holder && 'staffId' in holder) {
    const staff = await findStaff(holder.staffId)
    if (staff) return { kind: 'staff', begun: await beginSession(staff, 'passkey', place) }
  }
  if (holder && 'accountId' in holder) {
    const token = await beginByPasskey(holder.accountId, place, held)
    if (token !== null) return { kind: 'customer', token }
  }
  await recordAudit({
    actor: 'anonymous',
    act: 'staff.sign_in_failed',
    subject: holder ? holderId(holder) : 'unknown',
    ...(place.address ? { address: place.address } : {}),
  })
  throw new AppError('bad_input', 'The passkey does not fit.', { fields: ['response'] })
}

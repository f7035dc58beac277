import 'server-only'
import { beginByPasskey, beginByPassword, type CurrentSession } from '#lib/auth/customer-sign-in.ts'
import { provePasskey, type SignedAnswer, type SignedPasskey } from '#lib/auth/passkey-proof.ts'
import { lockHolder } from '#lib/auth/repository/factors.ts'
import { findStaff } from '#lib/auth/repository/staff.ts'
import type { SessionPlace } from '#lib/auth/repository/staff-sessions.ts'
import { holderId } from '#lib/auth/rules/factors.ts'
import {
  type BegunSession,
  beginSession,
  beginStaffSession,
  endCurrentSession,
  provePassword,
  type SignInTry,
} from '#lib/auth/sign-in.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'

/** Who has come in by the one sign-in form, and what their browser is given. */
export type SignedIn = { kind: 'staff'; begun: BegunSession } | { kind: 'customer'; token: string }

/**
 * Signs in with address and password, whoever it is: those who work here before the customer of the same address and
 * password. `null` when they do not fit.
 */
export async function signInByPassword(typed: SignInTry, current: CurrentSession): Promise<SignedIn | null> {
  const proven = await provePassword(typed)
  if (proven?.staff) return { kind: 'staff', begun: await beginStaffSession(proven.staff, typed) }
  if (!proven?.account) return null
  const { address, browser } = typed
  const token = await beginByPassword(proven.account, { address, browser }, current)

  return token === null ? null : { kind: 'customer', token }
}

/**
 * Signs in with a passkey alone: it is something one has, opened by what one is or knows, so it is both steps at once.
 *
 * Throws `bad_input` for unknown, removed, foreign and disabled alike.
 */
export async function signInWithPasskey(
  response: SignedAnswer,
  place: SessionPlace & { cookies?: string | null },
  current: CurrentSession = null,
): Promise<SignedIn> {
  const signed = await provePasskey(null, response)
  const signedIn = signed && (await begin(signed, place, current))
  if (signedIn) return signedIn
  await recordAudit({
    actor: 'anonymous',
    act: 'staff.sign_in_failed',
    subject: signed ? holderId(signed.holder) : 'unknown',
    ...(place.address ? { address: place.address } : {}),
  })
  throw new AppError('bad_input', 'The passkey does not fit.', { fields: ['response'] })
}

// The passkey is spent under the lock that its removal takes: of the two, one comes first.
async function begin(
  signed: SignedPasskey,
  { cookies, ...place }: SessionPlace & { cookies?: string | null },
  current: CurrentSession,
): Promise<SignedIn | null> {
  const { holder } = signed

  return transaction(async (tx) => {
    await lockHolder(holder, tx)
    if (!(await signed.spend(tx))) return null
    if ('accountId' in holder) {
      return { kind: 'customer', token: await beginByPasskey(holder.accountId, place, current, tx) }
    }
    const staff = await findStaff(holder.staffId, tx)

    if (!staff) return null
    await endCurrentSession(cookies, tx)

    return { kind: 'staff', begun: await beginSession(staff, 'passkey', place, tx) }
  })
}

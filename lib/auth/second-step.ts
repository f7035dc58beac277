import 'server-only'
import { findTotpSecret, spendRecoveryCode, spendStep } from '#lib/db/factors.ts'
import { findLivingSession, type SessionPlace } from '#lib/db/staff-sessions.ts'
import { AppError } from '#lib/domain/app-error.ts'
import type { FactorHolder } from '#lib/domain/factor-holder.ts'
import { readRecoveryCode } from '#lib/domain/recovery-code.ts'
import type { SecondFactor } from '#lib/domain/staff-account.ts'
import type { HalfCustomer } from './account-session.ts'
import { clearTries, countTry } from './attempt-counts.ts'
import { noteFactor, ownerOf } from './factor-owner.ts'
import { provePasskey, type SignedAnswer } from './passkey-proof.ts'
import { type BegunSession, beginSession } from './sign-in.ts'
import type { HalfStaff } from './staff-session.ts'
import { stepOfCode } from './totp.ts'

type Half = HalfStaff | HalfCustomer

/**
 * Tells which factor a typed code is: one of the authenticator app, or a recovery code. Each of them works once.
 *
 * Throws `bad_input` for a wrong or used code, and `rate_limited` after 20 tries of one person within 15 minutes.
 */
export async function proveByCode(half: Half, typed: string, place: SessionPlace): Promise<SecondFactor> {
  const { holder, id } = ownerOf(half)
  const wait = await countTry('second-step', id)
  if (wait !== null) throw new AppError('rate_limited', 'Too many codes.', { retryAfterSeconds: wait })
  const factor = await spendCode(holder, typed.trim())
  if (!factor) {
    await noteFactor(half, { act: 'second_step_failed', address: place.address })
    throw new AppError('bad_input', 'The code is wrong, or was used.', { fields: ['code'] })
  }
  await clearTries('second-step', id)

  return factor
}

/** Throws `bad_input` unless a passkey of the person who stands at the second step has signed our question. */
export async function proveByPasskey(half: Half, response: SignedAnswer, place: SessionPlace): Promise<'passkey'> {
  const { holder, id } = ownerOf(half)
  if (!(await provePasskey(holder, response))) {
    await noteFactor(half, { act: 'second_step_failed', address: place.address })
    throw new AppError('bad_input', 'The passkey does not fit.', { fields: ['response'] })
  }
  await clearTries('second-step', id)

  return 'passkey'
}

/** Passes the second step of staff with a code. Throws as `proveByCode`. */
export async function passSecondStep(half: HalfStaff, typed: string, place: SessionPlace): Promise<BegunSession> {
  return finishSecondStep(half, await proveByCode(half, typed, place), place)
}

/** Passes the second step of staff with a passkey. Throws as `proveByPasskey`. */
export async function passWithPasskey(
  half: HalfStaff,
  response: SignedAnswer,
  place: SessionPlace,
): Promise<BegunSession> {
  return finishSecondStep(half, await proveByPasskey(half, response, place), place)
}

/** Begins the whole session of somebody who has passed the second step. Throws `unauthenticated` when the half one has ended. */
export async function finishSecondStep(
  half: HalfStaff,
  factor: SecondFactor,
  place: SessionPlace,
): Promise<BegunSession> {
  const session = await findLivingSession(half.sessionId)
  if (!session) throw new AppError('unauthenticated', 'Nobody is known in this browser.')

  return beginSession(session.staff, factor, { ...place, formerId: half.sessionId })
}

async function spendCode(holder: FactorHolder, typed: string): Promise<SecondFactor | null> {
  const digits = typed.replaceAll(/\s/g, '')
  if (/^\d{6}$/.test(digits)) {
    const secret = await findTotpSecret(holder)
    const step = secret && stepOfCode(secret, digits)

    return step && (await spendStep(holder, step)) ? 'totp' : null
  }
  const code = readRecoveryCode(typed)

  return code && (await spendRecoveryCode(holder, code)) ? 'recovery' : null
}

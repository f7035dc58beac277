import 'server-only'
import { findTotpSecret, lockHolder, spendRecoveryCode, spendStep } from '#lib/auth/repository/factors.ts'
import { findLivingSession, type SessionPlace } from '#lib/auth/repository/staff-sessions.ts'
import { type FactorHolder, readRecoveryCode } from '#lib/auth/rules/factors.ts'
import type { SecondFactor } from '#lib/auth/rules/staff-account.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import type { HalfCustomer } from './customer-session.ts'
import { noteFactor, ownerOf } from './factor-owner.ts'
import { stepOfCode } from './factors.ts'
import { type Guess, takeGuess } from './limits.ts'
import { provePasskey, type SignedAnswer } from './passkey-proof.ts'
import { type BegunSession, beginSession } from './sign-in.ts'
import type { HalfStaff } from './staff-session.ts'

type Half = HalfStaff | HalfCustomer

/** What somebody shows at the second step. It counts when `spend` says so, inside the transaction that it opens the door in. */
export type Shown = { field: 'code' | 'response'; guess?: Guess; spend: (tx: Tx) => Promise<SecondFactor | null> }

/**
 * A typed code: one of the authenticator app, or a recovery code. Each of them works once.
 *
 * Throws `rate_limited` after ten wrong ones of one person within 15 minutes, or of one network within a minute.
 */
export async function codeShown(half: Half, typed: string, { address }: SessionPlace): Promise<Shown> {
  const { holder, id } = ownerOf(half)
  const guess = await takeGuess('second-factor', { account: id, ...(address ? { network: address } : {}) })

  return { field: 'code', guess, spend: (tx) => spendCode(holder, typed.trim(), tx) }
}

/** The answer of a passkey of the person who stands at the second step. */
export async function passkeyShown(half: Half, response: SignedAnswer): Promise<Shown> {
  const signed = await provePasskey(ownerOf(half).holder, response)

  return { field: 'response', spend: async (tx) => (signed && (await signed.spend(tx)) ? 'passkey' : null) }
}

/**
 * Spends what is shown and opens the door in one transaction, under the lock that the removal of a factor takes: what has
 * just been removed opens nothing.
 *
 * Throws `bad_input` for what is wrong, removed or used.
 */
export async function passStep<Begun extends string | object>(
  half: Half,
  { field, guess, spend }: Shown,
  place: SessionPlace,
  begin: (factor: SecondFactor, tx: Tx) => Promise<Begun>,
): Promise<Begun> {
  const { holder } = ownerOf(half)
  const begun = await transaction(async (tx) => {
    await lockHolder(holder, tx)
    const factor = await spend(tx)

    return factor && begin(factor, tx)
  })
  if (!begun) {
    await noteFactor(half, { act: 'second_step_failed', address: place.address })
    throw new AppError('bad_input', 'What was shown is wrong, or was used.', { fields: [field] })
  }
  await guess?.wasRight()

  return begun
}

/** Passes the second step of staff with a code. Throws as `codeShown` and `passStep`. */
export async function passSecondStep(half: HalfStaff, typed: string, place: SessionPlace): Promise<BegunSession> {
  return finish(half, await codeShown(half, typed, place), place)
}

/** Passes the second step of staff with a passkey. Throws as `passStep`. */
export async function passWithPasskey(
  half: HalfStaff,
  response: SignedAnswer,
  place: SessionPlace,
): Promise<BegunSession> {
  return finish(half, await passkeyShown(half, response), place)
}

function finish(half: HalfStaff, shown: Shown, place: SessionPlace): Promise<BegunSession> {
  return passStep(half, shown, place, (factor, tx) => finishSecondStep(half, factor, place, tx))
}

/** Begins the whole session of somebody who has passed the second step. Throws `unauthenticated` when the half one has ended. */
export async function finishSecondStep(
  half: HalfStaff,
  factor: SecondFactor,
  place: SessionPlace,
  tx: Tx,
): Promise<BegunSession> {
  const session = await findLivingSession(half.sessionId, new Date(), tx)
  if (!session) throw new AppError('unauthenticated', 'Nobody is known in this browser.')

  return beginSession(session.staff, factor, { ...place, formerId: half.sessionId }, tx)
}

async function spendCode(holder: FactorHolder, typed: string, tx: Tx): Promise<SecondFactor | null> {
  const digits = typed.replaceAll(/\s/g, '')
  if (/^\d{6}$/.test(digits)) {
    const secret = await findTotpSecret(holder, tx)
    const step = secret && stepOfCode(secret, digits)

    return step && (await spendStep(holder, step, tx)) ? 'totp' : null
  }
  const code = readRecoveryCode(typed)

  return code && (await spendRecoveryCode(holder, code, tx)) ? 'recovery' : null
}

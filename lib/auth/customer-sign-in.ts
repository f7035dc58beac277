import 'server-only'
import { addAccountSession, endAccountSession } from '#lib/db/account-sessions.ts'
import { proveAccount } from '#lib/db/accounts.ts'
import { recordAudit } from '#lib/db/audit.ts'
import { type Tx, transaction } from '#lib/db/client.ts'
import { findFactors } from '#lib/db/factors.ts'
import { spendToken } from '#lib/db/once-tokens.ts'
import type { SessionPlace } from '#lib/db/staff-sessions.ts'
import { AppError } from '#lib/domain/app-error.ts'
import type { AccountProof, SecondFactor } from '#lib/domain/staff-account.ts'
import type { HalfCustomer } from './account-session.ts'
import type { SignedAnswer } from './passkey-proof.ts'
import { proveByCode, proveByPasskey } from './second-step.ts'

/** The customer's session that the browser held until now: it ends, whoever's it was. */
export type Held = { accountId: string; sessionId: string } | null

/**
 * Begins a session for the bearer of a mailed link, which proves the address; orders that were made with it are theirs from
 * now on. Whoever has a second factor is asked for it next.
 *
 * Resolves with the token of the session. Throws `gone` for a link that was used, is over or unknown.
 */
export async function signInByLink(token: string, place: SessionPlace, held: Held): Promise<string> {
  return transaction(async (tx) => {
    const accountId = await spendToken('account_sign_in', token, tx)
    const account = accountId === null ? null : await proveAccount(accountId, tx)
    if (!account) throw new AppError('gone', 'This link was used, is over or unknown.')

    return beginAtTheDoor(account.id, 'link', place, held, tx)
  })
}

/** Begins a session of whoever has proved one thing: half a one where the customer has a second factor. */
export async function beginAtTheDoor(
  accountId: string,
  proof: AccountProof,
  place: SessionPlace,
  held: Held,
  tx?: Tx,
): Promise<string> {
  const { hasTotp, passkeys } = await findFactors({ accountId }, tx)
  const factor = hasTotp || passkeys > 0 ? null : 'none'

  return beginCustomerSession(accountId, { factor, proof, ...place }, held, tx)
}

type NewSession = SessionPlace & { factor: SecondFactor | null; proof: AccountProof }

/** Begins a session of a customer and ends the one that the browser held. Returns its token. */
export async function beginCustomerSession(
  accountId: string,
  session: NewSession,
  held: Held,
  outer?: Tx,
): Promise<string> {
  const begin = async (tx: Tx) => {
    if (held) await endAccountSession(held.accountId, held.sessionId, tx)
    // Half a session is no sign-in yet.
    if (session.factor !== null) {
      const { factor, address } = session
      const by = { actor: `guest:${accountId}`, subject: accountId, ...(address ? { address } : {}) }
      await recordAudit({ ...by, act: 'account.signed_in', after: { factor } }, tx)
    }

    return addAccountSession(accountId, session, tx)
  }

  return outer ? begin(outer) : transaction(begin)
}

/** Passes the second step of a customer with a code. Returns the token of the whole session. Throws as `proveByCode`. */
export async function passCustomerStep(half: HalfCustomer, typed: string, place: SessionPlace): Promise<string> {
  return finish(half, await proveByCode(half, typed, place), place)
}

/** Passes the second step of a customer with a passkey. Throws as `proveByPasskey`. */
export async function passCustomerStepByPasskey(
  half: HalfCustomer,
  response: SignedAnswer,
  place: SessionPlace,
): Promise<string> {
  return finish(half, await proveByPasskey(half, response, place), place)
}

function finish(half: HalfCustomer, factor: SecondFactor, place: SessionPlace): Promise<string> {
  return beginCustomerSession(half.accountId, { factor, proof: half.proof, ...place }, half)
}

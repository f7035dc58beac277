import 'server-only'
import { addAccountSession, endAccountSession } from '#lib/auth/repository/account-sessions.ts'
import { lockAccount, proveAccount } from '#lib/auth/repository/accounts.ts'
import { findFactors } from '#lib/auth/repository/factors.ts'
import { spendToken } from '#lib/auth/repository/once-tokens.ts'
import type { SessionPlace } from '#lib/auth/repository/staff-sessions.ts'
import { type AccountProof, hasFactor, type SecondFactor } from '#lib/auth/rules/staff-account.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import type { HalfCustomer } from './account-session.ts'
import type { SignedAnswer } from './passkey-proof.ts'
import { codeShown, passkeyShown, passStep, type Shown } from './second-step.ts'

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
    await lockAccount(account.id, tx)

    return beginSession(account.id, 'link', place, held, tx)
  })
}

/**
 * Begins a session of whoever has just typed the password of an account. `null` when it was changed since it was compared:
 * that change ends every session, and this one with them.
 */
export async function beginByPassword(
  account: { id: string; passwordHash: string | null },
  place: SessionPlace,
  held: Held,
): Promise<string | null> {
  return transaction(async (tx) => {
    const now = await lockAccount(account.id, tx)

    return now?.passwordHash === account.passwordHash ? beginSession(account.id, 'password', place, held, tx) : null
  })
}

// Whoever has proved one thing gets half a session where the customer has a second factor.
async function beginSession(
  accountId: string,
  proof: AccountProof,
  place: SessionPlace,
  held: Held,
  tx: Tx,
): Promise<string> {
  const factor = hasFactor(await findFactors({ accountId }, tx)) ? null : 'none'

  return begin(accountId, { factor, proof, ...place }, held, tx)
}

/** Begins a session of whoever signs in with a passkey, which is both steps at once and was spent under the account's lock. */
export function beginByPasskey(accountId: string, place: SessionPlace, held: Held, tx: Tx): Promise<string> {
  return begin(accountId, { factor: 'passkey', proof: 'passkey', ...place }, held, tx)
}

/** Passes the second step of a customer with a code. Returns the token of the whole session. Throws as `passStep`. */
export async function passCustomerStep(half: HalfCustomer, typed: string, place: SessionPlace): Promise<string> {
  return finish(half, await codeShown(half, typed, place), place)
}

/** Passes the second step of a customer with a passkey. Throws as `passStep`. */
export async function passCustomerStepByPasskey(
  half: HalfCustomer,
  response: SignedAnswer,
  place: SessionPlace,
): Promise<string> {
  return finish(half, await passkeyShown(half, response), place)
}

function finish(half: HalfCustomer, shown: Shown, place: SessionPlace): Promise<string> {
  const { accountId, sessionId, proof } = half

  return passStep(half, shown, place, async (factor, tx) => {
    // Signed out everywhere, or lifted by staff, while the code was on its way.
    if (!(await endAccountSession(accountId, sessionId, tx))) {
      throw new AppError('unauthenticated', 'This sign-in has ended.')
    }

    return begin(accountId, { factor, proof, ...place }, null, tx)
  })
}

type NewSession = SessionPlace & { factor: SecondFactor | null; proof: AccountProof }

// Ends the session that the browser held, whoever's it was.
async function begin(accountId: string, session: NewSession, held: Held, tx: Tx): Promise<string> {
  if (held) await endAccountSession(held.accountId, held.sessionId, tx)
  // Half a session is no sign-in yet.
  if (session.factor !== null) {
    const { factor, address } = session
    const by = { actor: `guest:${accountId}`, subject: accountId, ...(address ? { address } : {}) }
    await recordAudit({ ...by, act: 'account.signed_in', after: { factor } }, tx)
  }

  return addAccountSession(accountId, session, tx)
}

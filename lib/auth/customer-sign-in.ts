import 'server-only'
import type { HalfCustomer, SignedInCustomer } from '#lib/auth/customer-session.ts'
import { isPasswordOf, wrongPassword } from '#lib/auth/factor-owner.ts'
import type { SignedAnswer } from '#lib/auth/passkey-proof.ts'
import { hashPassword } from '#lib/auth/password.ts'
import {
  addAccountSession,
  endAccountSession,
  endAccountSessions,
  renewAccountSession,
} from '#lib/auth/repository/account-sessions.ts'
import {
  findAccount,
  findPasswordHash,
  lockAccount,
  proveAccount,
  queueAccountMail,
  setAccountPassword,
} from '#lib/auth/repository/accounts.ts'
import { findFactors } from '#lib/auth/repository/factors.ts'
import { findTokenSubject, spendToken } from '#lib/auth/repository/links.ts'
import type { SessionPlace } from '#lib/auth/repository/staff-sessions.ts'
import { assertFreshProof } from '#lib/auth/rules/factors.ts'
import { passwordProblem } from '#lib/auth/rules/password-rule.ts'
import { type AccountProof, hasFactor, type SecondFactor } from '#lib/auth/rules/staff-account.ts'
import { codeShown, passkeyShown, passStep, type Shown } from '#lib/auth/second-step.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import type { AccountChange } from '#lib/mail/rules/mail-kinds.ts'

/** The customer's session that the browser held until now: it ends, whoever's it was. */
export type CurrentSession = { accountId: string; sessionId: string } | null

/**
 * Begins a session for the bearer of a mailed link, which proves the address; orders that were made with it are theirs from
 * now on. Whoever has a second factor is asked for it next.
 *
 * Resolves with the token of the session. Throws `gone` for a link that was used, is over or unknown.
 */
export async function signInByLink(token: string, place: SessionPlace, current: CurrentSession): Promise<string> {
  return transaction(async (tx) => {
    const accountId = await spendToken('account_sign_in', token, tx)
    const account = accountId === null ? null : await proveAccount(accountId, tx)
    if (!account) throw new AppError('gone', 'This link was used, is over or unknown.')
    await lockAccount(account.id, tx)

    return beginSession(account.id, 'link', place, current, tx)
  })
}

/**
 * Begins a session of whoever has just typed the password of an account. `null` when it was changed since it was compared:
 * that change ends every session, and this one with them.
 */
export async function beginByPassword(
  account: { id: string; passwordHash: string | null },
  place: SessionPlace,
  current: CurrentSession,
): Promise<string | null> {
  return transaction(async (tx) => {
    const now = await lockAccount(account.id, tx)

    return now?.passwordHash === account.passwordHash ? beginSession(account.id, 'password', place, current, tx) : null
  })
}

// Whoever has proved one thing gets half a session where the customer has a second factor.
async function beginSession(
  accountId: string,
  proof: AccountProof,
  place: SessionPlace,
  current: CurrentSession,
  tx: Tx,
): Promise<string> {
  const factor = hasFactor(await findFactors({ accountId }, tx)) ? null : 'none'

  return begin(accountId, { factor, proof, ...place }, current, tx)
}

/** Begins a session of whoever signs in with a passkey, which is both steps at once and was spent under the account's lock. */
export function beginByPasskey(
  accountId: string,
  place: SessionPlace,
  current: CurrentSession,
  tx: Tx,
): Promise<string> {
  return begin(accountId, { factor: 'passkey', proof: 'passkey', ...place }, current, tx)
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
async function begin(accountId: string, session: NewSession, current: CurrentSession, tx: Tx): Promise<string> {
  if (current) await endAccountSession(current.accountId, current.sessionId, tx)
  // Half a session is no sign-in yet.
  if (session.factor !== null) {
    const { factor, address } = session
    const by = { actor: `guest:${accountId}`, subject: accountId, ...(address ? { address } : {}) }
    await recordAudit({ ...by, act: 'account.signed_in', after: { factor } }, tx)
  }

  return addAccountSession(accountId, session, tx)
}

/**
 * Sets the caller's password and ends every other session. Who has one types it; the first one asks for a session that a
 * mailed link has just begun, because whoever holds the mailbox is the owner.
 *
 * Throws `bad_input` naming `current` or `password`, `forbidden` with `reason: 'prove_again'`, `conflict` when it was
 * changed meanwhile.
 */
export async function setOwnPassword(
  caller: SignedInCustomer,
  input: { current: string; password: string },
): Promise<void> {
  const former = await findPasswordHash(caller.accountId)
  if (former === null) assertMailProof(caller)
  assertAllowed(input.password, caller)
  if (former !== null) await assertOwnPassword(caller, former, { typed: input.current, field: 'current' })
  const change = former === null ? 'password_set' : 'password_changed'
  await store(caller, { former, hash: await hashPassword(input.password) }, change)
}

/** Takes the caller's password away; a mailed link signs in as before. Throws as `setOwnPassword`, `conflict` without one. */
export async function removeOwnPassword(caller: SignedInCustomer, current: string): Promise<void> {
  const former = await findPasswordHash(caller.accountId)
  if (former === null) throw new AppError('conflict', 'There is no password.')
  await assertOwnPassword(caller, former, { typed: current, field: 'current' })
  await store(caller, { former, hash: null }, 'password_removed')
}

/**
 * Proves by the password who works in a session; it goes on under the token returned. Throws `bad_input` when the password
 * is wrong, `rate_limited` after ten of those, `unauthenticated` when the session has ended meanwhile.
 */
export async function proveCustomerAgain(caller: SignedInCustomer, password: string): Promise<string> {
  await assertOwnPassword(caller, await findPasswordHash(caller.accountId), { typed: password, field: 'password' })
  const token = await renewAccountSession(caller.sessionId, 'password')
  if (token === null) throw new AppError('unauthenticated', 'This sign-in has ended.')

  return token
}

/** Reads whose password a link resets, `null` when it is used, over or unknown. Nothing is spent. */
export async function readCustomerReset(token: string): Promise<{ email: string; name: string } | null> {
  const accountId = await findTokenSubject('account_reset', token)
  const account = accountId === null ? null : await findAccount(accountId)

  return account && { email: account.email, name: account.name }
}

/**
 * Sets a new password for the bearer of a mailed link and ends every session. The second factor stays: it is asked for at
 * the next sign-in. Throws `gone` for a link that was used, is over or unknown.
 */
export async function resetCustomerPassword(token: string, password: string): Promise<void> {
  const person = await readCustomerReset(token)
  if (!person) throw new AppError('gone', 'This link was used, is over or unknown.')
  assertAllowed(password, person)
  const passwordHash = await hashPassword(password)
  await transaction(async (tx) => {
    const accountId = await spendToken('account_reset', token, tx)
    if (accountId === null || !(await setAccountPassword(accountId, passwordHash, tx))) {
      throw new AppError('gone', 'This link was used, is over or unknown.')
    }
    await endAccountSessions(accountId, tx)
    const event = { actor: `guest:${accountId}`, act: 'account.password_reset', subject: accountId } as const
    await recordAudit(event, tx)
    await queueAccountMail({ kind: 'account_changed', accountId, change: 'password_changed' }, tx)
  })
}

function assertMailProof(caller: SignedInCustomer): void {
  if (caller.proof !== 'link') throw new AppError('forbidden', 'A mailed link is asked for.', { reason: 'prove_again' })
  assertFreshProof(caller)
}

function assertAllowed(password: string, about: { email: string; name: string }): void {
  const problem = passwordProblem(password, about)
  if (problem) throw new AppError('bad_input', 'The password is refused.', { fields: ['password'], reason: problem })
}

async function assertOwnPassword(
  { accountId, email }: SignedInCustomer,
  passwordHash: string | null,
  { typed, field }: { typed: string; field: string },
): Promise<void> {
  if (await isPasswordOf({ email, passwordHash }, typed)) return
  await recordAudit({ actor: `guest:${accountId}`, act: 'account.sign_in_failed', subject: accountId })
  throw wrongPassword(field)
}

async function store(
  { accountId, sessionId }: SignedInCustomer,
  { former, hash }: { former: string | null; hash: string | null },
  change: AccountChange,
): Promise<void> {
  const action = hash === null ? 'account.password_removed' : 'account.password_set'
  await transaction(async (tx) => {
    const account = await lockAccount(accountId, tx)
    if (account?.passwordHash !== former || !(await setAccountPassword(accountId, hash, tx))) {
      throw new AppError('conflict', 'The password was changed meanwhile.', { reason: 'changed' })
    }
    await endAccountSessions(accountId, tx, sessionId)
    await recordAudit({ actor: `guest:${accountId}`, act: action, subject: accountId }, tx)
    await queueAccountMail({ kind: 'account_changed', accountId, change }, tx)
  })
}

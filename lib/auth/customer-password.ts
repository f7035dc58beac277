import 'server-only'
import { queueAccountMail } from '#lib/auth/repository/account-mails.ts'
import { endAccountSessions, renewAccountSession } from '#lib/auth/repository/account-sessions.ts'
import { findAccount, findPasswordHash, lockAccount, setAccountPassword } from '#lib/auth/repository/accounts.ts'
import { findTokenSubject, spendToken } from '#lib/auth/repository/once-tokens.ts'
import { assertFreshProof } from '#lib/auth/rules/fresh-proof.ts'
import { passwordProblem } from '#lib/auth/rules/password-rule.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import type { AccountChange } from '#lib/mail/rules/mail-kinds.ts'
import type { SignedInCustomer } from './account-session.ts'
import { hashPassword } from './password.ts'
import { isPasswordOf, wrongPassword } from './prove-again.ts'

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
  const act = hash === null ? 'account.password_removed' : 'account.password_set'
  await transaction(async (tx) => {
    const account = await lockAccount(accountId, tx)
    if (account?.passwordHash !== former || !(await setAccountPassword(accountId, hash, tx))) {
      throw new AppError('conflict', 'The password was changed meanwhile.', { reason: 'changed' })
    }
    await endAccountSessions(accountId, tx, sessionId)
    await recordAudit({ actor: `guest:${accountId}`, act, subject: accountId }, tx)
    await queueAccountMail({ kind: 'account_changed', accountId, change }, tx)
  })
}

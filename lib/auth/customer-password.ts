import 'server-only'
import { queueAccountMail } from '#lib/db/account-mails.ts'
import { endAccountSessions, noteAccountProof } from '#lib/db/account-sessions.ts'
import { findAccount, findPasswordHash, setAccountPassword } from '#lib/db/accounts.ts'
import { recordAudit } from '#lib/db/audit.ts'
import { transaction } from '#lib/db/client.ts'
import { findTokenSubject, spendToken } from '#lib/db/once-tokens.ts'
import { AppError } from '#lib/domain/app-error.ts'
import type { AccountChange } from '#lib/domain/mail-kinds.ts'
import { passwordProblem } from '#lib/domain/password-rule.ts'
import type { SignedInCustomer } from './account-session.ts'
import { hashPassword } from './password.ts'
import { assertFreshProof, isPasswordOf, wrongPassword } from './prove-again.ts'

/**
 * Sets the caller's password and ends every other session. Who has one types it; the first one asks for a session that a
 * mailed link has just begun, because whoever holds the mailbox is the owner.
 *
 * Throws `bad_input` naming `current` or `password`, `forbidden` with `reason: 'prove_again'`.
 */
export async function setOwnPassword(
  caller: SignedInCustomer,
  wish: { current: string; password: string },
): Promise<void> {
  const hasOne = (await findPasswordHash(caller.accountId)) !== null
  if (!hasOne) assertMailProof(caller)
  assertAllowed(wish.password, caller)
  if (hasOne) await assertOwnPassword(caller, wish.current, 'current')
  await store(caller, await hashPassword(wish.password), hasOne ? 'password_changed' : 'password_set')
}

/** Takes the caller's password away; a mailed link signs in as before. Throws as `setOwnPassword`, `conflict` without one. */
export async function removeOwnPassword(caller: SignedInCustomer, current: string): Promise<void> {
  if ((await findPasswordHash(caller.accountId)) === null) throw new AppError('conflict', 'There is no password.')
  await assertOwnPassword(caller, current, 'current')
  await store(caller, null, 'password_removed')
}

/** Proves by the password who works in a session. Throws `bad_input` when it is wrong; failures delay as at the door. */
export async function proveCustomerAgain(caller: SignedInCustomer, password: string): Promise<void> {
  await assertOwnPassword(caller, password, 'password')
  await noteAccountProof(caller.sessionId, 'password')
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

async function assertOwnPassword(caller: SignedInCustomer, password: string, field: string): Promise<void> {
  const { accountId, email } = caller
  if (await isPasswordOf({ email, passwordHash: await findPasswordHash(accountId) }, password)) return
  await recordAudit({ actor: `guest:${accountId}`, act: 'account.sign_in_failed', subject: accountId })
  throw wrongPassword(field)
}

async function store(
  { accountId, sessionId }: SignedInCustomer,
  passwordHash: string | null,
  change: AccountChange,
): Promise<void> {
  const act = passwordHash === null ? 'account.password_removed' : 'account.password_set'
  await transaction(async (tx) => {
    if (!(await setAccountPassword(accountId, passwordHash, tx))) {
      throw new AppError('unauthenticated', 'Nobody is known in this browser.')
    }
    await endAccountSessions(accountId, tx, sessionId)
    await recordAudit({ actor: `guest:${accountId}`, act, subject: accountId }, tx)
    await queueAccountMail({ kind: 'account_changed', accountId, change }, tx)
  })
}

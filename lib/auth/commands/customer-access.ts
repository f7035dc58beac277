import 'server-only'
import { endAccountSession, endAccountSessions } from '#lib/auth/repository/account-sessions.ts'
import { findAccountByEmail, queueAccountMail } from '#lib/auth/repository/accounts.ts'
import { deleteFactors, lockHolder } from '#lib/auth/repository/factors.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { requireCustomerOrAccount } from '#lib/customers/commands/own-account.ts'

type Customer = { accountId: string; sessionId: string }

/** Signs a customer out here. A copied cookie is worth nothing afterwards; other devices stay signed in. */
export async function signOutCustomer({ accountId, sessionId }: Customer): Promise<void> {
  await transaction(async (tx) => {
    if (await endAccountSession(accountId, sessionId, tx)) await note('account.signed_out', accountId, tx)
  })
}

/** Ends one session of the customer. Throws `not_found` when they have none of this id. */
export async function endOneSession({ accountId }: Customer, sessionId: string): Promise<void> {
  await transaction(async (tx) => {
    if (!(await endAccountSession(accountId, sessionId, tx)))
      throw new AppError('not_found', 'There is no such session.')
    await note('account.sessions_ended', accountId, tx)
  })
}

/** Signs a customer out everywhere, here too. */
export async function endEverySession({ accountId }: Customer): Promise<void> {
  await transaction(async (tx) => {
    if ((await endAccountSessions(accountId, tx)) > 0) await note('account.sessions_ended', accountId, tx)
  })
}

function note(action: 'account.signed_out' | 'account.sessions_ended', accountId: string, tx: Tx): Promise<void> {
  return recordAudit({ actor: `guest:${accountId}`, act: action, subject: accountId }, tx)
}

/**
 * Takes the second step of a customer away who has lost it: app, passkeys and recovery codes. Every session of the account
 * ends, and the mailbox or the password signs in alone, until the customer sets a factor up again. The customer is told by
 * mail, in case it was somebody else who asked.
 *
 * It is the account of this very address: one that staff joined to it keeps its own.
 *
 * Throws `forbidden`, `not_found`, `conflict` with `reason` `no_factor` where there is none.
 */
export async function liftFactors(caller: Caller, input: { personId: string; reason: string }): Promise<void> {
  const staff = requirePermission(caller, 'customers.lift_factors')
  const { personId, reason } = input
  await transaction(async (tx) => {
    const { email } = await requireCustomerOrAccount(personId, tx)
    const account = await findAccountByEmail(email, tx)
    if (account) await lockHolder({ accountId: account.id }, tx)
    if (!account || !(await deleteFactors({ accountId: account.id }, tx))) {
      throw new AppError('conflict', 'There is no second factor.', { reason: 'no_factor' })
    }
    await endAccountSessions(account.id, tx)
    const by = { actor: actorOf(staff), role: staff.role }
    await recordAudit({ ...by, act: 'customer.factors_lifted', subject: personId, reason }, tx)
    await queueAccountMail({ kind: 'account_changed', accountId: account.id, change: 'factors_lifted' }, tx)
  })
}

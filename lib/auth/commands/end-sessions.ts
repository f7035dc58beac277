import 'server-only'
import { endAccountSession, endAccountSessions } from '#lib/auth/repository/account-sessions.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'

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

function note(act: 'account.signed_out' | 'account.sessions_ended', accountId: string, tx: Tx): Promise<void> {
  return recordAudit({ actor: `guest:${accountId}`, act, subject: accountId }, tx)
}

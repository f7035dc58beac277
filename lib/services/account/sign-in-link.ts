import 'server-only'
import { queueAccountMail } from '#lib/db/account-mails.ts'
import { addAccountSession, endAccountSession } from '#lib/db/account-sessions.ts'
import { ensureAccount, findAccount, proveAccount } from '#lib/db/accounts.ts'
import { recordAudit } from '#lib/db/audit.ts'
import { transaction } from '#lib/db/client.ts'
import { findTokenSubject, spendToken } from '#lib/db/once-tokens.ts'
import { AppError } from '#lib/domain/app-error.ts'
import { log } from '#lib/log.ts'
import { wakeWorker } from '#lib/services/wake.ts'

const pending = new Set<Promise<void>>()

/** Where somebody signs in: a shortened network and a rough name of the browser. */
type Place = { address: string; browser: string | null }

/**
 * Asks for a mail with a link that signs in. Whoever reads the mailbox may: an address that is new here gets one as well.
 *
 * Resolves at once and always the same: neither the answer nor its time tells whether the address is known.
 */
export async function requestSignInLink(wish: { email: string; locale: string }): Promise<void> {
  const work: Promise<void> = mailLink(wish)
    .catch((error: unknown) => log.error('sign-in link not mailed', { error }))
    .finally(() => pending.delete(work))
  pending.add(work)
}

/** Resolves when every asked link is queued, for an orderly end of the process. */
export async function signInLinksQueued(): Promise<void> {
  await Promise.all(pending)
}

async function mailLink({ email, locale }: { email: string; locale: string }): Promise<void> {
  await transaction(async (tx) => {
    const account = await ensureAccount({ email: email.trim().toLowerCase(), locale }, tx)
    await queueAccountMail({ kind: 'account_link', accountId: account.id }, tx)
  })
  wakeWorker()
}

/** Reads which address a link signs in, `null` when it is used, over or unknown. Nothing is spent: mail scanners look too. */
export async function readSignInLink(token: string): Promise<string | null> {
  const accountId = await findTokenSubject('account_sign_in', token)
  const account = accountId === null ? null : await findAccount(accountId)

  return account?.email ?? null
}

/**
 * Begins a session for the bearer of a mailed link, which proves the address; orders that were made with it are theirs from
 * now on. `former` is the session that the browser held until now: it ends, whoever's it was.
 *
 * Resolves with the token of the session. Throws `gone` for a link that was used, is over or unknown.
 */
export async function signInByLink(
  token: string,
  place: Place,
  former: { accountId: string; sessionId: string } | null,
): Promise<string> {
  return transaction(async (tx) => {
    const accountId = await spendToken('account_sign_in', token, tx)
    const account = accountId === null ? null : await proveAccount(accountId, tx)
    if (!account) throw new AppError('gone', 'This link was used, is over or unknown.')
    if (former) await endAccountSession(former.accountId, former.sessionId, tx)
    const by = { actor: `guest:${account.id}`, subject: account.id, address: place.address }
    await recordAudit({ ...by, act: 'account.signed_in' }, tx)

    return addAccountSession(account.id, place, tx)
  })
}

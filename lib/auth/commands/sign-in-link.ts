import 'server-only'
import { queueAccountMail } from '#lib/auth/repository/account-mails.ts'
import { ensureAccount, findAccount, isKnownAddress } from '#lib/auth/repository/accounts.ts'
import { findTokenSubject } from '#lib/auth/repository/once-tokens.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { log } from '#lib/core/log.ts'
import { transaction } from '#lib/core/repository/client.ts'

const pending = new Set<Promise<void>>()

/**
 * Asks for a mail with a link that signs in. One goes to an address that is known here, and to no other: strangers type what
 * they like.
 *
 * Resolves at once and always the same: neither the answer nor its time tells whether the address is known.
 */
export async function requestSignInLink(input: { email: string; locale: string }): Promise<void> {
  const work: Promise<void> = mailLink(input)
    .catch((error: unknown) => log.error('sign-in link not mailed', { error }))
    .finally(() => pending.delete(work))
  pending.add(work)
}

/** Resolves when every asked link is queued, for an orderly end of the process. */
export async function signInLinksQueued(): Promise<void> {
  await Promise.all(pending)
}

async function mailLink(input: { email: string; locale: string }): Promise<void> {
  const email = input.email.trim().toLowerCase()
  if (!(await isKnownAddress(email))) return
  await transaction(async (tx) => {
    const account = await ensureAccount({ email, locale: input.locale }, tx)
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

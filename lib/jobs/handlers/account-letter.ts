import 'server-only'
import { findAccount } from '#lib/db/accounts.ts'
import { addToken } from '#lib/db/once-tokens.ts'
import { ACCOUNT_MAIL_KINDS, type AccountMailKind, type MailKind } from '#lib/domain/mail-kinds.ts'
import { env } from '#lib/env.ts'
import type { MailContents } from '#lib/mail/mail-props.ts'

const LINK_MINUTES = 30
const MINUTE_MS = 60_000

/** A mail to a customer about the account: to whom, in which language, and what it says. */
type AccountLetter = { to: string; locale: string; contents: MailContents<AccountMailKind> }

/** Tells whether a mail is about a customer's account. */
export function isAccountMail(kind: MailKind): kind is AccountMailKind {
  return (ACCOUNT_MAIL_KINDS as readonly MailKind[]).includes(kind)
}

/** Returns the mail with a sign-in link, which is made now and kept nowhere else; `null` when the account is gone. */
export async function accountLetter(accountId: string): Promise<AccountLetter | null> {
  const account = await findAccount(accountId)
  if (!account) return null
  const token = await addToken({ purpose: 'account_sign_in', subject: account.id, minutes: LINK_MINUTES })
  const url = new URL(`/verify/${token}`, env.PUBLIC_URL).href
  const until = new Date(Date.now() + LINK_MINUTES * MINUTE_MS)

  return { to: account.email, locale: account.locale, contents: { timeZone: 'UTC', url, until } }
}

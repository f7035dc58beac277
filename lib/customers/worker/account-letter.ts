import 'server-only'
import { findAccount } from '#lib/auth/repository/accounts.ts'
import { addToken } from '#lib/auth/repository/once-tokens.ts'
import { env } from '#lib/core/env.ts'
import type { MailContents } from '#lib/mail/mail-props.ts'
import { ACCOUNT_CHANGES, ACCOUNT_MAIL_KINDS, type AccountMailKind, type MailKind } from '#lib/mail/rules/mail-kinds.ts'

const LINK_MINUTES = 30
const MINUTE_MS = 60_000

const LINKS = {
  account_link: { purpose: 'account_sign_in', path: '/verify' },
  account_reset: { purpose: 'account_reset', path: '/sign-in/reset' },
} as const

/** A mail to a customer about the account: to whom, in which language, and what it says. */
type AccountLetter = { to: string; locale: string; contents: MailContents<AccountMailKind> }

/** Tells whether a mail is about a customer's account. */
export function isAccountMail(kind: MailKind): kind is AccountMailKind {
  return (ACCOUNT_MAIL_KINDS as readonly MailKind[]).includes(kind)
}

/**
 * Returns a mail about an account; its link is made now and kept nowhere else. `null` when the account is gone, or the kind of
 * change is not known.
 */
export async function accountLetter(
  kind: AccountMailKind,
  payload: Record<string, unknown>,
): Promise<AccountLetter | null> {
  const account = await findAccount(String(payload.subject ?? ''))
  if (!account) return null
  const { email: to, locale } = account
  const timeZone = account.homeZone ?? 'UTC'
  if (kind === 'account_changed') {
    const change = ACCOUNT_CHANGES.find((known) => known === payload.change)
    const at = new Date(String(payload.at))

    return change ? { to, locale, contents: { timeZone, change, at, url: addressOf('/account/security') } } : null
  }
  const link = LINKS[kind]
  const token = await addToken({ purpose: link.purpose, subject: account.id, minutes: LINK_MINUTES })
  const until = new Date(Date.now() + LINK_MINUTES * MINUTE_MS)

  return { to, locale, contents: { timeZone, url: addressOf(`${link.path}/${token}`), until } }
}

function addressOf(path: string): string {
  return new URL(path, env.PUBLIC_URL).href
}

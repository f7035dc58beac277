import 'server-only'
import { findAccount } from '#lib/auth/repository/accounts.ts'
import { addToken } from '#lib/auth/repository/links.ts'
import { findFirstOwnerEmail } from '#lib/auth/repository/staff.ts'
import { env } from '#lib/core/env.ts'
import { maskCodes } from '#lib/core/rules/mask.ts'
import { findMessage } from '#lib/customers/repository/messages.ts'
import type { MailContents } from '#lib/mail/mail-props.ts'
import {
  ACCOUNT_CHANGES,
  ACCOUNT_MAIL_KINDS,
  type AccountMailKind,
  LINK_MINUTES,
  type MailKind,
  MESSAGE_MAIL_KINDS,
  type MessageMailKind,
} from '#lib/mail/rules/mail-kinds.ts'
import { findOrderNumbers } from '#lib/reconciliation/repository/discrepancies.ts'
import { readSettings, readShopSettings } from '#lib/settings/repository/settings.ts'

const MINUTE_MS = 60_000

const LINKS = {
  account_link: { purpose: 'account_sign_in', path: '/verify' },
  account_reset: { purpose: 'account_reset', path: '/sign-in/reset' },
} as const

/** A mail to a customer about the account: to whom, in which language, and what it says. */
type AccountEmail = { to: string; locale: string; contents: MailContents<AccountMailKind> }

/** Tells whether a mail is about a customer's account. */
export function isAccountMail(kind: MailKind): kind is AccountMailKind {
  return (ACCOUNT_MAIL_KINDS as readonly MailKind[]).includes(kind)
}

/**
 * Returns a mail about an account; its link is made now and kept nowhere else. `null` when the account is gone, or the kind of
 * change is not known.
 */
export async function accountEmail(
  kind: AccountMailKind,
  payload: Record<string, unknown>,
): Promise<AccountEmail | null> {
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
  const minutes = LINK_MINUTES[kind]
  const token = await addToken({ purpose: link.purpose, subject: account.id, minutes })
  const until = new Date(Date.now() + minutes * MINUTE_MS)

  return { to, locale, contents: { timeZone, url: addressOf(`${link.path}/${token}`), until } }
}

function addressOf(path: string): string {
  return new URL(path, env.PUBLIC_URL).href
}

/** A mail about a message: to whom, in which language, and what it says. */
type MessageEmail = { to: string; locale: string; contents: MailContents<MessageMailKind> }

/** Tells whether a mail is about something that a customer wrote. */
export function isMessageMail(kind: MailKind): kind is MessageMailKind {
  return (MESSAGE_MAIL_KINDS as readonly MailKind[]).includes(kind)
}

/** Returns what a mail about a message says; `null` when the message is gone, or there is nobody to tell. */
export async function messageEmail(kind: MessageMailKind, id: string): Promise<MessageEmail | null> {
  const message = await findMessage(id)
  // Whoever wrote it has been erased, and so has what they wrote.
  if (!message || message.email === '') return null
  const { email, locale, reference, orderId } = message
  const answer = message.answer && maskCodes(message.answer)
  const contents = { timeZone: 'UTC', reference, text: maskCodes(message.text) }
  if (kind === 'message_received') return { to: email, locale, contents }
  if (kind === 'message_answer')
    return answer === null ? null : { to: email, locale, contents: { ...contents, answer } }
  const to = (await readShopSettings()).supportEmail ?? (await findFirstOwnerEmail())
  if (!to) return null
  const orderNumber = orderId ? ((await findOrderNumbers([orderId])).get(orderId) ?? null) : null
  const url = new URL('/admin/messages', env.PUBLIC_URL).href

  const { 'alarms.language': language } = await readSettings(['alarms.language'])

  return { to, locale: language ?? '', contents: { ...contents, orderNumber, url } }
}

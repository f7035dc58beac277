import 'server-only'
import { findFirstOwnerEmail } from '#lib/auth/repository/staff.ts'
import { env } from '#lib/core/env.ts'
import { findMessage } from '#lib/customers/repository/messages.ts'
import type { MailContents } from '#lib/mail/mail-props.ts'
import { type MailKind, MESSAGE_MAIL_KINDS, type MessageMailKind } from '#lib/mail/rules/mail-kinds.ts'
import { findOrderNumbers } from '#lib/reconciliation/repository/reconciled-discrepancies.ts'
import { readShopSettings } from '#lib/settings/repository/shop-settings.ts'

/** A mail about a message: to whom, in which language, and what it says. */
type MessageLetter = { to: string; locale: string; contents: MailContents<MessageMailKind> }

/** Tells whether a mail is about something that a customer wrote. */
export function isMessageMail(kind: MailKind): kind is MessageMailKind {
  return (MESSAGE_MAIL_KINDS as readonly MailKind[]).includes(kind)
}

/** Returns what a mail about a message says; `null` when the message is gone, or there is nobody to tell. */
export async function messageLetter(kind: MessageMailKind, id: string): Promise<MessageLetter | null> {
  const message = await findMessage(id)
  if (!message) return null
  const { email, locale, reference, text, orderId, answer } = message
  const contents = { timeZone: 'UTC', reference, text }
  if (kind === 'message_received') return { to: email, locale, contents }
  if (kind === 'message_answer')
    return answer === null ? null : { to: email, locale, contents: { ...contents, answer } }
  const to = (await readShopSettings()).supportEmail ?? (await findFirstOwnerEmail())
  if (!to) return null
  const orderNumber = orderId ? ((await findOrderNumbers([orderId])).get(orderId) ?? null) : null
  const url = new URL('/admin/messages', env.PUBLIC_URL).href

  return { to, locale: '', contents: { ...contents, orderNumber, url } }
}

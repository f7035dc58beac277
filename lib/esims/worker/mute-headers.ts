import 'server-only'
import { env } from '#lib/core/env.ts'
import { reminderToken } from '#lib/esims/repository/reminder-links.ts'
import { toReminderKind } from '#lib/esims/rules/reminders.ts'
import type { MailKind } from '#lib/mail/rules/mail-kinds.ts'

/** What makes a mailbox offer a button of its own that switches the reminders of an order off; nothing for other mails. */
export function muteHeaders(kind: MailKind, orderId: string): { headers?: Record<string, string> } {
  if (toReminderKind(kind) === null) return {}
  const url = new URL(`/api/reminders/${reminderToken(orderId)}`, env.PUBLIC_URL).href

  return { headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } }
}

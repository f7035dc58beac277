import 'server-only'
import { reminderToken } from '#lib/db/reminder-links.ts'
import type { MailKind } from '#lib/domain/mail-kinds.ts'
import { toReminderKind } from '#lib/domain/reminders.ts'
import { env } from '#lib/env.ts'

/** What makes a mailbox offer a button of its own that switches the reminders of an order off; nothing for other mails. */
export function muteHeaders(kind: MailKind, orderId: string): { headers?: Record<string, string> } {
  if (toReminderKind(kind) === null) return {}
  const url = new URL(`/api/reminders/${reminderToken(orderId)}`, env.PUBLIC_URL).href

  return { headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } }
}

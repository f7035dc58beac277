import 'server-only'
import { findReminderOrder } from '#lib/db/reminder-links.ts'
import { setMuted } from '#lib/db/reminders.ts'
import { AppError } from '#lib/domain/app-error.ts'
import { REMINDER_KINDS } from '#lib/domain/reminders.ts'

/** Switches every reminder of an order off for the bearer of a mail about it. Throws `not_found` for a foreign token. */
export async function muteReminders(token: string): Promise<void> {
  const order = await findReminderOrder(token)
  if (!order) throw new AppError('not_found', 'This link is none of ours.')
  await setMuted(order.id, [...REMINDER_KINDS])
}

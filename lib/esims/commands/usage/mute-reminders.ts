import 'server-only'
import { AppError } from '#lib/core/rules/app-error.ts'
import { findReminderOrder } from '#lib/esims/repository/reminder-links.ts'
import { setMuted } from '#lib/esims/repository/reminders.ts'
import { REMINDER_KINDS } from '#lib/esims/rules/reminders.ts'

/** Switches every reminder of an order off for the bearer of a mail about it. Throws `not_found` for a foreign token. */
export async function muteReminders(token: string): Promise<void> {
  const order = await findReminderOrder(token)
  if (!order) throw new AppError('not_found', 'This link is none of ours.')
  await setMuted(order.id, [...REMINDER_KINDS])
}

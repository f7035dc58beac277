import 'server-only'
import { findReminderOrder } from '#lib/esims/repository/reminder-links.ts'
import { findMuted, hasReminders } from '#lib/esims/repository/reminders.ts'
import { type ReminderKind, toReminderKind } from '#lib/esims/rules/reminders.ts'

/** The reminders of an order that are off, `null` where the shop sends none. Asks for no caller: the order was let be seen. */
export async function getMutedReminders(orderId: string): Promise<ReminderKind[] | null> {
  if (!(await hasReminders())) return null

  return (await findMuted(orderId)).flatMap((name) => toReminderKind(name) ?? [])
}

/** The order whose reminders the bearer of a mail may switch off, and whether they are; `null` for a foreign token. */
export async function getReminderOrder(token: string): Promise<{ number: string; isOff: boolean } | null> {
  return findReminderOrder(token)
}

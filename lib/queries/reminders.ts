import 'server-only'
import { findMuted } from '#lib/db/reminders.ts'
import { type ReminderKind, toReminderKind } from '#lib/domain/reminders.ts'

/** The reminders of an order that are off. Asks for no caller: the order was let be seen. */
export async function getMutedReminders(orderId: string): Promise<ReminderKind[]> {
  return (await findMuted(orderId)).flatMap((name) => toReminderKind(name) ?? [])
}

import 'server-only'
import { networkDay, networkMidnight } from '#lib/catalog/rules/trip.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Caller, ownsOrder } from '#lib/core/rules/caller.ts'
import { addDays } from '#lib/core/rules/field-schemas.ts'
import {
  findReminderOrder,
  hasReminders,
  listWaitingEsims,
  queueInstallReminder,
  queueUsageReminder,
  setMuted,
} from '#lib/esims/repository/reminders.ts'
import {
  INSTALL_REMINDER_DAYS,
  installReminder,
  REMINDER_KINDS,
  type ReminderKind,
  usageReminders,
} from '#lib/esims/rules/reminders.ts'
import type { UsageReading } from '#lib/esims/rules/usage.ts'
import { isRecovering } from '#lib/fulfilment/repository/recovery.ts'

/** Throws `not_found` for a token that no mail of ours carries. */
export async function assertReminderToken(token: string): Promise<void> {
  await openReminder(token)
}

async function openReminder(token: string) {
  const order = await findReminderOrder(token)
  if (!order) throw new AppError('not_found', 'This link is none of ours.')

  return order
}

/** Switches every reminder of an order off for the bearer of a mail about it. Throws `not_found` for a foreign token. */
export async function muteReminders(token: string): Promise<void> {
  const order = await openReminder(token)
  await setMuted(order.id, [...REMINDER_KINDS])
}

const FARTHEST_DAYS = Math.max(...INSTALL_REMINDER_DAYS)

/** Queues the mails that a reading of a plan on an eSIM gives reason for, each at most once per plan. */
export async function remindOfUsage(
  esim: { id: string; orderNum: string },
  facts: UsageReading,
  now: Date,
): Promise<void> {
  if (!(await hasReminders())) return
  const { usedMb, totalMb, endsAt, readAt } = facts
  const payload = { usedMb, totalMb, endsAt: endsAt?.toISOString() ?? null, readAt: readAt.toISOString() }
  for (const due of usageReminders(facts, now)) await queueUsageReminder(esim, due, payload)
}

/**
 * Queues the reminders of eSIMs that have to be installed soon: 7 and 2 days before the day begins on the network's
 * clock. Safe in any number of processes. Returns for how many orders one was due.
 */
export async function remindOfInstalling(now: Date = new Date()): Promise<number> {
  if ((await isRecovering()) || !(await hasReminders())) return 0
  const today = networkDay(now)
  const days = Array.from({ length: FARTHEST_DAYS }, (_, ahead) => addDays(today, ahead + 1))
  const waiting = await listWaitingEsims(days)
  for (const order of waiting) {
    const begins = networkMidnight(order.day as (typeof days)[number])
    const daysBefore = installReminder(begins, now)
    if (daysBefore !== null) await queueInstallReminder(order, { daysBefore, goodUntil: begins })
  }
  if (waiting.length > 0) wakeWorker()

  return waiting.length
}

/** Switches reminders of an order off and on. Throws `not_found` for an order that this browser does not hold. */
export async function setReminders(caller: Caller, orderId: string, muted: ReminderKind[]): Promise<void> {
  if (!ownsOrder(caller, orderId)) throw new AppError('not_found', 'There is no such order for this browser.')
  await setMuted(orderId, [...new Set(muted)])
}

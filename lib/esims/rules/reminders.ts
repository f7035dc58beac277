import { isOldReading, type UsageReading, usedPercent } from '#lib/esims/rules/usage.ts'

/** The mails that a buyer may switch off, each by itself. */
export const REMINDER_KINDS = ['install_soon', 'plan_low', 'plan_used_up', 'plan_ending'] as const
export type ReminderKind = (typeof REMINDER_KINDS)[number]

const DAY_MS = 86_400_000
const LOW_PERCENT = 80
const OLD_AFTER_MS = DAY_MS / 2

/** Returns the name of a stored reminder, `null` for anything else. */
export function toReminderKind(name: string): ReminderKind | null {
  return REMINDER_KINDS.find((kind) => kind === name) ?? null
}

/** A reminder that a reading gives reason for; past `goodUntil` it would no longer be true. */
export type DueReminder = { kind: ReminderKind; goodUntil: Date }

/**
 * Returns the reminders that a reading gives reason for. One that is too old to be known gives none, nor does a plan that
 * has ended, and a day pass is never low: its amount counts anew each day.
 */
export function usageReminders(facts: UsageReading, now: Date): DueReminder[] {
  const { endsAt, beginsAt, readAt } = facts
  if (isOldReading(facts, now) || (endsAt !== null && endsAt <= now)) return []
  const percent = usedPercent(facts) ?? 0
  const goodUntil = new Date(Math.min(readAt.getTime() + OLD_AFTER_MS, endsAt?.getTime() ?? Number.POSITIVE_INFINITY))
  const isEnding = beginsAt !== null && endsAt !== null && endsAt.getTime() - now.getTime() <= DAY_MS

  return [
    ...(percent >= 100 ? [{ kind: 'plan_used_up' as const, goodUntil }] : []),
    ...(percent >= LOW_PERCENT && percent < 100 ? [{ kind: 'plan_low' as const, goodUntil }] : []),
    ...(isEnding && endsAt ? [{ kind: 'plan_ending' as const, goodUntil: endsAt }] : []),
  ]
}

/** How many days before the beginning of an "install before" day a reminder goes out, the later one last. */
export const INSTALL_REMINDER_DAYS = [7, 2] as const

/**
 * Returns which reminder of an "install before" day is due, by its days before that day begins; `null` for none. The
 * beginning counts, because nobody says whether the day itself still does.
 */
export function installReminder(dayBegins: Date, now: Date): (typeof INSTALL_REMINDER_DAYS)[number] | null {
  const left = dayBegins.getTime() - now.getTime()
  if (left <= 0) return null

  return INSTALL_REMINDER_DAYS.findLast((days) => left <= days * DAY_MS) ?? null
}

import { lastMinuteOf } from '#lib/catalog/rules/trip.ts'
import { parseCalendarDate } from '#lib/core/rules/calendar-date.ts'

/**
 * Returns the last minute of an "install before" day on the network's clock, `null` when the text names no day.
 *
 * The provider gives a day without a time, with or without a trailing zone.
 */
export function lastInstallMinute(activateBefore: string): Date | null {
  const day = parseCalendarDate(activateBefore.slice(0, 10))

  return day === null ? null : lastMinuteOf(day)
}

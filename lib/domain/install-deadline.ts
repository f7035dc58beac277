import { parseCalendarDate } from '#lib/domain/calendar-date.ts'

/** How far the network's clock is ahead of UTC: its dates are days in GMT+8. */
export const NETWORK_OFFSET_MINUTES = 480
/** The network's clock as the runtime names zones: GMT+8 all year. The sign is as POSIX writes it. */
export const NETWORK_ZONE = 'Etc/GMT-8'

/**
 * Returns the last minute of a "install before" day on the network's clock, `null` when the text names no day.
 *
 * The upstream gives a day without a time, with or without a trailing zone.
 */
export function lastInstallMinute(activateBefore: string): Date | null {
  const day = parseCalendarDate(activateBefore.slice(0, 10))
  if (day === null) return null

  return new Date(Date.parse(`${day}T23:59:00Z`) - NETWORK_OFFSET_MINUTES * 60_000)
}

/** Returns the instant at which a network day begins, `null` when the text names no day. */
export function networkDayStart(day: string): Date | null {
  const date = parseCalendarDate(day)
  if (date === null) return null

  return new Date(Date.parse(`${date}T00:00:00Z`) - NETWORK_OFFSET_MINUTES * 60_000)
}

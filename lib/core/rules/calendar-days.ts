declare const brand: unique symbol

/** A day in the calendar as `YYYY-MM-DD`, without a time and without a zone. Text order is date order. */
export type CalendarDate = string & { readonly [brand]: 'CalendarDate' }

const DAY_MS = 86_400_000

/** Returns the date, `null` when the text is not `YYYY-MM-DD` or the day does not exist. */
export function parseCalendarDate(text: string): CalendarDate | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return null

  return makeCalendarDate(Number(match[1]), Number(match[2]), Number(match[3]))
}

/** Returns the date for a year, a month from 1 and a day from 1, `null` when that day does not exist. */
export function makeCalendarDate(year: number, month: number, day: number): CalendarDate | null {
  if (![year, month, day].every(Number.isSafeInteger) || year < 1000 || year > 9999) return null
  const instant = new Date(Date.UTC(year, month - 1, day))
  const isSameDay = instant.getUTCMonth() === month - 1 && instant.getUTCDate() === day

  return isSameDay ? calendarDateAt(instant, 0) : null
}

/** Returns the day that a clock shows at an instant, `offsetMinutes` ahead of UTC. */
export function calendarDateAt(instant: Date, offsetMinutes: number): CalendarDate {
  return new Date(instant.getTime() + offsetMinutes * 60_000).toISOString().slice(0, 10) as CalendarDate
}

/** Returns the date a number of days later, or earlier when the number is negative. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return calendarDateAt(new Date(startMs(date) + days * DAY_MS), 0)
}

/** Returns how many days lie between two dates, negative when `to` is the earlier one. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return Math.round((startMs(to) - startMs(from)) / DAY_MS)
}

function startMs(date: CalendarDate): number {
  return Date.parse(`${date}T00:00:00Z`)
}

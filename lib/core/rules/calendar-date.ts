import { z } from 'zod'
import {
  addDays,
  type CalendarDate,
  calendarDateAt,
  daysBetween,
  makeCalendarDate,
  parseCalendarDate,
} from '#lib/core/rules/calendar-days.ts'

// The rules live apart from the schema, so that browsers which only count days do not carry the schema library.
export { addDays, type CalendarDate, calendarDateAt, daysBetween, makeCalendarDate, parseCalendarDate }

/** Accepts `YYYY-MM-DD` for a day that exists, as long as the days after it can be written in the same way. */
export const calendarDateSchema = z.custom<CalendarDate>(
  (value) => typeof value === 'string' && value < '9000' && parseCalendarDate(value) !== null,
  'This is no calendar date.',
)

/** Accepts an instant such as `2027-01-31T12:00:00Z` in the years that the database and a date of ours can write alike. */
export const instantSchema = z.iso.datetime().refine((text) => text >= '1000' && text < '9000')

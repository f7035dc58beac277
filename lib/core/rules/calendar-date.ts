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

/** Accepts `YYYY-MM-DD` for a day that exists. */
export const calendarDateSchema = z.custom<CalendarDate>(
  (value) => typeof value === 'string' && parseCalendarDate(value) !== null,
  'This is no calendar date.',
)

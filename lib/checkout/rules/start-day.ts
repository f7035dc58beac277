import { addDays, type CalendarDate } from '#lib/core/rules/calendar-days.ts'

/** So many days ahead a plan may begin. */
export const FARTHEST_START_DAYS = 365

/** Returns why a plan cannot begin on a day, `null` where it can. `today` is the provider's. */
export function startDayProblem(
  day: CalendarDate,
  today: CalendarDate,
): 'start_date_past' | 'start_date_too_far' | null {
  if (day < today) return 'start_date_past'

  return day > addDays(today, FARTHEST_START_DAYS) ? 'start_date_too_far' : null
}

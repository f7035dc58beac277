import { expect, test } from 'vitest'
import { startDayProblem } from '#lib/checkout/rules/start-day.ts'
import { addDays, type CalendarDate } from '#lib/core/rules/calendar-days.ts'

const today = '2026-11-30' as CalendarDate

test.each([
  ['today', today, null],
  ['yesterday', addDays(today, -1), 'start_date_past'],
  ['a month that is typed before its year', '2026-01-05' as CalendarDate, 'start_date_past'],
  ['the farthest day', addDays(today, 365), null],
  ['a day later', addDays(today, 366), 'start_date_too_far'],
])('a plan that begins on %s', (_, day, problem) => {
  expect(startDayProblem(day, today)).toBe(problem)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  type CalendarDate,
  calendarDateAt,
  calendarDateSchema,
  daysBetween,
  makeCalendarDate,
  parseCalendarDate,
} from '#lib/core/rules/field-schemas.ts'

const day = (text: string) => parseCalendarDate(text) as CalendarDate

test.each(['2026-01-31', '2024-02-29', '2000-02-29'])('reads %s', (text) => {
  expect(parseCalendarDate(text)).toBe(text)
  expect(calendarDateSchema.safeParse(text).success).toBe(true)
})

test.each([
  '2026-02-29',
  '1900-02-29',
  '2026-04-31',
  '2026-00-10',
  '2026-1-1',
  '26-01-01',
  '2026-01-01T00:00',
  '',
  '0000-00-00',
])('refuses %j', (text) => {
  expect(parseCalendarDate(text)).toBeNull()
  expect(calendarDateSchema.safeParse(text).success).toBe(false)
})

test('does not roll a day over into the next month', () => {
  expect(makeCalendarDate(2026, 2, 30)).toBeNull()
})

test('counts over the end of a leap February', () => {
  expect(addDays(day('2024-02-28'), 2)).toBe('2024-03-01')
  expect(addDays(day('2024-03-01'), -1)).toBe('2024-02-29')
})

test('gives the day that a clock ahead of UTC shows', () => {
  expect(calendarDateAt(new Date('2026-02-28T16:00:00Z'), 480)).toBe('2026-03-01')
})

test('adding the days between two dates leads from one to the other', () => {
  const anyDay = fc.integer({ min: 0, max: 40_000 }).map((offset) => addDays(day('1990-01-01'), offset))

  fc.assert(fc.property(anyDay, anyDay, (from, to) => addDays(from, daysBetween(from, to)) === to))
})

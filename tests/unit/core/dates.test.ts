import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AREAS, navigationAreas } from '#components/ui/admin/areas.tsx'
import {
  addDays,
  type CalendarDate,
  calendarDateAt,
  calendarDateSchema,
  daysBetween,
  makeCalendarDate,
  parseCalendarDate,
} from '#lib/core/rules/field-schemas.ts'
import { instantOf, isTimeZone, localTimeAt, weekBefore } from '#lib/core/rules/zoned-time.ts'

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

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia']

test.each([
  ['2027-07-01T00:00', 'Europe/Berlin', '2027-06-30T22:00:00.000Z'],
  ['2027-01-01T00:00', 'Asia/Kathmandu', '2026-12-31T18:15:00.000Z'],
  // Shown twice: the earlier one.
  ['2027-10-31T02:30', 'Europe/Berlin', '2027-10-31T00:30:00.000Z'],
  // Skipped: half past two is half past three by the new time.
  ['2027-03-28T02:30', 'Europe/Berlin', '2027-03-28T01:30:00.000Z'],
])('%s in %s is %s', (local, zone, instant) => {
  expect(instantOf(local, zone)?.toISOString()).toBe(instant)
})

test('what clocks show leads back to what they showed it for, but for the hours that they show twice', () => {
  const anInstant = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) })
  fc.assert(
    fc.property(anInstant, fc.constantFrom(...ZONES), (ms, zone) => {
      const local = localTimeAt(new Date(ms), zone)
      const found = instantOf(local, zone)

      expect(found && localTimeAt(found, zone)).toBe(local)
      expect(Math.abs((found?.getTime() ?? 0) - ms)).toBeLessThan(3_600_000 + 60_000)
    }),
  )
})

test.each(['', '2027-13-01T00:00', '2027-02-30T10:00', '2027-01-01', 'tomorrow'])('%s is no time', (text) => {
  expect(instantOf(text, 'UTC')).toBeNull()
})

test.each([
  ['winter time began', '2027-11-02T23:00:30Z', '2027-10-26T22:00:30Z'],
  ['summer time began', '2027-03-29T22:00:00Z', '2027-03-22T23:00:00Z'],
  ['nothing changed', '2027-06-10T22:00:00Z', '2027-06-03T22:00:00Z'],
])('a week before a moment clocks showed the same time, also where %s between them', (_, now, before) => {
  expect(weekBefore(new Date(now), 'Europe/Berlin')).toEqual(new Date(before))
})

test('only time zones are time zones', () => {
  expect(['Europe/Berlin', 'UTC', 'Nowhere/Town', ''].map(isTimeZone)).toEqual([true, true, false, false])
})

test('finance, content and settings stand at the side for those who may open them, and for nobody else', () => {
  const names = (role: Parameters<typeof navigationAreas>[0]) => navigationAreas(role).map(({ name }) => name)

  expect(names('support')).toEqual(AREAS.map(({ name }) => name))
  expect(names('finance')).toContain('finance')
  expect(names('finance')).not.toContain('guides')
  expect(names('finance')).not.toContain('settings')
  expect(names('owner').slice(-5)).toEqual(['finance', 'reconciliation', 'health', 'guides', 'settings'])
})

import { describe, expect, test } from 'vitest'
import { daysForTrip, isWithinBounds } from '#lib/catalog/rules/day-pass.ts'
import { coveredTime, lastMinuteOf, threeClocks, tripCoverage, tripDays, wallClock } from '#lib/catalog/rules/trip.ts'
import { type CalendarDate, parseCalendarDate } from '#lib/core/rules/field-schemas.ts'

function day(text: string): CalendarDate {
  const parsed = parseCalendarDate(text)
  if (!parsed) throw new Error(`${text} is no date.`)

  return parsed
}

const zones = ['Etc/GMT-8', 'Europe/Berlin', 'Asia/Tokyo', 'America/Los_Angeles']
const clocks = (instant: Date) => zones.map((zone) => Object.values(wallClock(instant, zone)).join(' '))

describe('the covered time of a plan, on the clocks of network, Berlin, Tokyo and Los Angeles', () => {
  test('of 3 days from 10 March 2027', () => {
    const { begins, ends } = coveredTime(day('2027-03-10'), 3)

    expect(clocks(begins)).toEqual(['2027-03-10 00:00', '2027-03-09 17:00', '2027-03-10 01:00', '2027-03-09 08:00'])
    expect(clocks(ends)).toEqual(['2027-03-13 00:00', '2027-03-12 17:00', '2027-03-13 01:00', '2027-03-12 08:00'])
  })

  test('of 5 days from 27 March 2027, when Berlin changes its clocks', () => {
    const { begins, ends } = coveredTime(day('2027-03-27'), 5)

    expect(clocks(begins)).toEqual(['2027-03-27 00:00', '2027-03-26 17:00', '2027-03-27 01:00', '2027-03-26 09:00'])
    expect(clocks(ends)).toEqual(['2027-04-01 00:00', '2027-03-31 18:00', '2027-04-01 01:00', '2027-03-31 09:00'])
  })

  test('and the last minute to activate before 30 June 2027', () => {
    expect(clocks(lastMinuteOf(day('2027-06-30')))).toEqual([
      '2027-06-30 23:59',
      '2027-06-30 17:59',
      '2027-07-01 00:59',
      '2027-06-30 08:59',
    ])
  })
})

test('a clock without a zone is not shown', () => {
  const shown = threeClocks(new Date('2027-03-09T16:00:00Z'), { destination: 'Asia/Tokyo', home: null })

  expect(shown).toEqual({
    network: { date: '2027-03-10', time: '00:00' },
    destination: { date: '2027-03-10', time: '01:00' },
    home: null,
  })
})

test.each([
  ['2027-03-10', '2027-03-10', 1],
  ['2027-03-27', '2027-03-31', 5],
  ['2027-03-10', '2027-03-09', 0],
])('a trip from %s to %s touches %i days', (from, to, days) => {
  expect(tripDays(day(from), day(to))).toBe(days)
})

test.each([
  [1, { days: 3, reason: 'raised_to_minimum' }],
  [3, { days: 3, reason: 'as_long_as_trip' }],
  [30, { days: 30, reason: 'as_long_as_trip' }],
  [31, { days: 30, reason: 'lowered_to_maximum' }],
])('a trip of %i days buys %o of a pass for 3 to 30', (trip, expected) => {
  expect(daysForTrip({ minDays: 3, maxDays: 30 }, trip)).toEqual(expected)
})

test.each([2, 31, 3.5, Number.NaN])('%d days of a pass for 3 to 30 cannot be bought', (days) => {
  expect(isWithinBounds({ minDays: 3, maxDays: 30 }, days)).toBe(false)
})

test('coverage names the gaps of a trip, and claims nothing where it is not stated', () => {
  expect(tripCoverage(['FR', 'CH'], ['FR', 'DE'])).toEqual({ covered: ['FR'], gaps: ['CH'] })
  expect(tripCoverage(['FR'], null)).toEqual({ covered: [], gaps: null })
})

import { expect, test } from 'vitest'
import { lastInstallMinute } from '#lib/catalog/rules/plan.ts'

function clockIn(zone: string, instant: Date | null): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' }).format(
    instant ?? Number.NaN,
  )
}

test.each([
  ['Etc/GMT-8', '30 Jun 2027, 23:59'],
  ['Europe/Berlin', '30 Jun 2027, 17:59'],
  ['Asia/Tokyo', '1 Jul 2027, 00:59'],
  ['America/Los_Angeles', '30 Jun 2027, 08:59'],
])('the last minute of an install day on the clock of %s is %s', (zone, shown) => {
  expect(clockIn(zone, lastInstallMinute('2027-06-30'))).toBe(shown)
})

test('a trailing zone in the network own words changes nothing', () => {
  expect(lastInstallMinute('2027-06-30(GMT+8)')).toEqual(lastInstallMinute('2027-06-30'))
})

test.each(['', 'soon', '2027-02-30', '30/06/2027'])('%j names no day', (text) => {
  expect(lastInstallMinute(text)).toBeNull()
})

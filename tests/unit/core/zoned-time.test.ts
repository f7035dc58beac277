import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantOf, isTimeZone, localTimeAt } from '#lib/core/rules/zoned-time.ts'

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

test('only time zones are time zones', () => {
  expect(['Europe/Berlin', 'UTC', 'Nowhere/Town', ''].map(isTimeZone)).toEqual([true, true, false, false])
})

import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { type CalendarDate, parseCalendarDate } from '#lib/core/rules/field-schemas.ts'
import {
  formatDateRange,
  formatStartDate,
  isStartDateFormat,
  parseProviderDate,
  parseProviderInstant,
  startOfProviderDate,
  toProviderDate,
} from '#lib/provider/wire.ts'

const day = (text: string) => parseCalendarDate(text) as CalendarDate

const ownZone = process.env.TZ

afterEach(() => {
  process.env.TZ = ownZone ?? 'UTC'
})

describe.each(['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Shanghai'])('under the zone %s', (zone) => {
  test.each([
    ['2026-03-01 00:30:15.0', '2026-02-28T16:30:15.000Z'],
    ['2026-03-01 00:30:15.25', '2026-02-28T16:30:15.250Z'],
    ['2026-03-01 00:30:15', '2026-02-28T16:30:15.000Z'],
    ['2026-03-01 23:59', '2026-03-01T15:59:00.000Z'],
    ['2026-03-01 08:00:00 (GMT+8)', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01 08:00:00(GMT+8)', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01 08:00:00 (GMT+08:00)', '2026-03-01T00:00:00.000Z'],
    ['2026/03/01 08:00', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T08:00:00', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01 00:00:00 (GMT+0)', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01 00:00:00 (GMT-5)', '2026-03-01T05:00:00.000Z'],
  ])('reads %s as %s', (text, iso) => {
    process.env.TZ = zone

    expect(parseProviderInstant(text)?.toISOString()).toBe(iso)
  })

  test.each([
    ['2026-03-01', '2026-03-01'],
    ['2026-03-01 (GMT+8)', '2026-03-01'],
    ['2026/3/1', '2026-03-01'],
    ['2026-03-01 23:30:00 (GMT+8)', '2026-03-01'],
    [' 2024-02-29 ', '2024-02-29'],
  ])('reads the day of %s', (text, date) => {
    process.env.TZ = zone

    expect(parseProviderDate(text)).toBe(date)
  })

  test('moves from an instant to the day in GMT+8 and back', () => {
    process.env.TZ = zone

    expect(toProviderDate(new Date('2026-02-28T16:00:00Z'))).toBe('2026-03-01')
    expect(toProviderDate(new Date('2026-02-28T15:59:59.999Z'))).toBe('2026-02-28')
    expect(startOfProviderDate(day('2026-03-01')).toISOString()).toBe('2026-02-28T16:00:00.000Z')
  })
})

test.each([
  null,
  '',
  '-',
  'null',
  '2026-02-30',
  '2026-13-01 00:00',
  '2026-01-01 24:00',
  '2026-01-01 10:60',
  '0000-00-00',
  '01/31/2026',
  '1767225600000',
  '2026-01-01 10:00 PST',
])('reads %j as no instant', (text) => {
  expect(parseProviderInstant(text)).toBeNull()
})

test('takes a day without a time for no instant', () => {
  expect(parseProviderInstant('2026-03-01 (GMT+8)')).toBeNull()
})

test('writes a range with slashes', () => {
  expect(formatDateRange({ from: day('2026-01-31'), to: day('2026-02-01') })).toBe('2026/01/31-2026/02/01')
})

test.each([
  ['MM/dd/yyyy', '01/31/2026'],
  ['yyyy-MM-dd', '2026-01-31'],
  ['dd.MM.yyyy', '31.01.2026'],
  ['yyyyMMdd', '20260131'],
])('writes a start date as %s', (format, expected) => {
  expect(formatStartDate(day('2026-01-31'), format)).toBe(expected)
})

test('writes month first where no form is set', () => {
  expect(formatStartDate(day('2026-01-31'))).toBe('01/31/2026')
})

test.each(['', 'MM/dd', 'MM/dd/yy', 'MM/dd/yyyy HH', 'yyyy-MM-dd-dd', 'mm/dd/yyyy', 'MM&dd&yyyy'])(
  'refuses the form %j',
  (format) => {
    expect(isStartDateFormat(format)).toBe(false)
    expect(() => formatStartDate(day('2026-01-31'), format)).toThrow(RangeError)
  },
)

test('never throws, whatever text comes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
      parseProviderInstant(text)
      parseProviderDate(text)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseStops, stopsText, type TripStop } from '#components/catalog/trip/trip-stops.ts'
import { MAX_STOPS } from '#lib/catalog/rules/trip-cover.ts'

test('an address names countries, their days, and where one only changes planes', () => {
  expect(parseStops('jp.kr-4.qa-0')).toEqual([
    { iso2: 'JP', days: null, isLayover: false },
    { iso2: 'KR', days: 4, isLayover: false },
    { iso2: 'QA', days: null, isLayover: true },
  ])
})

test('what somebody typed into the address is left out where it makes no sense', () => {
  expect(parseStops('jp.japan.<b>.kr--1.jp-3..')).toEqual([{ iso2: 'JP', days: null, isLayover: false }])
  expect(parseStops('')).toEqual([])
})

test('no address names more countries than can be put together', () => {
  const many = Array.from({ length: 26 }, (_, index) => `a${String.fromCharCode(97 + index)}`)

  expect(parseStops(many.join('.'))).toHaveLength(MAX_STOPS)
})

test('what is written is read again', () => {
  const stop = fc.record({
    iso2: fc.constantFrom('JP', 'KR', 'QA', 'FR', 'US'),
    days: fc.option(fc.integer({ min: 1, max: 365 })),
    isLayover: fc.boolean(),
  })
  const trip = fc.uniqueArray(
    stop.map(({ iso2, days, isLayover }): TripStop => ({ iso2, days: isLayover ? null : days, isLayover })),
    { selector: ({ iso2 }) => iso2, maxLength: MAX_STOPS },
  )

  fc.assert(
    fc.property(trip, (stops) => {
      expect(parseStops(stopsText(stops))).toEqual(stops)
    }),
  )
})

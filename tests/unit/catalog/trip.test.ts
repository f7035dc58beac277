import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cityOf, clockRows, coversLastEvening, momentText, zoneName } from '#components/catalog/clock-times.ts'
import { answerTrip } from '#components/catalog/trip/trip-answer.ts'
import { parseStops, stopsText, type TripStop } from '#components/catalog/trip/trip-stops.ts'
import { parseTrip } from '#components/catalog/trip-dates.tsx'
import { daysForTrip, isWithinBounds } from '#lib/catalog/rules/day-pass.ts'
import { coveredTime, lastMinuteOf, tripCoverage, wallClock } from '#lib/catalog/rules/trip.ts'
import { MAX_STOPS } from '#lib/catalog/rules/trip-cover.ts'
import { type CalendarDate, parseCalendarDate } from '#lib/core/rules/field-schemas.ts'
import type { PlaceOnSale } from '#lib/settings/rules/shop.ts'
import { aPlace, aShopPlan, LIST_TEXTS } from '#tests/support/places-on-sale.ts'

describe('clock times', () => {
  const zones = { destination: 'Asia/Tokyo', home: 'Europe/Berlin', tag: 'en-GB' }

  test('three network days begin and end on all three clocks', () => {
    const rows = clockRows('2027-03-10', 3, zones)

    expect(rows.network).toEqual({
      first: { time: '00:00', day: 'Wed 10 Mar' },
      last: { time: '00:00', day: 'Sat 13 Mar' },
    })
    expect(rows.destination?.last).toEqual({ time: '01:00', day: 'Sat 13 Mar' })
    expect(rows.home?.first).toEqual({ time: '17:00', day: 'Tue 9 Mar' })
  })

  test('a change of clocks at home moves the last hour and not the first', () => {
    const { home } = clockRows('2027-03-27', 5, zones)

    expect(home?.first.time).toBe('17:00')
    expect(home?.last).toEqual({ time: '18:00', day: 'Wed 31 Mar' })
  })

  test('a clock whose zone nobody knows is absent', () => {
    expect(clockRows('2027-03-10', 3, { ...zones, destination: null }).destination).toBeNull()
  })

  test('the last evening is covered east of the network zone and not west of it', () => {
    expect(coversLastEvening('2027-03-10', 3, { leave: '2027-03-12', zone: 'Asia/Tokyo' })).toBe(true)
    expect(coversLastEvening('2027-03-10', 3, { leave: '2027-03-12', zone: 'Europe/Berlin' })).toBe(false)
  })

  test('zones are named by their city and by their distance from Greenwich on that day', () => {
    expect(cityOf('America/New_York')).toBe('New York')
    expect(zoneName('Europe/Berlin', '2027-03-27')).toBe('GMT+1')
    expect(zoneName('Europe/Berlin', '2027-03-29')).toBe('GMT+2')
    expect(momentText({ time: '01:00', day: 'Mon 15 Mar' })).toBe('Mon 15 Mar, 01:00')
  })
})

test('a trip counts its first and its last day', () => {
  expect(parseTrip('2027-03-06/2027-03-14')).toEqual({ arrive: '2027-03-06', leave: '2027-03-14', days: 9 })
  expect(parseTrip('2028-02-28/2028-03-01').days).toBe(3)
})

test('a trip that ends before it begins, or has one date alone, has no days yet', () => {
  expect(parseTrip('2027-03-06/2027-03-05').days).toBe(0)
  expect(parseTrip('2027-03-06/')).toEqual({ arrive: '2027-03-06', leave: '', days: 0 })
  expect(parseTrip('')).toEqual({ arrive: '', leave: '', days: 0 })
})

test('a day that does not exist is no date of a trip, whoever wrote it into the address', () => {
  expect(parseTrip('2027-99-99/2027-02-30')).toEqual({ arrive: '', leave: '', days: 0 })
})

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

const daily = (min: number, max: number) => ({ term: { kind: 'day_pass' as const, minDays: min, maxDays: max } })

function ask(places: PlaceOnSale[], to: string, { tripDays = 9, minMb = 0 } = {}) {
  return answerTrip(places, { stops: parseStops(to), tripDays, minMb, texts: LIST_TEXTS })
}

const japan = aPlace('japan', 'JP', [aShopPlan('pln_jp', 500)])
const korea = aPlace('south-korea', 'KR', [aShopPlan('pln_kr', 400)])
const asia = aPlace('asia', ['JP', 'KR', 'TH'], [aShopPlan('pln_asia', 1_100)])

describe('a trip through several countries', () => {
  test('what works in all of them stands apart from what leaves one out, which is named', () => {
    const { whole, partly } = ask([japan, korea, asia], 'jp.kr')

    expect(whole.map(({ plan }) => plan.id)).toEqual(['pln_asia'])
    expect(partly.map(({ plan, gaps }) => [plan.id, gaps])).toEqual([
      ['pln_kr', ['JP']],
      ['pln_jp', ['KR']],
    ])
  })

  test('the cheapest way is named beside the single plan, and one plan per country', () => {
    const { cheapest, each } = ask([japan, korea, asia], 'jp.kr')

    expect(cheapest).toMatchObject({ minor: 900, parts: [{ stops: ['JP'] }, { stops: ['KR'] }] })
    expect(each?.minor).toBe(900)
  })

  test('a plan that ends before the trip does is no plan for the whole of it', () => {
    const { whole, partly, cheapest } = ask([asia], 'jp.kr', { tripDays: 16 })

    expect(whole).toEqual([])
    expect(cheapest).toBeNull()
    expect(partly[0]?.fit).toMatchObject({ status: 'early', gap: 1 })
  })

  test('days in a country are all that a plan of its own is bought for', () => {
    const places = [aPlace('japan', 'JP', [aShopPlan('pln_jp', 100, daily(3, 30))]), korea]

    expect(ask(places, 'jp-5.kr-4').cheapest?.parts[0]?.offer).toMatchObject({ minor: 500, fit: { days: 5 } })
    expect(ask(places, 'jp-1.kr-4').cheapest?.parts[0]?.offer).toMatchObject({ fit: { days: 3, moved: 'raised' } })
  })

  test('a plan for the first and the last country must last through the one between them', () => {
    const both = aPlace('both', ['JP', 'TH'], [aShopPlan('pln_both', 100, daily(1, 30))])
    const { partly, cheapest } = ask([both, korea], 'jp-2.kr-3.th-2')

    expect(partly.find(({ plan }) => plan.id === 'pln_both')).toMatchObject({ days: 7, minor: 700 })
    expect(cheapest).toMatchObject({ minor: 800, parts: [{ stops: ['JP'] }, { stops: ['KR'] }, { stops: ['TH'] }] })
  })

  test('a layover is never a reason to leave a plan out, and is said where there is no data', () => {
    const { whole, layoverGaps } = ask([japan, asia], 'jp.th-0')

    expect(whole.map(({ plan, covered, layoverGaps: without }) => [plan.id, covered, without])).toEqual([
      ['pln_jp', ['JP'], ['TH']],
      ['pln_asia', ['JP', 'TH'], []],
    ])
    expect(layoverGaps).toEqual(['TH'])
  })

  test('a country that nothing works in is named, and no way is claimed', () => {
    const { uncovered, cheapest, whole } = ask([japan, asia], 'jp.aq')

    expect({ uncovered, cheapest, whole }).toEqual({ uncovered: ['AQ'], cheapest: null, whole: [] })
  })

  test('what does not state its countries is never counted on, but named', () => {
    const { whole, cheapest, unstated } = ask([aPlace('world', null, [aShopPlan('pln_w', 1)])], 'jp')

    expect({ whole, cheapest, unstated }).toEqual({ whole: [], cheapest: null, unstated: ['world'] })
  })

  test('plans with less data than wanted are left out', () => {
    expect(ask([japan], 'jp', { minMb: 5_120 }).whole).toEqual([])
    expect(ask([japan], 'jp', { minMb: 3_072 }).whole).toHaveLength(1)
    expect(ask([japan], 'jp', { minMb: 5_120 })).toMatchObject({ uncovered: [], hasLessData: true })
    const days = aPlace('japan', 'JP', [aShopPlan('pln_days', 100, daily(1, 30))])
    expect(ask([days], 'jp-10', { minMb: 5_120 }).whole).toHaveLength(1)
  })
})

describe('trip', () => {
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
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Coverer, cheapestCover, daysOver, MAX_STOPS, type Stop } from '#lib/catalog/rules/trip-cover.ts'

type Offer = { minor: number; covers: string[]; days: number }
type OnSale = { covers: string[]; daily: number; maxDays: number }

const COUNTRIES = ['JP', 'KR', 'TW', 'TH', 'VN']

function sell({ covers, daily, maxDays }: OnSale): Coverer<Offer> {
  return {
    covers: new Set(covers),
    priceFor: (days) => (days > maxDays ? null : { minor: daily * days, covers, days }),
  }
}

const codesOf = (stops: readonly Stop[]) => stops.map(({ iso2 }) => iso2)
const stay = (iso2: string, days: number | null = null): Stop => ({ iso2, days })

describe('the cheapest way through several countries', () => {
  test('one eSIM for all is taken where it costs less than one each', () => {
    const asia = sell({ covers: ['JP', 'KR'], daily: 150, maxDays: 30 })
    const each = ['JP', 'KR'].map((iso2) => sell({ covers: [iso2], daily: 100, maxDays: 30 }))

    expect(cheapestCover([stay('JP'), stay('KR')], 10, [...each, asia])).toMatchObject({
      minor: 1_500,
      parts: [{ stops: ['JP', 'KR'], days: 10 }],
    })
  })

  test('two eSIMs are taken where no single one covers the trip, each for its own days', () => {
    const each = ['JP', 'KR'].map((iso2) => sell({ covers: [iso2], daily: 100, maxDays: 30 }))

    expect(cheapestCover([stay('JP', 6), stay('KR', 4)], 10, each)).toMatchObject({
      minor: 1_000,
      parts: [
        { stops: ['JP'], days: 6 },
        { stops: ['KR'], days: 4 },
      ],
    })
  })

  test('at the same price one eSIM is better than two', () => {
    const both = sell({ covers: ['JP', 'KR'], daily: 200, maxDays: 30 })
    const each = ['JP', 'KR'].map((iso2) => sell({ covers: [iso2], daily: 100, maxDays: 30 }))

    expect(cheapestCover([stay('JP'), stay('KR')], 5, [...each, both])?.parts).toHaveLength(1)
  })

  test('an offer that ends before the stay does is no cover', () => {
    expect(cheapestCover([stay('JP')], 10, [sell({ covers: ['JP'], daily: 1, maxDays: 9 })])).toBeNull()
  })

  test('a country that nobody covers leaves no way at all', () => {
    expect(cheapestCover([stay('JP'), stay('AQ')], 3, [sell({ covers: ['JP'], daily: 1, maxDays: 30 })])).toBeNull()
  })

  test('no stop and too many stops have no answer', () => {
    const many = Array.from({ length: MAX_STOPS + 1 }, (_, index) => stay(`C${index}`))

    expect(cheapestCover([], 5, [])).toBeNull()
    expect(cheapestCover(many, 5, [sell({ covers: many.map(({ iso2 }) => iso2), daily: 1, maxDays: 9 })])).toBeNull()
  })

  test('the days of some stops never pass those of the trip', () => {
    expect(daysOver([stay('JP', 6), stay('KR')], ['JP', 'KR'], 10)).toBe(10)
    expect(daysOver([stay('JP', 3), stay('KR', 4)], ['JP', 'KR'], 10)).toBe(7)
  })

  test('an offer for the first and the last stop must last through what lies between them', () => {
    const trip = [stay('JP', 2), stay('KR', 5), stay('TW', 3)]
    const outer = sell({ covers: ['JP', 'TW'], daily: 10, maxDays: 9 })
    const korea = sell({ covers: ['KR'], daily: 10, maxDays: 9 })

    expect(daysOver(trip, ['JP', 'TW'], 12)).toBe(10)
    expect(cheapestCover(trip, 12, [outer, korea])?.parts).toMatchObject([
      { stops: ['JP'], days: 2 },
      { stops: ['KR'], days: 5 },
      { stops: ['TW'], days: 3 },
    ])
  })
})

describe('whatever is on sale', () => {
  const onSale = fc.array(
    fc.record({
      covers: fc.subarray(COUNTRIES, { minLength: 1 }),
      daily: fc.integer({ min: 0, max: 500 }),
      maxDays: fc.integer({ min: 1, max: 20 }),
    }),
    { maxLength: 8 },
  )
  const trip = fc.record({
    tripDays: fc.integer({ min: 1, max: 20 }),
    stops: fc
      .subarray(COUNTRIES, { minLength: 1 })
      .chain((chosen) =>
        fc.tuple(...chosen.map((iso2) => fc.option(fc.integer({ min: 1, max: 20 })).map((days) => stay(iso2, days)))),
      ),
  })

  test('every stop is covered once, by an offer that works there for all its days', () => {
    fc.assert(
      fc.property(onSale, trip, (goods, { stops, tripDays }) => {
        const cover = cheapestCover(stops, tripDays, goods.map(sell))
        if (!cover) return
        expect(cover.parts.flatMap((part) => part.stops).sort()).toEqual(stops.map(({ iso2 }) => iso2).sort())
        for (const { offer, stops: chosen, days } of cover.parts) {
          expect(chosen.every((iso2) => offer.covers.includes(iso2))).toBe(true)
          expect(days).toBe(daysOver(stops, chosen, tripDays))
          expect(offer.days).toBe(days)
        }
        expect(cover.minor).toBe(cover.parts.reduce((sum, { offer }) => sum + offer.minor, 0))
      }),
    )
  })

  test('it is never dearer than one offer for everything, nor than one for each country', () => {
    fc.assert(
      fc.property(onSale, trip, (goods, { stops, tripDays }) => {
        const coverers = goods.map(sell)
        const minor = cheapestCover(stops, tripDays, coverers)?.minor ?? Number.POSITIVE_INFINITY
        const least = (members: Stop[]) =>
          Math.min(
            ...coverers
              .filter(({ covers }) => members.every(({ iso2 }) => covers.has(iso2)))
              .map(
                ({ priceFor }) =>
                  priceFor(daysOver(stops, codesOf(members), tripDays))?.minor ?? Number.POSITIVE_INFINITY,
              ),
          )

        expect(minor).toBeLessThanOrEqual(least(stops))
        expect(minor).toBeLessThanOrEqual(stops.reduce((sum, stop) => sum + least([stop]), 0))
      }),
    )
  })

  test('no division of the trip is cheaper', () => {
    fc.assert(
      fc.property(onSale, trip, (goods, { stops, tripDays }) => {
        const coverers = goods.map(sell)
        const least = (members: readonly Stop[]): number =>
          Math.min(
            ...coverers
              .filter(({ covers }) => members.every(({ iso2 }) => covers.has(iso2)))
              .map(
                ({ priceFor }) =>
                  priceFor(daysOver(stops, codesOf(members), tripDays))?.minor ?? Number.POSITIVE_INFINITY,
              ),
          )
        const all = (rest: readonly Stop[]): number => {
          const [first, ...others] = rest
          if (!first) return 0
          const groups = Array.from({ length: 1 << others.length }, (_, set) =>
            others.filter((_, at) => set & (1 << at)),
          )

          return Math.min(
            ...groups.map((group) => least([first, ...group]) + all(others.filter((stop) => !group.includes(stop)))),
          )
        }

        expect(cheapestCover(stops, tripDays, coverers)?.minor ?? Number.POSITIVE_INFINITY).toBe(all(stops))
      }),
      { numRuns: 60 },
    )
  })
})

import { describe, expect, test } from 'vitest'
import { answerTrip } from '#components/catalog/trip/trip-answer.ts'
import { parseStops } from '#components/catalog/trip/trip-stops.ts'
import type { PlaceOnSale } from '#lib/settings/rules/shop.ts'
import { aPlace, aShopPlan, LIST_TEXTS } from '#tests/support/places-on-sale.ts'

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
  })
})

import { describe, expect, test } from 'vitest'
import { byLeastPrice, cheaperFixedPlan, leastPrice, nearestOnSale } from '#lib/catalog/rules/on-sale.ts'
import { mergeNetworks, toGeneration } from '#lib/catalog/rules/plan.ts'
import { money } from '#lib/core/rules/money.ts'
import type { ShopPlan } from '#lib/settings/rules/shop.ts'

function aPlan(overrides: Partial<ShopPlan> = {}): ShopPlan {
  return {
    id: 'pln_1',
    amount: { value: 1, unit: 'GB' },
    term: { kind: 'fixed', days: 7 },
    price: money(500, 'USD'),
    canTopUp: true,
    needsStartDate: false,
    startsAtOnce: null,
    networks: null,
    words: [],
    cancelRule: 'unknown',
    ...overrides,
  }
}

const DAY_PASS = aPlan({ id: 'pln_d', term: { kind: 'day_pass', minDays: 3, maxDays: 30 }, price: money(200, 'USD') })

describe('networks', () => {
  test.each([
    ['5G', '5G'],
    ['LTE', '4G'],
    ['4G', '4G'],
    ['HSPA+', '3G'],
    ['GSM', '2G'],
    ['satellite', null],
    [null, null],
  ])('%j is %j', (word, generation) => {
    expect(toGeneration(word)).toBe(generation)
  })

  test('come once each, with the best that is named for them', () => {
    const merged = mergeNetworks([
      [{ operator: 'KDDI', generation: 'LTE' }],
      null,
      [
        { operator: 'KDDI', generation: '5G' },
        { operator: 'Rakuten', generation: '?' },
      ],
    ])

    expect(merged).toEqual([
      { operator: 'KDDI', generation: '5G' },
      { operator: 'Rakuten', generation: null },
    ])
  })

  test.each([[[]], [[null]], [[[], null]]])('of %j are not stated', (lists) => {
    expect(mergeNetworks(lists)).toBeNull()
  })
})

test('a day pass costs its shortest stay at least', () => {
  expect(leastPrice(DAY_PASS)).toEqual(money(600, 'USD'))
})

test('plans stand from the cheapest purchase up, more data first at the same price', () => {
  const plans = [DAY_PASS, aPlan(), aPlan({ id: 'pln_2', amount: { value: 3, unit: 'GB' } })]

  expect(plans.sort(byLeastPrice).map(({ id }) => id)).toEqual(['pln_2', 'pln_1', 'pln_d'])
})

describe('the fixed plan beside a day pass', () => {
  const sevenDays = aPlan({ amount: { value: 7, unit: 'GB' }, price: money(1_399, 'USD') })

  test('is named when it gives as much for less', () => {
    expect(cheaperFixedPlan(DAY_PASS, [sevenDays])).toBe(sevenDays)
  })

  test.each([
    ['it gives less data', { amount: { value: 7_167, unit: 'MB' } }],
    ['it costs as much', { price: money(1_400, 'USD') }],
    ['it is too short for the pass', { term: { kind: 'fixed', days: 2 } }],
  ] as const)('is not named when %s', (_, change) => {
    expect(cheaperFixedPlan(DAY_PASS, [{ ...sevenDays, ...change }])).toBeNull()
  })

  test('is never named beside another fixed plan', () => {
    expect(cheaperFixedPlan(sevenDays, [aPlan({ price: money(1, 'USD') })])).toBeNull()
  })
})

describe('the plan most like one that is gone', () => {
  const sized = (id: string, value: number, days: number) =>
    aPlan({ id, amount: { value, unit: 'GB' }, term: { kind: 'fixed', days } })

  test('is of its kind, and the nearest in data and days together', () => {
    const plans = [DAY_PASS, sized('pln_a', 1, 30), sized('pln_b', 10, 15), sized('pln_c', 20, 30)]

    expect(nearestOnSale(sized('pln_gone', 5, 15), plans)?.id).toBe('pln_b')
    expect(nearestOnSale({ ...DAY_PASS, amount: { value: 5, unit: 'GB' } }, plans)?.id).toBe('pln_d')
  })

  test('is of the other kind where there is no other, and nothing where nothing is on sale', () => {
    expect(nearestOnSale(DAY_PASS, [sized('pln_a', 1, 30)])?.id).toBe('pln_a')
    expect(nearestOnSale(DAY_PASS, [])).toBeNull()
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  byLeastPrice,
  leastPrice,
  nearestOnSale,
  type SaleDestination,
  type SaleTerms,
  saleAnswer,
  whyNotOnSale,
} from '#lib/catalog/rules/on-sale.ts'
import { type CatalogPlan, mergeNetworks, toGeneration } from '#lib/catalog/rules/plan.ts'
import { plainText, refundabilityRuleLines } from '#lib/catalog/rules/refundability.ts'
import { decimal } from '#lib/core/rules/decimal.ts'
import { money } from '#lib/core/rules/money.ts'
import type { PriceRule } from '#lib/pricing/rules/pricing.ts'
import type { ShopPlan } from '#lib/settings/rules/shop.ts'
import { aShopPlan } from '#tests/support/places-on-sale.ts'

describe('on sale', () => {
  const RULE: PriceRule = {
    scope: 'global',
    scopeKey: '',
    percent: decimal(50),
    addMinor: null,
    fixedMinor: null,
    rounding: 'none',
    floorPercent: null,
    floorMinor: null,
    version: 1,
  }
  const TERMS: SaleTerms = {
    rules: [RULE],
    currency: 'USD',
    rate: decimal(1),
    canSendDays: true,
    canSendStartDate: true,
  }
  const OPEN: SaleDestination = { isHidden: false, vanishedAt: null, shelf: 'asia' }

  function aPlan(overrides: Partial<CatalogPlan> = {}): CatalogPlan {
    return {
      id: 'pln_1',
      skuId: 26,
      planKey: 'a',
      code: 'a',
      priceId: 1,
      kind: 'fixed',
      unsoldReason: null,
      minDays: null,
      maxDays: null,
      amountValue: 3,
      amountUnit: 'GB',
      validityDays: 7,
      cost: decimal('2'),
      openCardFee: null,
      canTopUp: true,
      needsStartDate: false,
      expireDays: null,
      label: null,
      premark: null,
      networks: null,
      isHidden: false,
      vanishedAt: null,
      ...overrides,
    }
  }

  const GONE = { vanishedAt: new Date() }
  const DAY_PASS = { kind: 'day_pass', minDays: 3, maxDays: 30 } as const

  test.each([
    ['destination_gone', {}, { ...OPEN, ...GONE, isHidden: true }, TERMS],
    ['destination_hidden', GONE, { ...OPEN, isHidden: true }, TERMS],
    ['plan_gone', { ...GONE, isHidden: true }, OPEN, TERMS],
    ['plan_hidden', { isHidden: true }, OPEN, TERMS],
    ['days_enumerated', { kind: 'unsold', unsoldReason: 'days_enumerated' }, OPEN, TERMS],
    ['kind_unknown', { kind: 'unsold' }, OPEN, TERMS],
    ['day_bounds_invalid', { ...DAY_PASS, minDays: 30, maxDays: 3 }, OPEN, TERMS],
    ['day_bounds_invalid', { ...DAY_PASS, maxDays: null }, OPEN, TERMS],
    ['card_fee', { openCardFee: decimal('1.5') }, OPEN, TERMS],
    ['day_pass_off', DAY_PASS, OPEN, { ...TERMS, canSendDays: false }],
    ['start_date_off', { needsStartDate: true }, OPEN, { ...TERMS, canSendStartDate: false }],
    ['no_exchange_rate', {}, OPEN, { ...TERMS, rate: null }],
    ['no_price_rule', {}, OPEN, { ...TERMS, rules: [] }],
    ['no_price', { cost: decimal(0) }, OPEN, TERMS],
    ['below_floor', {}, OPEN, { ...TERMS, rules: [{ ...RULE, floorPercent: decimal(51) }] }],
  ] as const)('answers %s first', (reason, plan, destination, terms) => {
    expect(whyNotOnSale({ plan: aPlan(plan), destination, terms })).toBe(reason)
  })

  test.each([[{}], [DAY_PASS], [{ openCardFee: decimal(0) }], [{ needsStartDate: true }]])(
    'sells %o at cost plus margin',
    (plan) => {
      expect(saleAnswer({ plan: aPlan(plan), destination: OPEN, terms: TERMS })).toMatchObject({
        isOnSale: true,
        unit: { minor: 300, currency: 'USD' },
      })
    },
  )
})

describe('shop plan', () => {
  const aPlan = (overrides: Partial<ShopPlan> = {}) =>
    aShopPlan('pln_1', 500, { amount: { value: 1, unit: 'GB' }, term: { kind: 'fixed', days: 7 }, ...overrides })

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
})

test.each([
  [
    'Data plan: 3GB.<br>APN: internet<BR/>Hotspot&nbsp;&amp; calls',
    ['Data plan: 3GB.', 'APN: internet', 'Hotspot & calls'],
  ],
  ['<p>One</p><p class="x">Two</p>', ['One', 'Two']],
  ['a < b and 3 > 2', ['a < b and 3 > 2']],
  ['<script>alert(1)</script>kept<img src=x onerror=alert(1)>', ['kept']],
  ['&lt;b&gt;shown as text&lt;/b&gt;', ['<b>shown as text</b>']],
  ['price \u202e00.1\u202c', ['price 00.1']],
  ['', []],
  [null, []],
])('%j reads %j', (premark, items) => {
  expect(refundabilityRuleLines(premark)).toEqual(items)
})

test('is limited in lines and in length, and keeps no tag, whatever comes', () => {
  const unit = fc.constantFrom('<', 'p', '>', 'br', '/', '\n', ' ', 'x', '!--')
  fc.assert(
    fc.property(fc.string({ maxLength: 3000, unit }), (text) => {
      const items = refundabilityRuleLines(text)

      expect(items.length).toBeLessThanOrEqual(40)
      expect(items.filter((item) => item.length > 400 || /<\/?[a-z]/.test(item))).toEqual([])
    }),
  )
})

test('a short text is one line of the length asked for, or nothing', () => {
  expect(plainText(' Bosnia \n Herz ', 6)).toBe('Bosnia')
  expect(plainText(' \u200b ', 6)).toBeNull()
})

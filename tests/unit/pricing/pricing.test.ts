import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CurrencyCode, chargeStepMinor, currencyCodes, currencyExponent } from '#lib/core/rules/currency.ts'
import { compareDecimals, type Decimal, decimal, multiplyDecimals } from '#lib/core/rules/decimal.ts'
import { isChargeable, money } from '#lib/core/rules/money.ts'
import { findRule, hasDrifted, marginOf, type PriceRule, priceOf, totalCost } from '#lib/pricing/rules/pricing.ts'

function aRule(overrides: Partial<PriceRule> = {}): PriceRule {
  return {
    scope: 'global',
    scopeKey: '',
    percent: null,
    addMinor: null,
    fixedMinor: null,
    rounding: 'none',
    floorPercent: null,
    floorMinor: null,
    version: 1,
    ...overrides,
  }
}

function priceIn(currency: CurrencyCode, cost: string, rule: Partial<PriceRule>, rate = '1') {
  return priceOf({ cost: decimal(cost), rate: decimal(rate), rule: aRule(rule), currency }).price?.minor ?? null
}

describe('the rule for a plan', () => {
  const subject = { planId: 'pln_1', skuId: 26, shelf: 'asia', kind: 'day_pass', megabytes: 3_072 } as const

  test('is the most specific one that fits', () => {
    const rules = [
      aRule({ percent: decimal(1) }),
      aRule({ scope: 'shelf', scopeKey: 'asia', percent: decimal(2) }),
      aRule({ scope: 'destination', scopeKey: '26', percent: decimal(3) }),
      aRule({ scope: 'kind', scopeKey: 'day_pass', percent: decimal(4) }),
      aRule({ scope: 'plan', scopeKey: 'pln_1', percent: decimal(5) }),
    ]

    const found = rules.map((_, index) => findRule(rules.slice(0, index + 1), subject)?.percent)

    expect(found).toEqual(['1', '2', '3', '4', '5'])
  })

  test('is the newest of two versions', () => {
    expect(findRule([aRule({ version: 2 }), aRule({ version: 7 }), aRule({ version: 3 })], subject)?.version).toBe(7)
  })

  test.each([
    ['fixed', 'day_pass', 'day_pass'],
    ['day_pass', 'size:3072', 'size:3072'],
    ['size:1024', 'size:3072', 'size:3072'],
    ['size:3072', 'size:3073', 'size:3072'],
    ['size:3072', '26/day_pass', '26/day_pass'],
    ['26/day_pass', '26/size:512', '26/size:512'],
    ['26/size:512', '27/size:1024', '26/size:512'],
  ])('of the kinds %s and %s is %s', (a, b, expected) => {
    const rules = [a, b].map((scopeKey) => aRule({ scope: 'kind', scopeKey }))

    expect([findRule(rules, subject), findRule(rules.toReversed(), subject)].map((rule) => rule?.scopeKey)).toEqual([
      expected,
      expected,
    ])
  })

  test('takes rounding and floor from the next wider rule that has some', () => {
    const rules = [
      aRule({ rounding: 'whole', floorPercent: decimal(9) }),
      aRule({ scope: 'shelf', scopeKey: 'asia', rounding: 'half', floorMinor: 100 }),
      aRule({ scope: 'plan', scopeKey: 'pln_1', rounding: null, percent: decimal(1) }),
    ]

    expect(findRule(rules, subject)).toMatchObject({
      scope: 'plan',
      percent: '1',
      rounding: 'half',
      floorPercent: null,
      floorMinor: 100,
    })
  })

  test('is none when every rule speaks about something else', () => {
    expect(findRule([aRule({ scope: 'shelf', scopeKey: 'europe' })], subject)).toBeNull()
  })
})

describe('a price', () => {
  test.each([
    ['USD', '1.90', { percent: decimal(40) }, 266],
    ['USD', '0.333', { percent: decimal(45), addMinor: 30 }, 79],
    ['JPY', '3.2', { percent: decimal(10) }, 4],
    ['KWD', '1.2341', {}, 1240],
    ['ISK', '12.01', {}, 1300],
    ['USD', '9.01', { rounding: 'whole' }, 1000],
    ['USD', '9.01', { rounding: 'half' }, 950],
    ['USD', '9.51', { rounding: 'half' }, 1000],
    ['USD', '9.01', { rounding: 'ninety_nine' }, 999],
    ['USD', '9.995', { rounding: 'ninety_nine' }, 1099],
    ['KWD', '9.01', { rounding: 'ninety_nine' }, 9990],
    ['JPY', '901', { rounding: 'ninety_nine' }, 901],
    ['USD', '5', { fixedMinor: 1234 }, 1234],
  ] as const)('in %s for a cost of %s under %o is %i', (currency, cost, rule, expected) => {
    expect(priceIn(currency, cost, rule)).toBe(expected)
  })

  test('counts the exchange rate exactly: 0.1 at a rate of 3 is 30 and not 31', () => {
    expect(priceIn('USD', '0.1', {}, '3')).toBe(30)
  })

  test('below the least margin is refused, not raised', () => {
    const rule = aRule({ fixedMinor: 100, floorPercent: decimal(5) })

    const priced = priceOf({ cost: decimal('0.96'), rate: decimal(1), rule, currency: 'USD' })

    expect(priced).toEqual({ price: null, problem: 'below_floor' })
  })

  test.each([
    ['20 %% of the price remain', 500, { floorPercent: decimal(20) }, true],
    ['20 %% of the price do not remain', 499, { floorPercent: decimal(20) }, false],
    ['one unit remains', 500, { floorMinor: 100 }, true],
    ['one unit does not remain', 499, { floorMinor: 100 }, false],
    ['of two floors the one that fails counts', 500, { floorPercent: decimal(10), floorMinor: 101 }, false],
  ])('at a cost of 4: %s', (_, fixedMinor, floor, isSold) => {
    expect(priceIn('USD', '4', { fixedMinor, ...floor })).toBe(isSold ? fixedMinor : null)
  })

  test('of nothing cannot be charged', () => {
    expect(priceOf({ cost: decimal(0), rate: decimal(1), rule: aRule(), currency: 'EUR' }).problem).toBe('no_price')
  })
})

const decimals = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 9n }), fc.integer({ min: 0, max: 6 }))
  .map(([units, scale]) => multiplyDecimals(decimal(String(units)), decimal(`1e-${scale}`)))
const rounding = fc.constantFrom('none', 'whole', 'half', 'ninety_nine' as const)

describe('every price', () => {
  test('can be charged, never lies under cost plus margin, and less than one unit above it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...currencyCodes),
        decimals,
        rounding,
        fc.integer({ min: 0, max: 300 }),
        (...given) => {
          const [currency, cost, rounding, percent] = given
          const rule = aRule({ rounding, percent: decimal(percent) })

          const { price } = priceOf({ cost, rate: decimal(1), rule, currency })

          if (!price) throw new Error('There is a price for every positive cost.')
          const exponent = currencyExponent(currency)
          const exact = multiplyDecimals(multiplyDecimals(cost, decimal(100 + percent)), decimal(`1e${exponent - 2}`))
          const unit = Math.max(10 ** exponent, chargeStepMinor(currency))
          expect(isChargeable(price)).toBe(true)
          expect(compareDecimals(decimal(price.minor), exact)).toBeGreaterThanOrEqual(0)
          expect(compareDecimals(decimal(price.minor - unit), exact)).toBeLessThan(0)
        },
      ),
    )
  })

  test('does not fall when the cost rises', () => {
    fc.assert(
      fc.property(decimals, decimals, rounding, (a, b, rounding) => {
        const [low, high] = compareDecimals(a, b) <= 0 ? [a, b] : [b, a]
        const price = (cost: Decimal) => priceIn('EUR', cost, { rounding, percent: decimal(20) }) ?? 0

        expect(price(low)).toBeLessThanOrEqual(price(high))
      }),
    )
  })
})

test.each([
  [1850, '1233', 617, 3335],
  [290, '267', 23, 793],
  [100, '0.5', 99, 9950],
  [100, '133.3', -34, -3330],
  [0, '5', -5, 0],
])(
  'of a price of %i at a cost of %s remain %i, which is %i hundredths of a percent',
  (price, cost, minor, basisPoints) => {
    expect(marginOf(money(price, 'EUR'), decimal(cost))).toEqual({ minor, basisPoints })
  },
)

test('the cost of several pieces of several days is exact', () => {
  expect(totalCost(decimal('0.1'), 3, 7)).toBe('2.1')
})

test.each([
  ['10', '10.2', false],
  ['10', '10.201', true],
  ['10', '3', false],
])('from %s to %s is past two percent: %s', (before, now, expected) => {
  expect(hasDrifted(decimal(before), decimal(now))).toBe(expected)
})

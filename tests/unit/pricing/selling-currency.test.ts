import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CurrencyCode,
  chargeStepMinor,
  currencyCodes,
  currencyExponent,
  leastChargeMinor,
} from '#lib/core/rules/currency.ts'
import { compareDecimals, decimal, multiplyDecimals, parseDecimal } from '#lib/core/rules/decimal.ts'
import { isChargeable, type Money, money, multiply, sum, toDecimalText } from '#lib/core/rules/money.ts'
import { piecesIn, type ShownCurrency, shownMetric } from '#lib/pricing/client/chosen-prices.ts'
import { countriesOf, currencyOf } from '#lib/pricing/rules/currency-countries.ts'
import { promotionFor, takenOf } from '#lib/pricing/rules/promotion-discount.ts'
import {
  CURRENCY_ROUNDINGS,
  type CurrencyRounding,
  leastPayableMinor,
  metricIn,
  type PriceTerms,
  priceIn,
  readPriceTerms,
  roundUp,
  type SellingCurrency,
  toOrderRate,
  toSaleMinor,
  toStoreMinor,
  usableCurrencies,
  writePriceTerms,
} from '#lib/pricing/rules/selling-currency.ts'

const RUNS = process.env.FULL === '1' ? 100_000 : 2_000

const terms = (changes: Partial<PriceTerms> = {}): PriceTerms => ({
  code: 'JPY',
  rate: decimal('171.5'),
  markup: decimal('2'),
  rounding: 'ten',
  ...changes,
})

const rates = fc
  .tuple(fc.integer({ min: 1, max: 3_000_000 }), fc.integer({ min: 0, max: 6 }))
  .map(([units, scale]) => decimal(`${units}e-${scale}`))
const markups = fc.integer({ min: 0, max: 5_000 }).map((hundredths) => decimal(`${hundredths}e-2`))
const anyTerms: fc.Arbitrary<PriceTerms> = fc.record({
  code: fc.constantFrom(...currencyCodes),
  rate: rates,
  markup: markups,
  rounding: fc.constantFrom(...CURRENCY_ROUNDINGS),
})
const anyPrice = fc
  .tuple(fc.integer({ min: 1, max: 500_000 }), fc.constantFrom<CurrencyCode>('EUR', 'USD', 'JPY', 'KWD'))
  .map(([minor, currency]) => money(minor, currency))

describe('a price in another currency', () => {
  test.each<[string, CurrencyCode, CurrencyRounding, string, string]>([
    ['to the yen', 'JPY', 'none', '171.5', '788'],
    ['to ten yen', 'JPY', 'ten', '171.5', '790'],
    ['to a hundred yen', 'JPY', 'hundred', '171.5', '800'],
    ['to .99', 'GBP', 'ninety_nine', '0.8571', '3.99'],
    ['to .90', 'CHF', 'ninety', '0.9312', '4.90'],
    ['to half a unit', 'USD', 'half', '1.0834', '5.00'],
    ['to whole units', 'USD', 'whole', '1.0834', '5'],
    ['to a step that cards can pay in', 'KWD', 'none', '0.3331', '1.530'],
    ['to .99 where there are no decimals: whole units', 'JPY', 'ninety_nine', '171.5', '788'],
  ])('is rounded upwards once, %s', (_, code, rounding, rate, expected) => {
    const price = priceIn(money(450, 'EUR'), terms({ code, rounding, rate: decimal(rate) }))

    expect(decimal(toDecimalText(price))).toBe(decimal(expected))
    expect(price.currency).toBe(code)
  })

  test('is never less than what can be charged', () => {
    expect(priceIn(money(1, 'EUR'), terms({ code: 'JPY', rounding: 'none' }))).toEqual(money(86, 'JPY'))
    expect(priceIn(money(1, 'EUR'), terms({ code: 'CZK', rate: decimal('25'), rounding: 'whole' })).minor).toBe(1500)
  })

  test('is never less than what can be charged in the store’s currency, which is what processors pay out', () => {
    const won = terms({ code: 'KRW', rate: decimal('1500'), rounding: 'none' })

    expect(leastPayableMinor({ store: 'EUR', sale: 'KRW', rate: won.rate })).toBe(750)
    expect(priceIn(money(1, 'EUR'), won)).toEqual(money(750, 'KRW'))
    expect(leastPayableMinor({ store: 'USD', sale: 'JPY', rate: decimal('158.4') })).toBe(80)
  })

  test('covers the price of the store at the rate with its markup, so that no floor is lost, and can be charged', () => {
    fc.assert(
      fc.property(anyPrice, anyTerms, (own, to) => {
        const price = priceIn(own, to)
        const worth = multiplyDecimals(decimal(toDecimalText(own)), to.rate)

        expect(compareDecimals(decimal(toDecimalText(price)), worth)).toBeGreaterThanOrEqual(0)
        expect(isChargeable(price)).toBe(true)
        expect(price.minor).toBeGreaterThanOrEqual(leastChargeMinor(to.code))
        expect(metricIn(own, to).minor).toBeLessThanOrEqual(price.minor)
      }),
      { numRuns: RUNS },
    )
  })

  test('keeps the order of prices, so that a list sorted in one currency is sorted in all', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500_000 }), fc.nat(10_000), anyTerms, (minor, more, to) => {
        const [less, larger] = [priceIn(money(minor, 'EUR'), to), priceIn(money(minor + more, 'EUR'), to)]

        expect(larger.minor).toBeGreaterThanOrEqual(less.minor)
      }),
      { numRuns: RUNS },
    )
  })

  test('is less than one step of its rounding above the exact amount', () => {
    const steps: Record<CurrencyRounding, number> = {
      ...{ none: 0, half: 0.5, whole: 1, ninety: 1, ninety_nine: 1, ten: 10, hundred: 100 },
    }
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), anyTerms, (minor, { code, rounding }) => {
        const rounded = roundUp(decimal(minor), rounding, code)
        const unit = 10 ** currencyExponent(code)
        const step = Math.max(steps[rounding] * unit, rounding === 'half' ? 0 : chargeStepMinor(code))

        expect(rounded.minor).toBeGreaterThanOrEqual(minor)
        expect(rounded.minor - minor).toBeLessThan(
          Math.max(step, unit * (chargeStepMinor(code) * 100 > unit ? 1 : 0), 1),
        )
      }),
      { numRuns: RUNS },
    )
  })
})

describe('the rate of an order', () => {
  const yen = { store: 'EUR', sale: 'JPY', rate: decimal('171.5') } as const

  test('turns amounts into the currency of the store, half away from zero', () => {
    expect([0, 1, 86, 17150, -86].map((minor) => toStoreMinor(minor, yen))).toEqual([0, 1, 50, 10_000, -50])
    expect(toStoreMinor(1_000, { store: 'EUR', sale: 'KWD', rate: decimal('0.3331') })).toBe(300)
    expect(toSaleMinor(1_000, yen, 'down')).toBe(1_715)
    expect(toSaleMinor(999, yen, 'down')).toBe(1_713)
  })

  test('gives back what it was given, within half a minor unit of either currency', () => {
    const pairs = fc.record({
      store: fc.constantFrom(...currencyCodes),
      sale: fc.constantFrom(...currencyCodes),
      rate: rates.filter((rate) => compareDecimals(rate, decimal('0.0001')) > 0),
    })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), pairs, (minor, pair) => {
        const there = toSaleMinor(minor, pair, 'half-up')
        if (!Number.isSafeInteger(there)) return
        const perSale = 10 ** (currencyExponent(pair.store) - currencyExponent(pair.sale)) / Number(pair.rate)

        expect(Math.abs(toStoreMinor(there, pair) - minor)).toBeLessThanOrEqual(Math.ceil(perSale / 2 + 0.5))
      }),
      { numRuns: RUNS },
    )
  })

  test('is none for an order in the store’s own currency', () => {
    expect(toOrderRate({ currency: 'EUR', storeCurrency: null, storeRate: null })).toBeNull()
    expect(toOrderRate({ currency: 'JPY', storeCurrency: 'EUR', storeRate: '171.5000000000' })).toEqual(yen)
  })

  const credit = {
    ...{ id: 'prm_1', code: 'CRD-1', basisPoints: null, amountMinor: 1_000, currency: 'EUR', minimumMinor: 0 },
    ...{ totalLimit: null, personLimit: null, startsAt: new Date(0), endsAt: null, endedAt: null, skuIds: [] },
    ...{ planKind: null, stacks: true, maySellUnderFloor: true, turn: 1, used: 0, credit: { leftMinor: 999 } },
  }

  test('counts a voucher and a credit in the currency of the order, and what they give in their own', () => {
    const there = promotionFor({ ...credit, minimumMinor: 500 }, yen)

    expect(there).toMatchObject({
      currency: 'JPY',
      amountMinor: 1_715,
      minimumMinor: 858,
      credit: { leftMinor: 1_713 },
    })
    // All of it, although 1,713 yen are worth a little less than 9.99 euros.
    expect(takenOf(credit, 1_713, yen)).toBe(999)
    expect(takenOf(credit, 1_713, null)).toBeNull()
    expect(promotionFor({ ...credit, currency: 'GBP' }, yen).currency).toBe('GBP')
  })

  test('never takes more of a credit than is left of it', () => {
    fc.assert(
      fc.property(
        fc.nat(1_000_000),
        fc.constantFrom<CurrencyCode>('JPY', 'KWD', 'GBP', 'VND'),
        rates,
        (leftMinor, sale, rate) => {
          const pair = { store: 'EUR', sale, rate } as const
          const own = { ...credit, credit: { leftMinor } }
          const most = promotionFor(own, pair).credit?.leftMinor ?? 0

          if (Number.isSafeInteger(most)) expect(takenOf(own, most, pair)).toBeLessThanOrEqual(leftMinor)
        },
      ),
      { numRuns: RUNS },
    )
  })
})

describe('the currencies a store sells in', () => {
  const currency = (code: CurrencyCode, asOf: string): SellingCurrency => ({
    ...terms({ code }),
    ...{ asOf, source: 'url' },
  })

  test('stop one by one when their rate is older than the limit, to the day', () => {
    const now = new Date('2026-11-28T23:59:59Z')
    const all = [currency('JPY', '2026-11-21'), currency('GBP', '2026-11-20'), currency('CHF', '2026-11-28')]

    expect(usableCurrencies(all, { maxAgeDays: 7, now }).map(({ code }) => code)).toEqual(['JPY', 'CHF'])
    expect(usableCurrencies(all, { maxAgeDays: 7, now: new Date('2026-11-29T00:00:00Z') })).toHaveLength(1)
  })

  test('travel to the browser as one short text, and are the same there', () => {
    fc.assert(
      fc.property(fc.array(anyTerms, { maxLength: 12 }), (all) => {
        expect(readPriceTerms(writePriceTerms(all))).toEqual(all)
      }),
    )
    expect(writePriceTerms([terms()])).toBe('JPY 171.5 2 ten')
    expect(readPriceTerms('')).toEqual([])
    expect(readPriceTerms('XXX 1 0 none')).toEqual([])
    expect(parseDecimal('171.5')).toBe(terms().rate)
  })
})

const YEN: PriceTerms = { code: 'JPY', rate: decimal('158.4'), markup: decimal('2'), rounding: 'ten' }
const inYen: ShownCurrency = { own: 'USD', terms: YEN }
const inOwn: ShownCurrency = { own: 'USD', terms: null }
const yen = (minor: number): Money => priceIn(money(minor, 'USD'), YEN)

test('several pieces cost what each of them costs by itself, as they are sold', () => {
  expect(piecesIn('290', inYen)).toEqual(yen(290))
  expect(piecesIn('290*3', inYen)).toEqual(multiply(yen(290), 3))
  expect(piecesIn('290*2 1030', inYen)).toEqual(sum([yen(290), yen(290), yen(1_030)], 'JPY'))
  // Rounded as one sum they would cost less than what is charged.
  expect(piecesIn('291*3', inYen).minor).toBeGreaterThan(yen(873).minor)
})

test('in the currency of the store every price stays what its attribute says', () => {
  expect(piecesIn('290*2 1030', inOwn)).toEqual(money(1_610, 'USD'))
  expect(shownMetric(97, inOwn)).toEqual(money(97, 'USD'))
})

test('a price per day or gigabyte is not rounded as a price is, because nobody pays it as it stands', () => {
  expect(shownMetric(97, inYen)).toEqual(money(157, 'JPY'))
  expect(piecesIn('97', inYen)).toEqual(money(160, 'JPY'))
})

test('no country pays in two currencies, and every one has a name', () => {
  const countries = currencyCodes.flatMap(countriesOf)
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

  expect(countries.length).toBe(new Set(countries).size)
  expect(countries.filter((country) => names.of(country) === undefined)).toEqual([])
})

test('a country leads to its currency, and one whose currency cannot be counted to none', () => {
  expect(['GB', 'JP', 'KW', 'DE', 'HR', 'BG', 'LI', 'SN', 'NO'].map(currencyOf)).toEqual([
    ...['GBP', 'JPY', 'KWD', 'EUR', 'EUR', 'EUR', 'CHF', 'XOF', 'NOK'],
  ])
  expect(currencyOf('AQ')).toBeNull()
})

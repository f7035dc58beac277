import { expect, test } from 'vitest'
import { currencyCodes } from '#lib/core/rules/currency.ts'
import { decimal } from '#lib/core/rules/decimal.ts'
import { type Money, money, multiply, sum } from '#lib/core/rules/money.ts'
import { piecesIn, type ShownCurrency, shownMetric } from '#lib/pricing/client/chosen-prices.ts'
import { countriesOf, currencyOf } from '#lib/pricing/rules/currency-countries.ts'
import { type PriceTerms, priceIn } from '#lib/pricing/rules/selling-currency.ts'

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

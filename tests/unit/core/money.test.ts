import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CurrencyCode, currencyCodes, currencyExponent, parseCurrency } from '#lib/core/rules/currency.ts'
import { moneySchema } from '#lib/core/rules/field-schemas.ts'
import {
  add,
  compare,
  formatMoney,
  isChargeable,
  isSameMoney,
  money,
  multiply,
  parseMoney,
  subtract,
  sum,
  toDecimalText,
  zero,
} from '#lib/core/rules/money.ts'

const anyCurrency = fc.constantFrom(...currencyCodes)
const anyMinor = fc.integer({ min: -(2 ** 40), max: 2 ** 40 })

describe('an amount', () => {
  test.each([0.1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('refuses %s minor units', (minor) => {
    expect(() => money(minor, 'USD')).toThrow(RangeError)
  })

  test('is never minus zero', () => {
    expect(Object.is(multiply(money(5, 'EUR'), -0).minor, 0)).toBe(true)
    expect(Object.is(parseMoney('-0', 'EUR')?.minor, 0)).toBe(true)
  })

  test.each([
    { minor: 1.5, currency: 'USD' },
    { minor: 2 ** 53, currency: 'USD' },
    { minor: 1, currency: 'usd' },
    { minor: 1, currency: 'XXX' },
    { minor: 1, currency: 'function toString() { [native code] }' },
    { minor: '1', currency: 'USD' },
    { minor: 1, currency: 'USD', rate: 2 },
  ])('is not read from %j', (input) => {
    expect(moneySchema.safeParse(input).success).toBe(false)
  })

  test('is read from whole minor units and a known currency', () => {
    expect(moneySchema.parse({ minor: 1240, currency: 'EUR' })).toEqual(money(1240, 'EUR'))
  })
})

describe('arithmetic', () => {
  test('subtracting what was added gives the amount back, in every currency', () => {
    fc.assert(
      fc.property(anyMinor, anyMinor, anyCurrency, (a, b, currency) => {
        const before = money(a, currency)

        expect(subtract(add(before, money(b, currency)), money(b, currency))).toEqual(before)
      }),
    )
  })

  test('multiplying is adding several times', () => {
    fc.assert(
      fc.property(anyMinor, fc.integer({ min: 0, max: 50 }), (minor, count) => {
        const one = money(minor, 'USD')

        expect(multiply(one, count)).toEqual(sum(new Array(count).fill(one), 'USD'))
      }),
    )
  })

  test('two currencies are never combined or compared', () => {
    expect(() => add(money(1, 'USD'), money(1, 'EUR'))).toThrow('USD and EUR cannot be combined.')
    expect(() => subtract(money(1, 'USD'), money(1, 'EUR'))).toThrow(RangeError)
    expect(() => compare(money(1, 'USD'), money(1, 'EUR'))).toThrow(RangeError)
    expect(isSameMoney(money(1, 'USD'), money(1, 'EUR'))).toBe(false)
  })

  test('a sum beyond exact integers is refused instead of rounded', () => {
    expect(() => add(money(Number.MAX_SAFE_INTEGER, 'USD'), money(1, 'USD'))).toThrow(RangeError)
    expect(() => multiply(money(2 ** 52, 'USD'), 2)).toThrow(RangeError)
    expect(() => multiply(money(100, 'USD'), 0.5)).toThrow(RangeError)
  })

  test('compares in the order of the minor units', () => {
    const amounts = [money(3, 'USD'), money(-1, 'USD'), zero('USD')]

    expect([...amounts].sort(compare).map((amount) => amount.minor)).toEqual([-1, 0, 3])
  })
})

describe('text', () => {
  test.each<[number, CurrencyCode, string]>([
    [1240, 'EUR', '12.40'],
    [-5, 'USD', '-0.05'],
    [1200, 'JPY', '1200'],
    [1250, 'KWD', '1.250'],
    [0, 'USD', '0.00'],
    [Number.MAX_SAFE_INTEGER, 'USD', '90071992547409.91'],
  ])('%d minor units of %s are %s', (minor, currency, expected) => {
    expect(toDecimalText(money(minor, currency))).toBe(expected)
  })

  test('what was written is read back as the same amount', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), anyCurrency, (minor, currency) => {
        const amount = money(minor, currency)

        expect(parseMoney(toDecimalText(amount), currency)).toEqual(amount)
      }),
    )
  })

  test.each<[string, CurrencyCode]>([
    ['12.345', 'USD'],
    ['1.0', 'JPY'],
    ['1,50', 'EUR'],
    ['1e3', 'USD'],
    ['', 'USD'],
    ['.', 'USD'],
    ['999999999999999', 'USD'],
    ['0x10', 'USD'],
  ])('%j is not an amount of %s', (text, currency) => {
    expect(parseMoney(text, currency)).toBeNull()
  })

  test.each<[number, CurrencyCode, string, string]>([
    [1240, 'USD', 'en', '$12.40'],
    [1240, 'EUR', 'de', '12,40\u00a0€'],
    [1240, 'JPY', 'en', '¥1,240'],
    [1250, 'KWD', 'en', 'KWD\u00a01.250'],
    [50_000, 'ISK', 'en', 'ISK\u00a0500'],
    [-5, 'USD', 'en', '-$0.05'],
    [Number.MAX_SAFE_INTEGER, 'USD', 'en', '$90,071,992,547,409.91'],
  ])('%d minor units of %s read %s as %s', (minor, currency, locale, expected) => {
    expect(formatMoney(money(minor, currency), locale)).toBe(expected)
  })
})

describe('currencies', () => {
  test('have 0, 2 or 3 decimals and are known to the runtime', () => {
    for (const currency of currencyCodes) {
      expect([0, 2, 3]).toContain(currencyExponent(currency))
      expect(Intl.supportedValuesOf('currency')).toContain(currency)
    }
  })

  test('are found in any letter case, and nothing is guessed', () => {
    expect(parseCurrency(' eur ')).toBe('EUR')
    expect(parseCurrency('EURO')).toBeNull()
    expect(parseCurrency('function Object() { [native code] }')).toBeNull()
  })

  test.each<[number, CurrencyCode, boolean]>([
    [1, 'USD', true],
    [0, 'USD', false],
    [-1, 'USD', false],
    [1250, 'KWD', true],
    [1255, 'KWD', false],
    [50_050, 'ISK', false],
    [50_000, 'ISK', true],
  ])('%d minor units of %s can be charged: %s', (minor, currency, expected) => {
    expect(isChargeable(money(minor, currency))).toBe(expected)
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allocate, allocateEvenly } from '#lib/core/rules/allocate.ts'
import {
  type CurrencyCode,
  chargeStepMinor,
  currencyCodes,
  currencyExponent,
  parseCurrency,
} from '#lib/core/rules/currency.ts'
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimal,
  multiplyByInteger,
  multiplyDecimals,
  parseDecimal,
  roundDecimal,
  subtractDecimals,
  toScaledInteger,
} from '#lib/core/rules/decimal.ts'
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

const RUNS = process.env.FULL === '1' ? 100_000 : 2_000

const aCart = fc.record({
  currency: fc.constantFrom(...currencyCodes),
  // Unit price, in what can be charged, and number of eSIMs of each item.
  items: fc.array(fc.tuple(fc.integer({ min: 1, max: 10 ** 7 }), fc.integer({ min: 1, max: 20 })), {
    minLength: 1,
    maxLength: 10,
  }),
  discountPerMille: fc.integer({ min: 0, max: 1000 }),
})

test('D15 discount shares of lines and cards add up to the amount charged, in every currency', () => {
  fc.assert(
    fc.property(aCart, ({ currency, items, discountPerMille }) => {
      const step = chargeStepMinor(currency)
      const totals = items.map(([price, count]) => multiply(money(price * step, currency), count))
      const total = sum(totals, currency)
      const discount = money(Math.floor((total.minor * discountPerMille) / (1000 * step)) * step, currency)
      const charged = subtract(total, discount)

      const discounts = allocate(
        discount,
        totals.map((item) => item.minor),
      )
      const esims = totals.flatMap((item, index) => {
        const net = subtract(item, discounts[index] ?? money(0, currency))

        return allocateEvenly(net, items[index]?.[1] ?? 1)
      })

      expect(sum(discounts, currency)).toEqual(discount)
      expect(sum(esims, currency)).toEqual(charged)
      expect(esims.every((esim) => esim.minor === 0 || isChargeable(esim))).toBe(true)
    }),
    { numRuns: RUNS },
  )
})

test('no share is a whole minor unit away from its exact part', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.array(fc.maxSafeNat(), { minLength: 1 }), (minor, weights) => {
      const total = weights.reduce((all, weight) => all + BigInt(weight), 0n)
      fc.pre(total > 0n)

      const shares = allocate(money(minor, 'USD'), weights)

      shares.forEach((share, index) => {
        const distance = BigInt(share.minor) * total - BigInt(minor) * BigInt(weights[index] ?? 0)
        expect(distance < total && distance > -total).toBe(true)
      })
    }),
  )
})

test('a negative amount is split like the positive one', () => {
  fc.assert(
    fc.property(fc.nat(), fc.array(fc.nat({ max: 99 }), { minLength: 1 }), (minor, weights) => {
      fc.pre(weights.some((weight) => weight > 0))

      const shares = allocate(money(minor, 'EUR'), weights)
      const mirrored = allocate(money(-minor, 'EUR'), weights)

      expect(shares.map((share, index) => add(share, mirrored[index] ?? share).minor)).toEqual(weights.map(() => 0))
    }),
  )
})

test('what is left goes to the largest remainders, the earlier share first among equals', () => {
  const minor = (weights: number[]) => allocate(money(100, 'USD'), weights).map((share) => share.minor)

  expect(minor([1, 1, 1])).toEqual([34, 33, 33])
  expect(minor([1, 2, 3])).toEqual([17, 33, 50])
  expect(minor([0, 1, 0])).toEqual([0, 100, 0])
})

test('what cannot be charged by itself stays with the first share', () => {
  const minor = (amount: number) => allocate(money(amount, 'ISK'), [0, 100, 100]).map((share) => share.minor)

  expect(minor(290_100)).toEqual([0, 145_100, 145_000])
  expect(minor(290_130)).toEqual([0, 145_130, 145_000])
  expect(allocate(money(300, 'ISK'), [150, 150]).map((share) => share.minor)).toEqual([150, 150])
})

test('nothing can be split over nothing, an amount cannot', () => {
  expect(allocate(money(0, 'USD'), [0, 0]).map((share) => share.minor)).toEqual([0, 0])
  expect(() => allocate(money(1, 'USD'), [0, 0])).toThrow(RangeError)
  expect(() => allocate(money(1, 'USD'), [])).toThrow(RangeError)
  expect(() => allocate(money(1, 'USD'), [1, -1])).toThrow(RangeError)
  expect(() => allocate(money(1, 'USD'), [0.5])).toThrow(RangeError)
  expect(() => allocateEvenly(money(1, 'USD'), 0)).toThrow(RangeError)
})

test.each([
  ['21.49', '21.49'],
  ['21.50', '21.5'],
  ['007.0', '7'],
  ['-0.00', '0'],
  ['+3', '3'],
  ['1e3', '1000'],
  ['12.5E-3', '0.0125'],
  ['0.30000000000000004', '0.30000000000000004'],
  [' 4 ', '4'],
  ['21,49', '21.49'],
  ['0,5', '0.5'],
  ['1,2345', '1.2345'],
])('reads %j as %s', (text, expected) => {
  expect(parseDecimal(text)).toBe(expected)
})

test.each([
  '',
  ' ',
  '.',
  '.5',
  '5.',
  '1,234',
  '1.234,56',
  '1,234.56',
  '1 000',
  '0x10',
  'NaN',
  'Infinity',
  '1e41',
  '1e999999999',
  '--1',
  '1_000',
  '٣',
  '$3',
  '9'.repeat(61),
])('refuses %j', (text) => {
  expect(parseDecimal(text)).toBeNull()
})

test('reads whole numbers, and refuses every number that a computer may have rounded', () => {
  expect(parseDecimal(21)).toBe('21')
  expect(parseDecimal(-0)).toBe('0')
  expect(parseDecimal(0.1)).toBeNull()
  expect(parseDecimal(2 ** 53)).toBeNull()
  expect(parseDecimal(Number.NaN)).toBeNull()
})

test('never reads a decimal comma as thousands', () => {
  expect(parseDecimal('21,49')).not.toBe('2149')
})

test('throws for text of our own that is no decimal', () => {
  expect(() => decimal('1,234')).toThrow(RangeError)
})

test('adds what binary numbers cannot', () => {
  expect(addDecimals(decimal('0.1'), decimal('0.2'))).toBe('0.3')
})

describe('rounding', () => {
  test.each([
    ['21.494', 'half-up', '21.49'],
    ['21.495', 'half-up', '21.5'],
    ['-21.495', 'half-up', '-21.5'],
    ['-21.494', 'half-up', '-21.49'],
    ['21.491', 'up', '21.5'],
    ['-21.499', 'up', '-21.49'],
    ['21.499', 'down', '21.49'],
    ['-21.491', 'down', '-21.5'],
    ['0.004', 'half-up', '0'],
    ['21.4', 'up', '21.4'],
  ] as const)('takes %s %s to %s at two places', (value, mode, expected) => {
    expect(roundDecimal(decimal(value), 2, mode)).toBe(expected)
  })

  test('gives minor units as a whole number', () => {
    expect(toScaledInteger(decimal('21.495'), 2, 'half-up')).toBe(2150n)
    expect(toScaledInteger(decimal('21'), 3, 'half-up')).toBe(21_000n)
    expect(toScaledInteger(decimal('-0.5'), 0, 'half-up')).toBe(-1n)
  })
})

describe('for every decimal', () => {
  const scaled = fc.tuple(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.integer({ min: 0, max: 9 }))
  const anyDecimal = scaled.map(([units, scale]) => parseDecimal(`${units}e-${scale}`) as Decimal)

  test('reading what was written changes nothing', () => {
    fc.assert(fc.property(anyDecimal, (value) => parseDecimal(value) === value))
  })

  test('subtracting takes back what adding gave', () => {
    fc.assert(fc.property(anyDecimal, anyDecimal, (a, b) => subtractDecimals(addDecimals(a, b), b) === a))
  })

  test('adding and multiplying do not depend on the order', () => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, (a, b) => {
        expect(addDecimals(a, b)).toBe(addDecimals(b, a))
        expect(multiplyDecimals(a, b)).toBe(multiplyDecimals(b, a))
      }),
    )
  })

  test('a multiple is a repeated sum', () => {
    fc.assert(
      fc.property(anyDecimal, fc.integer({ min: 1, max: 12 }), (value, times) => {
        const sum = new Array<Decimal>(times).fill(value).reduce((total, item) => addDecimals(total, item))

        expect(multiplyByInteger(value, times)).toBe(sum)
      }),
    )
  })

  test('rounding moves by less than one step, and half up by half a step at most', () => {
    fc.assert(
      fc.property(anyDecimal, fc.constantFrom('half-up', 'up', 'down'), (value, mode) => {
        const gap = subtractDecimals(roundDecimal(value, 2, mode), value)
        const limit = mode === 'half-up' ? decimal('0.005') : decimal('0.01')

        expect(compareDecimals(gap, limit)).toBeLessThanOrEqual(0)
        expect(compareDecimals(gap, multiplyByInteger(limit, -1))).toBeGreaterThanOrEqual(0)
        if (mode === 'up') expect(compareDecimals(gap, decimal(0))).toBeGreaterThanOrEqual(0)
        if (mode === 'down') expect(compareDecimals(gap, decimal(0))).toBeLessThanOrEqual(0)
      }),
    )
  })

  test('the order is that of the numbers', () => {
    fc.assert(
      fc.property(scaled, scaled, ([a, scaleA], [b, scaleB]) => {
        const difference = a * 10n ** BigInt(9 - scaleA) - b * 10n ** BigInt(9 - scaleB)
        const left = parseDecimal(`${a}e-${scaleA}`) as Decimal
        const right = parseDecimal(`${b}e-${scaleB}`) as Decimal

        expect(Math.sign(compareDecimals(left, right))).toBe(difference === 0n ? 0 : difference < 0n ? -1 : 1)
      }),
    )
  })
})

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

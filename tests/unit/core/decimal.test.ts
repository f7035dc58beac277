import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
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

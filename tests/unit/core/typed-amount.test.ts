import { expect, test } from 'vitest'
import { parseTypedAmount } from '#lib/core/rules/typed-amount.ts'

test.each([
  ['12.40', 1240],
  ['12,40', 1240],
  ['12', 1200],
  [' 12.4 ', 1240],
  ['0,05', 5],
])('reads %j as %i cents', (text, minor) => {
  expect(parseTypedAmount(text, 'USD')).toEqual({ minor, currency: 'USD' })
})

test('counts in the units of the currency', () => {
  expect(parseTypedAmount('1200', 'JPY')).toEqual({ minor: 1200, currency: 'JPY' })
  expect(parseTypedAmount('1.250', 'KWD')).toEqual({ minor: 1250, currency: 'KWD' })
})

test.each(['', '0', '-5', '12.405', '1,234', '1.234,50', '12 40', '1e2', 'twelve', '12.40 USD'])(
  'refuses %j instead of guessing',
  (text) => {
    expect(parseTypedAmount(text, 'USD')).toBeNull()
  },
)

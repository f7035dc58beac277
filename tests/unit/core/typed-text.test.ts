import { expect, test } from 'vitest'
import { isAddressShaped } from '#lib/checkout/rules/email-shape.ts'
import { plainCode, withoutMarks } from '#lib/core/rules/typed-text.ts'
import { readOrderNumber } from '#lib/orders/rules/order-number.ts'

test.each([
  ['\u0660\u0660\u0661\u0667', '0017'],
  ['\u06f0\u06f9', '09'],
  [' ab-12\u00a034 ', 'AB-1234'],
  ['\u2068lf-7k3m\u2069', 'LF-7K3M'],
  ['\uff11\uff12', '12'],
])('a number typed as %j is %s', (typed, meant) => {
  expect(plainCode(typed)).toBe(meant)
})

test.each(['LF-7K3M-9QXP', '\u2068LF-7K3M-9QXP\u2069', ' lf 7k3m 9qxp ', 'lf7k3m9qxp', 'LF-7K3M-9QXP\u200f'])(
  'an order number is understood as it was copied or typed: %j',
  (typed) => {
    expect(readOrderNumber(typed)).toBe('LF-7K3M-9QXP')
  },
)

test.each(['', 'LF', 'LF-7K3M', 'LF-7K3M-9QXP-1', 'no number'])('%j is no order number', (typed) => {
  expect(readOrderNumber(typed)).toBeNull()
})

test('an address that was copied with marks of direction is one', () => {
  expect(isAddressShaped('\u2068ada@example.com\u2069 ')).toBe(true)
  expect(withoutMarks('\u2068ada@example.com\u2069 ')).toBe('ada@example.com')
  expect(withoutMarks('Ada \u202bL.')).toBe('Ada L.')
})

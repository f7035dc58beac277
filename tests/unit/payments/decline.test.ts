import { expect, test } from 'vitest'
import { declineOf } from '#lib/payments/rules/payment.ts'

test.each([
  ['insufficient_funds', 'funds'],
  ['expired_card', 'expired'],
  ['incorrect_cvc', 'details'],
  ['authentication_required', 'confirm'],
  ['currency_not_supported', 'unsupported'],
  ['issuer_not_available', 'later'],
  ['do_not_honor', 'bank'],
  ['toString', 'bank'],
])('a decline with %s is told as %s', (code, told) => expect(declineOf(code)).toBe(told))

test('a card reported stolen is told like a refusal without a reason, and no decline is none', () => {
  expect(declineOf('stolen_card')).toBe(declineOf('generic_decline'))
  expect(declineOf(null)).toBeNull()
})

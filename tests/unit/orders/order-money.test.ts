import { expect, test } from 'vitest'
import { paymentStatusOf } from '#lib/orders/rules/order-money.ts'

const payment = (state: string, sums: { captured?: number; refunded?: number; provider?: string } = {}) => ({
  state,
  provider: sums.provider ?? 'stripe',
  capturedMinor: sums.captured ?? 0,
  refundedMinor: sums.refunded ?? 0,
})

test.each([
  ['a hold', [payment('AUTHORISED')], 'held'],
  ['a hold that is being taken', [payment('CAPTURING')], 'held'],
  ['a hold that was released', [payment('VOIDED')], 'released'],
  ['money that was taken', [payment('CAPTURED', { captured: 1089 })], 'taken'],
  ['money of which a part went back', [payment('CAPTURED', { captured: 1089, refunded: 89 })], 'taken'],
  ['money that went back', [payment('CAPTURED', { captured: 1089, refunded: 1089 })], 'returned'],
  ['a transfer that has arrived', [payment('CAPTURED', { captured: 1089, provider: 'bank_transfer' })], 'transferred'],
  ['a transfer that is awaited', [payment('OPEN', { provider: 'bank_transfer' })], 'none'],
  ['an order without charge', [payment('CAPTURED', { provider: 'no_charge' })], 'none'],
  ['a failed try before a hold', [payment('FAILED'), payment('AUTHORISED')], 'held'],
  ['a disputed payment', [payment('DISPUTED', { captured: 1089 })], 'taken'],
])('%s', (_what, payments, status) => {
  expect(paymentStatusOf(payments)).toBe(status)
})

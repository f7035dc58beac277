import { describe, expect, test } from 'vitest'
import { canMove, ITEM_STATES, isReadyForCapture, isWorthCapturing, statusOf } from '#lib/orders/rules/item-states.ts'
import { paymentStatusOf } from '#lib/orders/rules/order-money.ts'
import { isSettled, orderStatus } from '#lib/orders/rules/order-status.ts'

describe('the moves of a line', () => {
  test('follow the way of a good sale', () => {
    const way = ['AWAITING_PAYMENT', 'READY', 'PLACING', 'PLACED', 'CAPTURING', 'DELIVERABLE', 'DELIVERED'] as const

    for (const [index, state] of way.slice(1).entries()) expect(canMove(way[index] ?? state, state)).toBe(true)
  })

  test.each([
    ['UNKNOWN', 'PLACING'],
    ['READY', 'PLACED'],
    ['DELIVERED', 'READY'],
    ['REFUNDED', 'READY'],
    ['EXPIRED', 'READY'],
    ['PLACED', 'READY'],
    ['AWAITING_PAYMENT', 'PLACING'],
  ] as const)('never lead from %s to %s', (from, to) => {
    expect(canMove(from, to)).toBe(false)
  })

  test('let a person lead a held line anywhere', () => {
    for (const state of ITEM_STATES) expect(canMove('HELD', state)).toBe(true)
  })
})

describe('what a customer reads', () => {
  test('exists for every state, and never says that something failed', () => {
    for (const state of ITEM_STATES) expect(statusOf({ state })).toMatch(/^[a-z_]+$/)
    expect(statusOf({ state: 'UNKNOWN' })).toBe('confirming')
    expect(statusOf({ state: 'HELD' })).toBe('with_team')
  })

  test('of a cart is read from its lines', () => {
    expect(orderStatus(['DELIVERED', 'UNKNOWN'])).toBe('partly_ready')
    expect(orderStatus(['DELIVERED', 'DELIVERED'])).toBe('ready')
    expect(orderStatus(['REFUNDED', 'EXPIRED'])).toBe('refunded')
    expect(orderStatus(['HELD', 'READY'])).toBe('with_team')
  })

  test('is settled only when every line has ended', () => {
    expect(isSettled(['DELIVERED', 'REFUNDED'])).toBe(true)
    expect(isSettled(['DELIVERED', 'HELD'])).toBe(false)
  })
})

test('a line whose money is going back is not captured, and does not delay the capture of the others', () => {
  expect(isWorthCapturing('REFUND_DUE')).toBe(false)
  expect(isWorthCapturing('UNKNOWN')).toBe(true)
  expect(isReadyForCapture('REFUND_DUE')).toBe(true)
  expect(isReadyForCapture('UNKNOWN')).toBe(false)
})

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

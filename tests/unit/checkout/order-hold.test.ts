import { expect, test } from 'vitest'
import { type CheckoutStop, orderHold } from '#components/checkout/use-offers.ts'

function stopped(code: string): CheckoutStop {
  return { code, reference: null, item: null, count: 1, waitMinutes: 0, least: null }
}

const GOOD = {
  offers: { isLoading: false, stop: null, change: null },
  vouchers: { isLoading: false },
  isOrdering: false,
  isOnline: true,
}

test('an order is sent where nothing stands in its way', () => {
  expect(orderHold(GOOD)).toBeNull()
})

test.each(['order_lost', 'total_too_small'])('after %s the same order can be sent again', (code) => {
  expect(orderHold({ ...GOOD, offers: { ...GOOD.offers, stop: stopped(code) } })).toBeNull()
})

test.each([
  ['offline', { isOnline: false }],
  ['ordering', { isOrdering: true }],
  ['checking_code', { vouchers: { isLoading: true } }],
])('an order without an answer is held by %s like any other', (hold, changes) => {
  const offers = { ...GOOD.offers, stop: stopped('order_lost') }

  expect(orderHold({ ...GOOD, offers, ...changes })).toBe(hold)
})

test.each([
  ['updating', { isLoading: true }],
  ['expired', { stop: stopped('quote_expired') }],
  ['stopped', { stop: stopped('sold_out') }],
  ['price_changed', { change: { before: { minor: 1, currency: 'USD' }, now: { minor: 2, currency: 'USD' } } as const }],
])('offers may hold it: %s', (hold, changes) => {
  expect(orderHold({ ...GOOD, offers: { ...GOOD.offers, ...changes } })).toBe(hold)
})

import { expect, test } from 'vitest'
import { NO_PROBLEMS, placeOf, refusedFields } from '#components/checkout/checkout-problems.ts'

const NONE = { email: false, gift: null, invoice: false, method: false }

test.each([
  [['email'], { email: true }],
  [['invoice.company', 'invoice.postalAddress'], { invoice: true }],
  [['method'], { method: true }],
  [['gift.email'], { gift: { field: 'email', problem: 'missing' } }],
  [['gift.from'], { gift: { field: 'from', problem: 'missing' } }],
  [['gift.message'], { gift: { field: 'message', problem: 'link' } }],
  [['items.0.travellers', 'email'], { email: true }],
])('an order refused for %j is mended where that is typed', (fields, refused) => {
  expect(refusedFields({ code: 'bad_input', details: { fields } })).toEqual({ ...NONE, ...refused })
})

test('a gift for a day that is over is mended at its day', () => {
  const details = { fields: ['gift'], reason: 'gift_date' }

  expect(refusedFields({ code: 'bad_input', details })?.gift).toEqual({ field: 'sendOn', problem: 'late' })
})

test.each([
  ['bad_input', { fields: ['items.0.quoteId'] }],
  ['bad_input', { fields: ['gift'] }],
  ['bad_input', { reason: 'line_twice' }],
  ['conflict', { fields: ['email'] }],
  ['internal', {}],
] as const)('%s with %j is nothing that a buyer has typed', (code, details) => {
  expect(refusedFields({ code, details: details as never })).toBeNull()
})

test.each([
  [{}, '', null],
  [{ terms: 'x', invoice: 'x' }, '', 'company'],
  [{ terms: 'x', invoice: 'x' }, 'Ruiz GmbH', 'postal-address'],
  [{ method: 'x' }, '', 'payment-method'],
  [{ gift: { field: 'sendOn', problem: 'late' }, method: 'x' } as const, '', 'gift-sendOn'],
  [{ email: 'x', gift: { field: 'from', problem: 'missing' } } as const, '', 'email'],
])('the first of the problems %j is where the focus goes', (problems, company, place) => {
  expect(placeOf({ ...NO_PROBLEMS, ...problems }, company)).toBe(place)
})

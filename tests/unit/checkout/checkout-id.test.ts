import { expect, test } from 'vitest'
import { checkoutIdOf, quoteIdsOf } from '#lib/checkout/rules/checkout-id.ts'

const ids = Array.from({ length: 11 }, (_, n) => `quo_${String.fromCharCode(65 + n).repeat(26)}`)

test('the id of a checkout holds the ids of its quotes, in their order', () => {
  expect(quoteIdsOf(checkoutIdOf(ids.slice(0, 1)))).toEqual(ids.slice(0, 1))
  expect(quoteIdsOf(checkoutIdOf(ids.slice(0, 10)))).toEqual(ids.slice(0, 10))
})

test.each([
  ['nothing', ''],
  ['something that is no quote', 'quo_1'],
  ['an open end', `${ids[0]}-`],
  ['a quote twice', `${ids[0]}-${ids[0]}`],
  ['a way out', `${ids[0]}/../o`],
  ['more lines than an order may hold', ids.join('-')],
])('%s is no checkout', (_, text) => {
  expect(quoteIdsOf(text)).toBeNull()
})

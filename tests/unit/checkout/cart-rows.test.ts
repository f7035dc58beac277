import { expect, test } from 'vitest'
import { knownRows, rowOf } from '#lib/checkout/client/request-cart.ts'
import type { CartItem } from '#lib/checkout/rules/quote.ts'

const quote = { id: 'quo_1', destination: { name: 'Japan' } }
const offered = { quote, refusal: null, about: null } as unknown as CartItem
const about = { destination: { name: 'Peru' } }
const refused = { quote: null, refusal: { code: 'sold_out', reason: null }, about } as unknown as CartItem

const japan = { planId: 'pln_1', count: 1, days: 5 }
const peru = { planId: 'pln_2', count: 2 }
const known = knownRows([japan, peru], [offered, refused])

test('a row says what the server said of it', () => {
  expect(rowOf(japan, known)).toEqual({ subject: quote, item: offered })
  expect(rowOf(peru, known)).toEqual({ subject: about, item: refused })
})

test('another number of the same is still what it is, at a price that nobody knows yet', () => {
  expect(rowOf({ ...japan, count: 2 }, known)).toEqual({ subject: quote, item: null })
})

test('other days, and what was never asked about, are not known', () => {
  expect(rowOf({ ...japan, days: 6 }, known)).toEqual({ subject: null, item: null })
  expect(rowOf({ planId: 'pln_3', count: 1 }, known)).toEqual({ subject: null, item: null })
  expect(knownRows([japan], [])).toEqual(new Map())
})

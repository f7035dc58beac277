import { beforeEach, describe, expect, test, vi } from 'vitest'
import { dropOrdered, keepOffers, moveOffer, offerOf } from '#lib/checkout/client/cart-offers.ts'
import { type CartInput, readCart, writeCart } from '#lib/checkout/client/cart-store.ts'
import { knownRows, rowOf } from '#lib/checkout/client/request-cart.ts'
import type { CartItem } from '#lib/checkout/rules/quote.ts'
import type { QuoteView } from '#lib/settings/rules/shop.ts'

describe('cart offers', () => {
  const kept = new Map<string, string>()

  beforeEach(() => {
    kept.clear()
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, text: string) => kept.set(name, text),
      removeItem: (name: string) => kept.delete(name),
    })
    vi.stubGlobal('window', { dispatchEvent: () => true })
  })

  /** A cart whose lines have the offers quo_1, quo_2 and so on. */
  function cartOf(...items: CartInput[]) {
    writeCart(items)
    keepOffers(items.map((input, index) => ({ input, quoteId: `quo_${index + 1}` })))
  }

  function daily(days: number, count = 1): CartInput {
    return { planId: 'pln_daily', count, days }
  }

  function offer(id: string, { planId, count, days = 1 }: CartInput): QuoteView {
    const term = { kind: 'day_pass', minDays: 1, maxDays: 30 } as const

    return { id, planId, count, days, term, startDate: null } as unknown as QuoteView
  }

  const offers = () => readCart().map((item) => [item, offerOf(item)])

  test('a line follows to the offer of other days', () => {
    cartOf(daily(5), daily(4))
    moveOffer(offer('quo_2', daily(4)), offer('quo_3', daily(6)))

    expect(offers()).toEqual([
      [daily(5), 'quo_1'],
      [daily(6), 'quo_3'],
    ])
  })

  test.each([1, 3])('a line that becomes the same choice as another is one with it (%i of it)', (count) => {
    cartOf(daily(5, count), { planId: 'pln_other', count: 1 }, daily(4))
    moveOffer(offer('quo_3', daily(4)), offer('quo_4', daily(5)))

    expect(offers()).toEqual([
      [daily(5, count + 1), 'quo_4'],
      [{ planId: 'pln_other', count: 1 }, 'quo_2'],
    ])
    expect(dropOrdered(['quo_1', 'quo_4'])).toBe(true)
    expect(readCart()).toEqual([{ planId: 'pln_other', count: 1 }])
  })

  test('more than one line may hold stay in two', () => {
    cartOf(daily(5, 12), daily(4, 12))
    moveOffer(offer('quo_2', daily(4, 12)), offer('quo_3', daily(5, 12)))

    expect(readCart()).toEqual([daily(5, 12), daily(5, 12)])
  })

  test('an offer of no line changes nothing', () => {
    cartOf(daily(5))
    moveOffer(offer('quo_9', daily(5)), offer('quo_10', daily(6)))

    expect(offers()).toEqual([[daily(5), 'quo_1']])
  })

  test('lines that were put together follow to new offers, and part again where one of them is changed', () => {
    cartOf(daily(5), daily(4))
    moveOffer(offer('quo_2', daily(4)), offer('quo_3', daily(5)))
    moveOffer(offer('quo_1', daily(5)), offer('quo_4', daily(5)))
    moveOffer(offer('quo_3', daily(5)), offer('quo_5', daily(5)))
    expect(readCart()).toEqual([daily(5, 2)])

    moveOffer(offer('quo_5', daily(5)), offer('quo_6', daily(6, 3)))
    expect(offers()).toEqual([
      [daily(6, 3), 'quo_6'],
      [daily(5), 'quo_4'],
    ])
    dropOrdered(['quo_4', 'quo_6'])
    expect(readCart()).toEqual([])
  })

  test('what was paid by an offer that another tab has replaced leaves the cart', () => {
    cartOf(daily(5), daily(4))
    keepOffers([
      { input: daily(5), quoteId: 'quo_3' },
      { input: daily(4), quoteId: 'quo_2' },
    ])
    expect(offers()).toEqual([
      [daily(5), 'quo_3'],
      [daily(4), 'quo_2'],
    ])

    expect(dropOrdered(['quo_1'])).toBe(true)

    expect(offers()).toEqual([[daily(4), 'quo_2']])
  })
})

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

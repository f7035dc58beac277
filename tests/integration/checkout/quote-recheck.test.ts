import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recheckQuote } from '#lib/checkout/commands/make-quote.ts'
import { getCheckout } from '#lib/checkout/queries/checkout.ts'
import { db } from '#lib/core/repository/client.ts'
import { askedFor, FIXED, quote, raiseCost, refresh, refusalOf, restoreJapan } from '#tests/support/quotes.ts'
import { changeSettings, type Shop, startStockedShop } from '#tests/support/shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await startStockedShop()
})

afterAll(() => shop.close())

beforeEach(() => refresh(shop))

describe('a quote that is read again before the money', () => {
  // Facts count as old after a millisecond, and quotes live long enough.
  beforeEach(() => changeSettings({ TIME_SCALE: '300' }))

  async function agedQuote() {
    const offer = await quote(FIXED)
    await new Promise((resolve) => setTimeout(resolve, 250))

    return offer
  }

  test('stands when the cost rose by one percent', async () => {
    const offer = await agedQuote()
    await raiseCost(shop, FIXED, 1.01)

    expect(await recheckQuote(offer.id)).toMatchObject({ priceId: expect.any(Number) })
    await restoreJapan(shop)
  })

  test('is replaced by a new offer when the cost rose by five', async () => {
    const offer = await agedQuote()
    await raiseCost(shop, FIXED, 1.05)

    const failure = await recheckQuote(offer.id).catch((error: unknown) => error)

    expect(failure).toMatchObject({ code: 'price_changed', details: { before: offer.total.minor } })
    const { details } = failure as { details: { quoteId: string; now: number } }
    expect((await getCheckout(details.quoteId))?.[0]).toMatchObject({
      total: { minor: details.now },
      changedFrom: offer.unit,
    })
    await restoreJapan(shop)
  })

  test('is refused when the cards are gone', async () => {
    const offer = await agedQuote()
    shop.provider.control.setInventory({ apiCode: FIXED, left: 0 })

    expect(await refusalOf(recheckQuote(offer.id))).toBe('sold_out')
  })

  test('asks nobody while its facts are fresh', async () => {
    changeSettings({ TIME_SCALE: '1' })
    const offer = await quote(FIXED)
    shop.provider.control.clearCalls()

    await recheckQuote(offer.id)

    expect(askedFor(shop)).toEqual([])
  })

  test('is refused once its time is over', async () => {
    const offer = await quote(FIXED)
    const row = await db().quote.findUniqueOrThrow({ where: { id: offer.id } })
    const id = `quo_${'0'.repeat(26)}`
    const expiresAt = new Date(Date.now() - 1)
    await db().quote.create({ data: { ...row, id, snapshot: row.snapshot ?? {}, expiresAt } })

    expect(await refusalOf(recheckQuote(id))).toBe('quote_expired')
    expect((await getCheckout(id))?.[0]?.isExpired).toBe(true)
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { getAdminDestination } from '#lib/catalog/queries/admin-destinations.ts'
import { getShopPlan } from '#lib/catalog/queries/catalog.ts'
import { makeQuote, quoteCart, recheckQuote } from '#lib/checkout/commands/make-quote.ts'
import { getCheckout } from '#lib/checkout/queries/checkout.ts'
import { db } from '#lib/core/repository/client.ts'
import { addDays, calendarDateAt } from '#lib/core/rules/field-schemas.ts'
import { setCapability } from '#lib/provider/commands/capabilities.ts'
import {
  askedFor,
  DAY_PASS,
  FIXED,
  LONG_DAY_PASS,
  OWNER,
  quote,
  raiseCost,
  refresh,
  refusalOf,
  restoreJapan,
  storedPlan,
} from '#tests/support/quotes.ts'
import { changeSettings, duringTests, startStockedShop } from '#tests/support/shop.ts'

const shop = duringTests(startStockedShop)

beforeEach(() => refresh(shop))

describe('quote', () => {
  const today = calendarDateAt(new Date(), 480)

  describe('a quote', () => {
    test('asks price and stock now, and offers the price of the page for 15 minutes', async () => {
      const { id } = await storedPlan(FIXED)
      const page = await getShopPlan('en', id)
      await quote(FIXED)
      shop.provider.control.clearCalls()

      const offer = await quote(FIXED, { count: 3 })

      expect(askedFor(shop)).toEqual(['getPackages', 'verifyResource'])
      expect(offer).toMatchObject({ days: 7, count: 3, unit: page?.plan.price, changedFrom: null })
      expect(offer.msLeft).toBeGreaterThan(0)
      expect(offer.total.minor).toBe((page?.plan.price.minor ?? 0) * 3)
      expect(offer.expiresAt.getTime() - Date.now()).toBeGreaterThan(14 * 60_000)
      expect(await getCheckout(offer.id)).toEqual([{ ...offer, msLeft: expect.any(Number) }])
      expect((await getCheckout(offer.id, 'ar'))?.[0]?.destination).toMatchObject({ slug: 'japan', name: 'اليابان' })
    })

    test('that a cart keeps is named as its reader names the destination now', async () => {
      const offer = await quote(FIXED)
      const items = [{ planId: offer.planId, count: 1, quoteId: offer.id }]

      const inArabic = await quoteCart({ items, locale: 'ar' })
      const inEnglish = await quoteCart({ items, locale: 'en' })

      expect(inArabic.items[0]?.quote).toMatchObject({ id: offer.id, destination: { slug: 'japan', name: 'اليابان' } })
      expect(inEnglish.items[0]?.quote).toEqual({ ...offer, msLeft: expect.any(Number) })
    })

    test('of a day pass counts days and pieces, and keeps the cost of one day', async () => {
      const { id, cost } = await storedPlan(DAY_PASS)
      const perDay = (await getShopPlan('en', id))?.plan.price.minor ?? 0

      const offer = await quote(DAY_PASS, { count: 2, days: 5 })

      const row = await db().quote.findUniqueOrThrow({ where: { id: offer.id } })
      expect([offer.unit.minor, offer.total.minor]).toEqual([perDay * 5, perDay * 10])
      expect(row).toMatchObject({ days: 5, cost, planCode: DAY_PASS, costCurrency: 'USD' })
    })

    test('takes the price of a day pass as it stands when a setting says so', async () => {
      await setCapability(OWNER, {
        key: 'order.daypassPrice',
        value: 'total',
        seen: 'per-day',
        reason: 'The supplier says so.',
      })
      const { id } = await storedPlan(DAY_PASS)

      const offer = await quote(DAY_PASS, { days: 5 })

      expect(offer.unit).toEqual((await getShopPlan('en', id))?.plan.price)
    })

    test('shows a price that differs from the one the page had shown, and puts the mirror right', async () => {
      const before = await quote(FIXED)
      await raiseCost(shop, FIXED, 1.5)

      const offer = await quote(FIXED, { seenUnitMinor: before.unit.minor })

      expect(offer.changedFrom).toEqual(before.unit)
      expect(offer.unit.minor).toBeGreaterThan(before.unit.minor)
      expect((await getShopPlan('en', offer.planId))?.plan.price).toEqual(offer.unit)
      await restoreJapan(shop)
    })

    test('is named in the language of the buyer', async () => {
      expect((await quote(FIXED, { locale: 'ar' })).destination).toEqual({ slug: 'japan', name: 'اليابان', iso2: 'JP' })
    })

    test('cannot be changed afterwards', async () => {
      const { id } = await quote(FIXED)

      await expect(db().quote.updateMany({ where: { id }, data: { totalMinor: 1 } })).rejects.toThrow()
    })

    test('follows a price id that changed under the same code', async () => {
      shop.provider.control.changePlan({ apiCode: FIXED, newPriceId: 888_888 })

      const offer = await quote(FIXED)

      expect(await db().quote.findUniqueOrThrow({ where: { id: offer.id } })).toMatchObject({ priceId: 888_888 })
      await restoreJapan(shop)
    })
  })

  describe('D13 what cannot be delivered is refused before money', () => {
    test.each([
      ['no days', DAY_PASS, {}, 'bad_input days_missing'],
      ['too few days', LONG_DAY_PASS, { days: 2 }, 'bad_input days_out_of_range'],
      ['too many days', DAY_PASS, { days: 31 }, 'bad_input days_out_of_range'],
      ['half a day', DAY_PASS, { days: 3.5 }, 'bad_input days_out_of_range'],
      ['no card', FIXED, { count: 0 }, 'bad_input count_out_of_range'],
      ['21 cards', FIXED, { count: 21 }, 'bad_input count_out_of_range'],
      ['no start date', '124-0-15-5-G', {}, 'bad_input start_date_missing'],
      ['a start in the past', '124-0-15-5-G', { startDate: addDays(today, -1) }, 'bad_input start_date_past'],
      ['a start that does not exist', '124-0-15-5-G', { startDate: '2027-02-30' }, 'bad_input start_date_invalid'],
      ['a start in years', '124-0-15-5-G', { startDate: addDays(today, 400) }, 'bad_input start_date_too_far'],
      ['enumerated days', '156-0-?-2-G-D', { days: 3 }, 'not_on_sale days_enumerated'],
      ['crossed bounds', '608-0-?-1-G-D', { days: 5 }, 'not_on_sale day_bounds_invalid'],
      ['missing bounds', '504-0-?-500-M-D', { days: 5 }, 'not_on_sale day_bounds_invalid'],
      ['a fee for opening a card', '462-0-7-1-G', {}, 'not_on_sale card_fee'],
    ])('%s', async (_, planKey, request, expected) => {
      expect(await refusalOf(quote(planKey, request))).toBe(expected)
      expect(askedFor(shop)).toEqual([])
    })

    test.each([
      ['order.daypassDays', DAY_PASS, { days: 5 }, 'not_on_sale day_pass_off'],
      ['order.beginDate', '124-0-15-5-G', { startDate: today }, 'not_on_sale start_date_off'],
    ] as const)('%s is off', async (key, planKey, request, expected) => {
      await setCapability(OWNER, { key, value: 'off', seen: 'on', reason: 'Not supported.' })

      expect(await refusalOf(quote(planKey, request))).toBe(expected)
    })

    test('bounds that the upstream narrowed a moment ago', async () => {
      shop.provider.control.changePlan({ apiCode: DAY_PASS, maxDay: 10 })

      expect(await refusalOf(quote(DAY_PASS, { days: 20 }))).toBe('bad_input days_out_of_range')
      await restoreJapan(shop)
    })

    test('a start today on the network is sold', async () => {
      expect((await quote('124-0-15-5-G', { startDate: today })).startDate).toBe(today)
    })
  })

  describe('no quote is made', () => {
    test('of a plan that is sold out', async () => {
      shop.provider.control.setInventory({ apiCode: FIXED, left: 1 })

      expect(await refusalOf(quote(FIXED, { count: 2 }))).toBe('sold_out')
      const seen = await storedPlan(FIXED)
      expect(seen.noStockCount).toBe(2)
      expect(Date.now() - (seen.noStockAt?.getTime() ?? 0)).toBeLessThan(10_000)
      const page = await getAdminDestination(OWNER, { id: seen.skuId, locale: 'en' })
      expect(page?.plans.filter(({ noStock }) => noStock !== null)).toMatchObject([
        { id: seen.id, noStock: { count: 2 }, sale: { reason: null } },
      ])
      expect(await getShopPlan('en', seen.id)).not.toBeNull()

      expect(await refusalOf(quote(FIXED))).toBe('sold')
      expect(await storedPlan(FIXED)).toMatchObject({ noStockAt: null, noStockCount: null })
    })

    test('of a plan that was taken off the list', async () => {
      shop.provider.control.changePlan({ apiCode: FIXED, hide: true })
      const { id } = await storedPlan(FIXED)

      expect(await refusalOf(makeQuote({ planId: id, count: 1, locale: 'en' }))).toBe('not_on_sale plan_gone')
      await restoreJapan(shop)
    })

    test.each([
      ['answers with an error', { path: 'getPackages', kind: 'code', code: -3 }],
      ['answers garbage', { path: 'getPackages', kind: 'garbage' }],
      ['hangs up', { path: 'getPackages', kind: 'reset' }],
      ['does not say whether it has cards', { path: 'verifyResource', kind: 'wrong-type' }],
    ] as const)('while the upstream %s', async (_, fault) => {
      shop.provider.control.addFault({ times: 10, ...fault })

      expect(await refusalOf(quote(FIXED))).toBe('upstream_unavailable')
    })

    test('of a plan that never was', async () => {
      expect(await refusalOf(makeQuote({ planId: 'pln_NONE', count: 1, locale: 'en' }))).toBe('not_found')
    })
  })
})

describe('quote recheck', () => {
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
      expect((await getCheckout(id))?.[0]?.msLeft).toBe(0)
    })
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPlaceNames } from '#lib/catalog/queries/places.ts'
import { db } from '#lib/core/repository/client.ts'
import { getOwnEsims, getOwnOrders } from '#lib/customers/queries/own-account.ts'
import { getOrderPage } from '#lib/orders/queries/order-page.ts'
import { guestOf } from '#tests/support/sale.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'

const BUYER = { accountId: '', sessionId: '', email: 'ana@example.com' }

let shop: Shop
let orderId: string

beforeAll(async () => {
  shop = await startShop()
  orderId = (await addSoldOrder({ email: BUYER.email })).id
  await db().sku.update({ where: { id: 1 }, data: { providerName: 'Japan', iso2: 'JP', ownName: null } })
})
afterAll(() => shop.close())

/** What a reader sees of an order that was made in English, on each page that names its destination. */
async function namesIn(locale: string) {
  const [order, esims, orders] = await Promise.all([
    getOrderPage(guestOf(orderId), orderId, locale),
    getOwnEsims(BUYER, new Date(), locale),
    getOwnOrders(BUYER, locale),
  ])

  return [order?.items[0]?.destination.name, esims[0]?.destination.name, orders[0]?.plans[0]?.destination.name]
}

test.each([
  ['de', 'Japan'],
  ['ar', 'اليابان'],
])('a destination has its name in the language of who reads the order: %s', async (locale, name) => {
  expect(await namesIn(locale)).toEqual([name, name, name])
})

test('in the language of the purchase it keeps the name it was sold by', async () => {
  await db().sku.update({ where: { id: 1 }, data: { ownName: 'Nippon' } })

  expect(await namesIn('en')).toEqual(['Japan', 'Japan', 'Japan'])
  expect(await namesIn('de')).toEqual(['Nippon', 'Nippon', 'Nippon'])
})

test('a destination that the mirror has no more keeps the name it was sold by', async () => {
  const quote = { skuId: 404, locale: 'en' }
  const sold = { slug: 'atlantis', name: 'Atlantis', iso2: null }

  expect((await readPlaceNames([quote], 'ar'))(quote, sold)).toEqual(sold)
})

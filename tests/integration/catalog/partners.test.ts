import { beforeAll, beforeEach, expect, test } from 'vitest'
import { hidePartner, refreshPartners, syncPartners } from '#lib/catalog/commands/sync-partners.ts'
import { getCoverage } from '#lib/catalog/queries/admin-catalog.ts'
import { getAdminDestinations } from '#lib/catalog/queries/admin-destinations.ts'
import { getDestination, getShopIndex, getShopPlan } from '#lib/catalog/queries/catalog.ts'
import { getAdminPartners, getPartnerPage, listPartnerTiles } from '#lib/catalog/queries/partners.ts'
import { listKnownDestinations } from '#lib/catalog/repository/catalog-mirror.ts'
import { makeQuote } from '#lib/checkout/commands/make-quote.ts'
import { db } from '#lib/core/repository/client.ts'
import { parseCsv } from '#lib/core/rules/csv.ts'
import { readPriceWorld } from '#lib/pricing/repository/pricing.ts'
import { exportFile } from '#tests/support/export-file.ts'
import { OWNER, refresh, refusalOf } from '#tests/support/quotes.ts'
import { duringTests, startStockedShop } from '#tests/support/shop.ts'

const SUPPORT = { ...OWNER, role: 'support' } as const

const shop = duringTests(() => startStockedShop({ STORE_CURRENCY: 'USD' }))

beforeAll(async () => {
  await db().partner.deleteMany()
  await syncPartners(OWNER)
})

beforeEach(() => refresh(shop))

const listed = async () => (await getAdminPartners(OWNER)).partners
const pageOf = async (slug = 'harbour-sim-cards') => getPartnerPage('de', slug)
const version = async () => (await db().catalogState.findUniqueOrThrow({ where: { id: 1 } })).version

test('brands are mirrored with both lists and their plans, and can be hidden', async () => {
  expect((await listed()).map(({ slug }) => slug)).toEqual([
    'harbour-sim-cards',
    'kite-mobile-goods',
    'northline-prepaid',
  ])
  for (const partner of await listed()) {
    expect(partner).toMatchObject({ listed: 3 + Number(partner.id === 12), onlyListed: [], onlyGrouped: [] })
    expect(partner.plans.length).toBeGreaterThan(0)
  }
  const [first] = await listed()

  await hidePartner(OWNER, { id: first?.id ?? 0, isHidden: true })
  await syncPartners(OWNER)

  expect(await pageOf()).toBeNull()
  expect((await listPartnerTiles()).map(({ slug }) => slug)).toEqual(['kite-mobile-goods', 'northline-prepaid'])
  await hidePartner(OWNER, { id: first?.id ?? 0, isHidden: false })
})

test('a search finds partners by name with all their plans, by destination with the plans to it, and so does the file', async () => {
  const found = async (q: string) => (await getAdminPartners(OWNER, q)).partners
  const all = await listed()
  const kite = all.filter(({ slug }) => slug === 'kite-mobile-goods')

  expect(await found('KITE')).toEqual(kite)
  const places = (await found('thailand')).flatMap(({ plans }) => plans.map(({ destination }) => destination))
  expect(new Set(places)).toEqual(new Set(['Thailand']))
  expect(await found('nowhere')).toEqual([])
  const [head = [], ...rows] = parseCsv(await exportFile(OWNER, 'partners', { q: 'kite' })) ?? []
  expect(rows.map((row) => row[head.indexOf('slug')])).toEqual(kite.flatMap(({ plans, slug }) => plans.map(() => slug)))
})

test('a brand says where its cards work, by shelf and in the language of the reader, with prices and networks', async () => {
  const page = await pageOf()

  expect(page?.groups.map(({ shelf, places }) => [shelf, places.map(({ name }) => name)])).toEqual([
    ['asia', ['Indonesien', 'Thailand']],
    ['multi_country', [expect.any(String)]],
  ])
  const plans = page?.plans ?? []
  expect(plans.length).toBeGreaterThan(0)
  expect(plans.every(({ plan }) => plan.canTopUp && plan.price.minor > 0 && plan.networks !== null)).toBe(true)
  expect(plans.map(({ name }) => name)).toEqual(plans.map(() => 'Thailand'))
})

test('without the grouped list the groups of before stand, and a brand that never had any is one flat list', async () => {
  const fault = { path: 'getDpSupportSkuInfoByGroup', kind: 'code', code: -8, times: 50 } as const
  shop.provider.control.addFault(fault)
  expect(await syncPartners(OWNER)).toMatchObject({ failed: 0 })
  const kept = await pageOf()
  await db().partner.deleteMany()
  await syncPartners(OWNER)
  const flat = await pageOf()

  expect(kept?.groups.map(({ shelf }) => shelf)).toEqual(['asia', 'multi_country'])
  expect(flat?.groups.map(({ shelf, places }) => [shelf, places.length])).toEqual([[null, 3]])
  expect((await listed()).every(({ groupedError }) => groupedError !== null)).toBe(true)
  shop.provider.control.clearFaults()
  await syncPartners(OWNER)
  expect((await listed()).every(({ groupedError, onlyListed }) => !groupedError && onlyListed.length === 0)).toBe(true)
})

test('a brand that cannot be read keeps what was known of it', async () => {
  const before = await listed()
  shop.provider.control.addFault({ path: 'getDpSupportPackageInfo', kind: 'code', code: -10, times: 50 })

  expect((await syncPartners(OWNER)).failed).toBe(before.length)

  const after = await listed()
  expect(after.map(({ listed: count, plans }) => [count, plans.length])).toEqual(
    before.map(({ listed: count, plans }) => [count, plans.length]),
  )
  expect(after.every(({ lastReadError }) => lastReadError !== null)).toBe(true)
  shop.provider.control.clearFaults()
  await syncPartners(OWNER)
})

test('an answer without brands, products or plans takes nothing off the pages', async () => {
  const before = (await listed()).map(({ listed: count, plans }) => [count, plans.length])
  const sayNothing = (path: string) =>
    shop.provider.control.addFault({ path, when: 'before', kind: 'code', code: 0, times: 50 })
  sayNothing('getPhysicalSIMDpInfo')
  await expect(syncPartners(OWNER)).rejects.toMatchObject({ code: 'upstream_unavailable' })
  for (const path of ['getDpSupportSkuInfo', 'getDpSupportPackageInfo']) {
    shop.provider.control.clearFaults()
    sayNothing(path)
    expect((await syncPartners(OWNER)).failed).toBe(before.length)
  }

  expect((await listed()).map(({ listed: count, plans }) => [count, plans.length])).toEqual(before)
  shop.provider.control.clearFaults()
  await syncPartners(OWNER)
})

test('a plan of a brand says to staff what it is sold for, or the one reason why it is not', async () => {
  const sold = new Map((await pageOf())?.plans.map(({ plan }) => [plan.id, plan.price.minor]))
  const plansOf = async () => (await listed()).find(({ slug }) => slug === 'harbour-sim-cards')?.plans ?? []
  const before = await plansOf()
  const onSale = before.flatMap(({ takesLater, sale }) => (takesLater && sale.price ? sale.price.minor : []))
  expect(onSale.toSorted()).toEqual([...sold.values()].toSorted())
  expect(before.every(({ sale, takesLater }) => sale.price !== null || sale.reason !== null || !takesLater)).toBe(true)

  const [first = ''] = sold.keys()
  await db().plan.update({ where: { id: first }, data: { isHidden: true } })
  expect((await plansOf()).filter(({ sale }) => sale.reason === 'plan_hidden')).toMatchObject([
    { sale: { price: null } },
  ])
  await db().plan.update({ where: { id: first }, data: { isHidden: false } })
})

test('plans for cards have prices by the rules, and no place on the shelf of eSIMs', async () => {
  const [plan] = await db().plan.findMany({
    where: { destination: { partnerId: { not: null } } },
    include: { destination: true },
  })
  if (!plan) throw new Error('No plan of a partner was mirrored.')

  // A pass over the catalogue must not take it for a destination that the list no longer names.
  expect((await listKnownDestinations()).map(({ id }) => id)).not.toContain(plan.skuId)
  expect((await readPriceWorld()).plans.map(({ plan: { id } }) => id)).toContain(plan.id)
  expect((await getShopIndex('en')).destinations.map(({ slug }) => slug)).not.toContain(plan.destination.slug)
  expect(await getDestination('en', plan.destination.slug)).toBeNull()
  expect(await getShopPlan('en', plan.id)).toBeNull()
  expect(await refusalOf(makeQuote({ planId: plan.id, count: 1, locale: 'en' }))).toBe('not_found')
  const { rows } = await getAdminDestinations(OWNER, 'en', { q: '', shelf: null, state: null })
  expect(rows.map(({ id }) => id)).not.toContain(plan.skuId)
  expect((await getCoverage(OWNER)).listed).toBe(rows.length)
})

test('read by the clock they raise the version of the pages only when something is different', async () => {
  const before = await version()
  await refreshPartners()
  expect(await version()).toBe(before)

  await db().partner.updateMany({ where: { id: 11 }, data: { providerName: 'Harbor' } })
  await refreshPartners()

  expect(await version()).toBe(before + 1)
})

test('partners are no matter of support', async () => {
  expect(await refusalOf(syncPartners(SUPPORT))).toBe('forbidden')
  expect(await refusalOf(hidePartner(SUPPORT, { id: 1, isHidden: true }))).toBe('forbidden')
})

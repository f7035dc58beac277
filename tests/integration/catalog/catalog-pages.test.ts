import { beforeAll, describe, expect, test } from 'vitest'
import { syncCatalog } from '#lib/catalog/commands/sync-catalog.ts'
import { getDestination, getGonePlan, getSearchIndex, getShopIndex, getShopPlan } from '#lib/catalog/queries/catalog.ts'
import { getTripIndex } from '#lib/catalog/queries/places.ts'
import { getShownTimes } from '#lib/catalog/queries/site-map.ts'
import { changeAddress } from '#lib/catalog/repository/catalog-mirror.ts'
import { leastPrice } from '#lib/catalog/rules/on-sale.ts'
import { db, transaction } from '#lib/core/repository/client.ts'
import { compare } from '#lib/core/rules/money.ts'
import { SHELVES } from '#lib/settings/rules/shop.ts'
import { duringTests, startShop } from '#tests/support/shop.ts'

const shop = duringTests(startShop)

beforeAll(() => syncCatalog({ trigger: 'test' }))

async function requireDestination(slug: string, locale = 'en') {
  const destination = await getDestination(locale, slug)
  if (!destination) throw new Error(`There is no destination ${slug}.`)

  return destination
}

const planId = async (planKey: string) => (await db().plan.findFirstOrThrow({ where: { planKey } })).id

describe('the index', () => {
  test('shows every destination with plans on one shelf, the most sought-after first', async () => {
    const { destinations, pricesReadAt } = await getShopIndex('en')

    expect(destinations.length).toBeGreaterThan(160)
    expect(destinations.every(({ shelf }) => SHELVES.includes(shelf))).toBe(true)
    expect(destinations[0]).toMatchObject({ slug: 'japan', name: 'Japan', iso2: 'JP', shelf: 'asia', generation: '5G' })
    expect(destinations.some(({ slug }) => slug === 'vatican-city')).toBe(false)
    expect(pricesReadAt).toBeInstanceOf(Date)
  })

  test('shows as "from" the least that can be spent on the plans of the destination', async () => {
    const { destinations } = await getShopIndex('en')

    for (const tile of destinations.slice(0, 12)) {
      const { plans } = await requireDestination(tile.slug)
      const cheapest = plans.map(leastPrice).sort(compare)[0]

      expect(tile.from).toEqual(cheapest)
    }
  })

  test.each([
    ['de', 'Deutschland', 'deutschland'],
    ['ar', 'ألمانيا', 'germany'],
  ])('names countries in %s', async (locale, name, address) => {
    const { destinations } = await getShopIndex(locale)

    expect(destinations.find(({ slug }) => slug === address)?.name).toBe(name)
  })

  test('keeps a second product of a country apart by its own name', async () => {
    const { destinations } = await getShopIndex('de')

    expect(destinations.filter(({ iso2 }) => iso2 === 'JP').map(({ name }) => name)).toEqual(['Japan', 'Japan Premium'])
  })

  test('counts countries of a group and shows flags of the best known', async () => {
    const { destinations } = await getShopIndex('en')
    const global = destinations.find(({ slug }) => slug === 'global')

    expect(global?.countryCount).toBeGreaterThan(80)
    expect(global?.flags).toHaveLength(6)
    expect(global?.iso2).toBeNull()
  })
})

describe('a destination', () => {
  test('lists its plans from the cheapest purchase up, priced at cost plus the rule', async () => {
    const { plans, timeZone } = await requireDestination('japan')
    const plan = plans.find(({ amount, term }) => amount.value === 3 && term.kind === 'fixed' && term.days === 7)
    const { cost } = await db().plan.findFirstOrThrow({ where: { id: plan?.id ?? '' } })

    expect(plans.map((one) => leastPrice(one).minor)).toEqual(
      plans.map((one) => leastPrice(one).minor).sort((a, b) => a - b),
    )
    expect(plan?.price).toEqual({ minor: Number(cost.times(140).ceil().toFixed()), currency: 'USD' })
    expect(timeZone).toBe('Asia/Tokyo')
  })

  test('names the groups that cover it too, cheapest first', async () => {
    const { alsoCoveredBy } = await requireDestination('france')

    expect(alsoCoveredBy.map(({ slug }) => slug)).toContain('global')
    expect(alsoCoveredBy.every(({ from, best }) => from !== null && best !== null)).toBe(true)
  })

  test('says "not stated" where the upstream states no coverage', async () => {
    const { skuId } = await requireDestination('iceland')
    shop.provider.control.changeSku({ skuId, supportCountry: null })
    await syncCatalog({ trigger: 'test' })

    expect(await requireDestination('iceland')).toMatchObject({ coverage: null, countryCount: null })
  })

  test('answers at a former address with its present one', async () => {
    const { skuId } = await requireDestination('france')
    await transaction((tx) => changeAddress({ skuId, from: 'france', locale: 'en', slug: 'la-france' }, tx))

    expect((await requireDestination('france')).slug).toBe('la-france')

    await transaction((tx) => changeAddress({ skuId, from: 'la-france', locale: 'en', slug: 'france' }, tx))
    expect((await requireDestination('la-france')).slug).toBe('france')
  })

  test('has an address in each language, and answers at all of them with that of the reader', async () => {
    expect((await getDestination('de', 'norway'))?.slug).toBe('norwegen')
    expect((await getDestination('en', 'norwegen'))?.slug).toBe('norway')
    expect((await getDestination('fr', 'norwegen'))?.slug).toBe('norvege')
    expect((await getDestination('ar', 'norvege'))?.slug).toBe('norway')
    expect((await getShopIndex('de')).destinations.map(({ slug }) => slug)).toContain('norwegen')
    expect((await getShownTimes('de')).destinations.find(({ slug }) => slug === 'norwegen')?.addresses).toMatchObject({
      de: '/de/destinations/norwegen',
      ar: '/ar/destinations/norway',
      'x-default': '/destinations/norway',
    })
    const rows = await db().destinationAddress.findMany()
    const owners = new Map(rows.map(({ slug, skuId }) => [slug, skuId]))
    expect(rows.filter(({ slug, skuId }) => owners.get(slug) !== skuId)).toEqual([])
    const plain = await db().destination.findMany({ select: { id: true, slug: true } })
    expect(plain.filter(({ id, slug }) => (owners.get(slug) ?? id) !== id)).toEqual([])
  })

  test.each(['atlantis', '', '../admin', 'JAPAN'])('at "%s" does not exist', async (slug) => {
    expect(await getDestination('en', slug)).toBeNull()
  })

  test('without a plan on sale still has a page that says so', async () => {
    const { skuId } = await requireDestination('norway')
    await db().plan.updateMany({ where: { skuId }, data: { isHidden: true } })

    const { destinations } = await getShopIndex('en')

    expect(destinations.find(({ slug }) => slug === 'norway')).toMatchObject({ from: null, networkCount: null })
    expect((await requireDestination('norway')).plans).toEqual([])
  })
})

describe('a plan', () => {
  test('is shown with its siblings and its own words', async () => {
    const id = await planId('392-0-7-3-G')
    const page = await getShopPlan('en', id)

    expect(page?.plan).toMatchObject({ id, amount: { value: 3, unit: 'GB' }, term: { kind: 'fixed', days: 7 } })
    expect(page?.plan.words[0]).toContain('3GB')
    expect(page?.siblings.length).toBeGreaterThan(3)
    expect(page?.destination.slug).toBe('japan')
  })

  test.each(['462-0-7-1-G', '156-0-?-2-G-D', '608-0-?-1-G-D'])('%s is held back from sale', async (planKey) => {
    const id = await planId(planKey)

    expect(await getShopPlan('en', id)).toBeNull()
    expect(await getGonePlan('en', id)).not.toBeNull()
  })

  test('that is gone names the one on sale there that is most like it', async () => {
    const id = await planId('392-0-15-5-G')
    await db().plan.update({ where: { id }, data: { isHidden: true } })

    const gone = await getGonePlan('en', id)

    await db().plan.update({ where: { id }, data: { isHidden: false } })
    expect(gone).toMatchObject({
      ...{ slug: 'japan', name: 'Japan' },
      nearest: { amount: { value: 5, unit: 'GB' }, term: { kind: 'fixed', days: 30 } },
    })
    expect(await getShopPlan('en', gone?.nearest?.id ?? '')).not.toBeNull()
  })

  test('that is gone from a place where nothing is sold has no neighbour', async () => {
    const id = await planId('392-0-15-5-G')
    const hidden = await db().plan.updateManyAndReturn({
      where: { destination: { slug: 'japan' }, isHidden: false },
      data: { isHidden: true },
      select: { id: true },
    })

    const gone = await getGonePlan('en', id)

    await db().plan.updateMany({ where: { id: { in: hidden.map((plan) => plan.id) } }, data: { isHidden: false } })
    expect(gone).toEqual({ slug: 'japan', name: 'Japan', nearest: null })
  })

  test('leaves the shop when what it needs may not be sent', async () => {
    const id = await planId('392-0-?-1-G-D')
    expect(await getShopPlan('en', id)).not.toBeNull()
    await db().capability.create({ data: { key: 'order.daypassDays', value: 'off', updatedBy: 'test' } })

    expect(await getShopPlan('en', id)).toBeNull()

    await db().capability.deleteMany()
  })
})

test('the search index knows other names of every country', async () => {
  const index = await getSearchIndex('en')
  const names = (iso2: string) => index.find((entry) => entry[2] === iso2)?.[4] ?? ''

  expect(names('NL')).toContain('Holland')
  expect(names('JP')).toContain('日本')
  expect(JSON.stringify(index).length).toBeLessThan(120_000)
})

test('a trip goes to every country that something works in, each by its own destination first', async () => {
  const { countries, groups } = await getTripIndex('de')
  const named = new Map(countries.map((country) => [country.iso2, country]))

  expect(named.get('DE')).toEqual({ iso2: 'DE', name: 'Deutschland', slug: 'deutschland' })
  expect(named.get('JP')?.slug).toBe('japan')
  expect(groups.find(({ slug }) => slug === 'japan-premium')?.countries).toEqual(['JP'])
  expect(groups.find(({ slug }) => slug === 'asien-12')?.countries).toHaveLength(12)
  expect(groups.some(({ slug }) => slug === 'japan')).toBe(false)
  for (const { countries: codes } of groups) for (const iso2 of codes ?? []) expect(named.has(iso2)).toBe(true)
  expect([...named.keys()]).not.toContain('VA')
})

test('the site map names every destination and only plans on sale', async () => {
  const { destinations } = await getShownTimes('en')
  const plans = destinations.flatMap(({ planIds }) => planIds)

  expect(destinations.map(({ slug }) => slug)).toContain('japan')
  expect(plans).toContain(await planId('392-0-7-3-G'))
  expect(plans).not.toContain(await planId('462-0-7-1-G'))
})

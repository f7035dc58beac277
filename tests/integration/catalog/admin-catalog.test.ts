import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { mapCountry } from '#lib/catalog/commands/edit-destination.ts'
import { toFreshDestination } from '#lib/catalog/commands/live-plan.ts'
import { syncCatalog } from '#lib/catalog/commands/sync-catalog.ts'
import { getMappedCountries, getUnmappedCountries } from '#lib/catalog/queries/admin-destinations.ts'
import { getNotOnSale } from '#lib/catalog/queries/admin-unsold.ts'
import { getShopIndex } from '#lib/catalog/queries/catalog.ts'
import { readPlaceNames } from '#lib/catalog/queries/places.ts'
import { db } from '#lib/core/repository/client.ts'
import { parseCsv } from '#lib/core/rules/csv.ts'
import { getOwnEsims, getOwnOrders } from '#lib/customers/queries/own-account.ts'
import { getOrderPage } from '#lib/orders/queries/order-page.ts'
import { skuIdSchema } from '#lib/provider/rules/provider-ids.ts'
import { exportFile } from '#tests/support/export-file.ts'
import { OWNER } from '#tests/support/quotes.ts'
import { guestOf } from '#tests/support/sale.ts'
import { duringTests, startShop, startStockedShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff, staffDuringTests } from '#tests/support/staff.ts'

describe('admin unsold', () => {
  duringTests(startStockedShop)
  const owner = staffDuringTests('owner')

  beforeAll(() => db().plan.updateMany({ data: { isHidden: true } }))

  const FILTER = { q: '', reason: 'plan_hidden', after: null } as const

  test('the number of plans of a reason leads to all of them, page by page', async () => {
    const { reasons } = await getNotOnSale(OWNER)
    const count = reasons.find(({ reason }) => reason === 'plan_hidden')?.count ?? 0
    expect(count).toBeGreaterThan(200)

    const seen: string[] = []
    let after: string | null = null
    do {
      const view = await getNotOnSale(OWNER, { ...FILTER, after })
      expect(view.found).toBe(count)
      seen.push(...view.plans.map(({ id }) => id))
      after = view.next
    } while (after)

    expect(new Set(seen).size).toBe(count)
    expect(seen).toHaveLength(count)
    expect(parseCsv(await exportFile(owner, 'unsold', { reason: 'plan_hidden' }))).toHaveLength(count + 1)
  })

  test('a search finds the plans of a destination whatever the reason, and nothing is listed before one is chosen', async () => {
    const { plans, found } = await getNotOnSale(OWNER, { q: 'japan', reason: null, after: null })
    expect(found).toBe(plans.length)
    expect([...new Set(plans.map(({ destination }) => destination))]).toEqual(['Japan', 'Japan Premium'])
    const [plan] = plans
    expect(await getNotOnSale(OWNER, { ...FILTER, q: plan?.code ?? '-' })).toMatchObject({ found: 1, plans: [plan] })

    expect((await getNotOnSale(OWNER)).plans).toEqual([])
  })

  test('the file has all of them where neither a reason nor a search is said', async () => {
    const { reasons } = await getNotOnSale(OWNER)

    const rows = parseCsv(await exportFile(await addStaff('owner'), 'unsold')) ?? []

    expect(rows).toHaveLength(reasons.reduce((sum, { count }) => sum + count, 0) + 1)
  })

  test('what a plan would be sold for is told to those who see costs alone', async () => {
    const filter = { ...FILTER, q: 'japan' }
    const [mine] = (await getNotOnSale(OWNER, filter)).plans
    const [theirs] = (await getNotOnSale({ ...OWNER, role: 'support' }, filter)).plans

    expect(mine?.sale.wouldBeMinor).toBeGreaterThan(0)
    expect([theirs?.cost, theirs?.sale.wouldBeMinor, theirs?.sale.reason]).toEqual([null, null, 'plan_hidden'])
  })
})

describe('catalog command', () => {
  duringTests(startShop)

  const run = () =>
    promisify(execFile)(process.execPath, ['--conditions=react-server', 'scripts/catalog-sync.ts'], {
      env: process.env,
    })

  test('the command fills an empty shop, says how far it is, and tells visitors on the way', async () => {
    const { stdout } = await run()

    const total = await db().destination.count({ where: { partnerId: null } })
    expect(total).toBeGreaterThan(160)
    expect(stdout).toContain(`${total} of ${total} destinations read, 0 failed`)
    expect(stdout.trim().split('\n').at(-1)).toBe('finished')
    expect((await db().catalogState.findFirstOrThrow()).version).toBeGreaterThan(5)
    expect(await db().planChange.count()).toBe(0)
  })

  test('the command fails with the reason when the upstream does not let it in', async () => {
    await db().providerSession.updateMany({ data: { nextTryAt: null } })
    process.env.RESELLER_API_PASSWORD = 'wrong'

    const failure = await run().catch((error: unknown) => error)

    expect(failure).toMatchObject({ code: 1, stdout: expect.stringContaining('failed: no_session') })
  })
})

describe('country queue', () => {
  const CODE = '997'
  const SUPPORT = { ...OWNER, role: 'support' } as const

  duringTests(() => startShop({ STORE_CURRENCY: 'USD' }))
  let japan: number

  beforeAll(async () => {
    await syncCatalog({ trigger: 'test' })
    // As a pass leaves a destination whose code no table knows.
    const { id } = await db().destination.findFirstOrThrow({ where: { slug: 'japan' }, select: { id: true } })
    japan = id
    await db().destination.update({ where: { id }, data: { regionCode: CODE, iso2: null, shelf: 'more' } })
  })

  const shown = async () => (await getShopIndex('en')).destinations.find(({ slug }) => slug === 'japan')

  test('a region code that no table knows stands in the queue, with what its destination is called as a proposal', async () => {
    const codes = (await getUnmappedCountries(SUPPORT)).filter(({ isCode }) => isCode)

    expect(codes).toEqual([{ name: CODE, isCode: true, destinations: ['Japan'], proposal: 'JP' }])
    expect(await shown()).toMatchObject({ iso2: null })
  })

  test('a mapped code counts at once, and in every later pass', async () => {
    await expect(mapCountry(SUPPORT, { name: CODE, iso2: 'JP' })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(mapCountry(OWNER, { name: CODE, iso2: 'QQ' })).rejects.toMatchObject({ code: 'bad_input' })

    expect(await mapCountry(OWNER, { name: CODE, iso2: 'KR' })).toEqual({ destinations: 1 })

    expect(await db().destination.findUnique({ where: { id: japan } })).toMatchObject({ iso2: 'KR', shelf: 'asia' })
    expect((await getUnmappedCountries(OWNER)).filter(({ isCode }) => isCode)).toEqual([])
    const sku = { skuId: skuIdSchema.parse(japan), name: 'Japan', regionCode: CODE }
    expect(toFreshDestination(sku, null, new Map([[CODE, 'KR']]))).toMatchObject({ iso2: 'KR', shelf: 'asia' })
    expect(toFreshDestination({ ...sku, regionCode: '99001' }, null, new Map([['99001', 'KR']]))).toMatchObject({
      ...{ iso2: null, shelf: 'multi_country' },
    })
  })

  test('what was mapped wrongly is seen with who did it, and put right', async () => {
    expect(await getMappedCountries(SUPPORT)).toMatchObject([{ name: CODE, iso2: 'KR' }])

    await mapCountry(OWNER, { name: CODE, iso2: 'JP' })

    expect(await shown()).toMatchObject({ iso2: 'JP' })
    expect(await getMappedCountries(SUPPORT)).toMatchObject([{ name: CODE, iso2: 'JP' }])
    const events = await db().auditEvent.findMany({ where: { subject: CODE }, orderBy: { id: 'asc' } })
    expect(events.map(({ before, after }) => [before, after])).toEqual([
      [null, 'KR'],
      ['KR', 'JP'],
    ])
  })

  test('a name of a country that was mapped wrongly is put right wherever it stands, and nowhere else', async () => {
    const name = 'Nippon'
    await db().destinationCountry.create({ data: { skuId: japan, name, iso2: null } })
    const others = await db().destinationCountry.count({ where: { iso2: 'CN' } })

    await mapCountry(OWNER, { name, iso2: 'CN' })
    await mapCountry(OWNER, { name, iso2: 'JP' })

    expect(await db().destinationCountry.findMany({ where: { name } })).toMatchObject([{ iso2: 'JP' }])
    expect(await db().destinationCountry.count({ where: { iso2: 'CN' } })).toBe(others)
  })
})

describe('place names', () => {
  const BUYER = { accountId: '', sessionId: '', email: 'ana@example.com' }

  duringTests(startShop)
  let orderId: string

  beforeAll(async () => {
    orderId = (await addSoldOrder({ email: BUYER.email })).id
    await db().destination.update({ where: { id: 1 }, data: { providerName: 'Japan', iso2: 'JP', ownName: null } })
  })
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
    await db().destination.update({ where: { id: 1 }, data: { ownName: 'Nippon' } })

    expect(await namesIn('en')).toEqual(['Japan', 'Japan', 'Japan'])
    expect(await namesIn('de')).toEqual(['Nippon', 'Nippon', 'Nippon'])
  })

  test('a destination that the mirror has no more keeps the name it was sold by', async () => {
    const quote = { skuId: 404, locale: 'en' }
    const sold = { slug: 'atlantis', name: 'Atlantis', iso2: null }

    expect((await readPlaceNames([quote], 'ar'))(quote, sold)).toEqual(sold)
  })
})

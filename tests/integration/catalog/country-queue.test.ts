import { afterAll, beforeAll, expect, test } from 'vitest'
import { mapCountry } from '#lib/catalog/commands/edit-destination.ts'
import { toFreshSku } from '#lib/catalog/commands/live-plan.ts'
import { syncCatalog } from '#lib/catalog/commands/sync-catalog.ts'
import { getMappedCountries, getUnmappedCountries } from '#lib/catalog/queries/admin-destinations.ts'
import { getShopIndex } from '#lib/catalog/queries/catalog.ts'
import { db } from '#lib/core/repository/client.ts'
import { skuIdSchema } from '#lib/provider/rules/provider-ids.ts'
import { OWNER } from '#tests/support/quotes.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'

const CODE = '997'
const SUPPORT = { ...OWNER, role: 'support' } as const

let shop: Shop
let japan: number

beforeAll(async () => {
  shop = await startShop({ STORE_CURRENCY: 'USD' })
  await syncCatalog({ trigger: 'test' })
  // As a pass leaves a destination whose code no table knows.
  const { id } = await db().sku.findFirstOrThrow({ where: { slug: 'japan' }, select: { id: true } })
  japan = id
  await db().sku.update({ where: { id }, data: { regionCode: CODE, iso2: null, shelf: 'more' } })
})

afterAll(() => shop.close())

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

  expect(await db().sku.findUnique({ where: { id: japan } })).toMatchObject({ iso2: 'KR', shelf: 'asia' })
  expect((await getUnmappedCountries(OWNER)).filter(({ isCode }) => isCode)).toEqual([])
  const sku = { skuId: skuIdSchema.parse(japan), name: 'Japan', regionCode: CODE }
  expect(toFreshSku(sku, null, new Map([[CODE, 'KR']]))).toMatchObject({ iso2: 'KR', shelf: 'asia' })
  expect(toFreshSku({ ...sku, regionCode: '99001' }, null, new Map([['99001', 'KR']]))).toMatchObject({
    ...{ iso2: null, shelf: 'multi_country' },
  })
})

test('what was mapped wrongly is seen with who did it, and put right', async () => {
  expect(await getMappedCountries(SUPPORT)).toMatchObject([{ name: CODE, iso2: 'KR' }])

  await mapCountry(OWNER, { name: CODE, iso2: 'JP' })

  expect(await shown()).toMatchObject({ iso2: 'JP' })
  expect(await getMappedCountries(SUPPORT)).toMatchObject([{ name: CODE, iso2: 'JP' }])
  const acts = await db().auditEvent.findMany({ where: { subject: CODE }, orderBy: { id: 'asc' } })
  expect(acts.map(({ before, after }) => [before, after])).toEqual([
    [null, 'KR'],
    ['KR', 'JP'],
  ])
})

test('a name of a country that was mapped wrongly is put right wherever it stands, and nowhere else', async () => {
  const name = 'Nippon'
  await db().skuCountry.create({ data: { skuId: japan, name, iso2: null } })
  const others = await db().skuCountry.count({ where: { iso2: 'CN' } })

  await mapCountry(OWNER, { name, iso2: 'CN' })
  await mapCountry(OWNER, { name, iso2: 'JP' })

  expect(await db().skuCountry.findMany({ where: { name } })).toMatchObject([{ iso2: 'JP' }])
  expect(await db().skuCountry.count({ where: { iso2: 'CN' } })).toBe(others)
})

import { beforeAll, expect, test } from 'vitest'
import { editDestination } from '#lib/catalog/commands/edit-destination.ts'
import { syncCatalog } from '#lib/catalog/commands/sync-catalog.ts'
import { getAdminDestination } from '#lib/catalog/queries/admin-destinations.ts'
import { getShownTimes } from '#lib/catalog/queries/site-map.ts'
import { raiseCatalogVersion } from '#lib/catalog/repository/catalog.ts'
import type { Locale } from '#lib/core/i18n/config.ts'
import { db, transaction } from '#lib/core/repository/client.ts'
import { noteShownPages } from '#lib/operations/commands/note-shown-pages.ts'
import { OWNER } from '#tests/support/quotes.ts'
import { duringTests, startShop } from '#tests/support/shop.ts'

duringTests(startShop)

const LONG_AGO = new Date('2026-03-01T10:00:00Z')

beforeAll(async () => {
  await syncCatalog({ trigger: 'test' })
  await db().planChange.deleteMany({})
  await db().destination.updateMany({ data: { firstSeenAt: LONG_AGO } })
  await db().catalogState.updateMany({ data: { updatedAt: new Date('2026-03-02T10:00:00Z') } })
  await noteShownPages()
})

async function changedAt(slug: string, locale: Locale = 'en'): Promise<string | undefined> {
  const { destinations } = await getShownTimes(locale)

  return destinations.find((one) => one.slug === slug)?.changedAt.toISOString()
}

const versionAt = async () => (await db().catalogState.findUniqueOrThrow({ where: { id: 1 } })).updatedAt.toISOString()

test('what is noted for the first time is dated by the last change at the provider, not by the clock', async () => {
  expect(await changedAt('japan')).toBe(LONG_AGO.toISOString())
  expect((await getShownTimes('de')).lists.toISOString()).toBe(LONG_AGO.toISOString())
})

test('a new version that changes nothing dates nothing anew', async () => {
  await transaction(raiseCatalogVersion)
  expect(await changedAt('japan')).toBe(LONG_AGO.toISOString())

  await noteShownPages()
  expect(await changedAt('japan')).toBe(LONG_AGO.toISOString())
})

test('another price dates its destination and the lists, before it is noted and after', async () => {
  const plan = await db().plan.findFirstOrThrow({ where: { destination: { slug: 'japan' }, vanishedAt: null } })
  await db().plan.updateMany({ where: { skuId: plan.skuId }, data: { cost: plan.cost.times(3) } })
  await transaction(raiseCatalogVersion)
  const at = await versionAt()
  expect(at > LONG_AGO.toISOString()).toBe(true)

  for (const step of ['before', 'after']) {
    expect(await changedAt('japan'), step).toBe(at)
    expect(await changedAt('japan', 'ar'), step).toBe(at)
    expect((await getShownTimes('en')).lists.toISOString(), step).toBe(at)
    expect(await changedAt('france'), step).toBe(LONG_AGO.toISOString())
    await noteShownPages()
  }
  await transaction(raiseCatalogVersion)
  expect(await changedAt('japan')).toBe(at)
})

test('words of the store date the page in their language alone', async () => {
  const { id } = await db().destination.findFirstOrThrow({ where: { slug: 'iceland' } })
  const page = await getAdminDestination(OWNER, { id, locale: 'en' })
  if (!page) throw new Error('There is no Iceland.')
  const { isHidden, isFeatured, rank, texts, addresses } = page
  const words = { locale: 'de', name: null, text: null, pageTitle: 'eSIM {destination}', pageDescription: null }
  const seen = { isHidden, isFeatured, rank, texts, addresses }
  await editDestination(OWNER, { id, wanted: { ...seen, texts: [words] }, seen })

  expect(await changedAt('island', 'de')).toBe(await versionAt())
  expect(await changedAt('iceland', 'en')).toBe(LONG_AGO.toISOString())
})

test('two processes at once leave one row for each page and language', async () => {
  await transaction(raiseCatalogVersion)
  await Promise.all([noteShownPages(), noteShownPages(), noteShownPages()])

  const rows = await db().shownPage.count()
  const { destinations } = await getShownTimes('en')
  expect(rows).toBe((destinations.length + 1) * 3)
})

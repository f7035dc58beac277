import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { syncCatalog } from '#lib/catalog/commands/sync-catalog.ts'
import { db } from '#lib/core/repository/client.ts'
import { quote, refresh, refusalOf } from '#tests/support/quotes.ts'
import { duringTests, startShop } from '#tests/support/shop.ts'

const JAPAN_PLAN = '392-0-7-3-G'
const OFFERED = 50

const shop = duringTests(startShop)

beforeAll(async () => {
  expect(await syncCatalog({ trigger: 'test' })).toMatchObject({ state: 'finished', failed: 0 })
})

/** Back to a mirror that agrees with the provider, and to an empty call log; most products are not offered, to save time. */
async function startOver(): Promise<void> {
  await refresh(shop)
  const duplicate = await db().destination.findMany({
    where: { slug: { not: 'japan' } },
    orderBy: { id: 'asc' },
    skip: OFFERED - 1,
  })
  for (const { id } of duplicate) shop.provider.control.changeSku({ skuId: id, hide: true })
  await syncCatalog({ trigger: 'test' })
  await db().planChange.deleteMany()
  shop.provider.control.clearCalls()
}

const version = async () => (await db().catalogState.findFirst())?.version ?? 0
const japan = () => db().destination.findFirstOrThrow({ where: { slug: 'japan' } })
const offered = () => db().destination.count({ where: { vanishedAt: null } })
const plansOf = (skuId: number) => db().plan.count({ where: { skuId, vanishedAt: null } })
const plan = (planKey = JAPAN_PLAN) => db().plan.findFirstOrThrow({ where: { planKey } })
const changes = () => db().planChange.findMany({ select: { kind: true, before: true, after: true } })

describe('the mirror', () => {
  test('holds every product of the upstream on exactly one shelf', async () => {
    const skus = await db().destination.findMany({ select: { slug: true, shelf: true, iso2: true } })

    expect(skus.length).toBeGreaterThan(160)
    expect(new Set(skus.map(({ slug }) => slug)).size).toBe(skus.length)
    expect(skus.filter(({ shelf }) => shelf === 'more')).toEqual([])
    expect(skus.find(({ slug }) => slug === 'serbia')?.iso2).toBe('RS')
  })

  test('knows every spelling of a country that the upstream uses', async () => {
    expect(await db().destinationCountry.findMany({ where: { iso2: null } })).toEqual([])
    expect(await db().destinationCountry.count({ where: { name: 'Bosnia & Herzegovina' } })).toBeGreaterThan(0)
  })

  test('keeps "not stated" apart from "none"', async () => {
    shop.provider.control.changeSku({ skuId: (await japan()).id, supportCountry: null })
    await syncCatalog({ trigger: 'test' })

    expect(await japan()).toMatchObject({ coverageStated: false })
    expect(await db().plan.count({ where: { code: null } })).toBe(1)
  })

  test('keeps costs to the last digit', async () => {
    const thirds = await db().$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS "count" FROM "Plan" WHERE "cost" <> round("cost", 2)`

    expect(thirds[0]?.count).toBeGreaterThan(0)
  })
})

describe('a pass', () => {
  beforeEach(startOver)

  test('over an unchanged catalogue changes nothing and raises no version', async () => {
    const before = await version()

    const outcome = await syncCatalog({ trigger: 'test' })

    expect(outcome).toMatchObject({ state: 'finished', hasChanged: false })
    expect(await version()).toBe(before)
    expect(await changes()).toEqual([])
  })

  test('lists a dearer plan with both costs, and raises the version once', async () => {
    const before = await version()
    shop.provider.control.changePlan({ apiCode: JAPAN_PLAN, price: 99.125 })

    await syncCatalog({ trigger: 'test' })

    expect(await changes()).toMatchObject([{ kind: 'dearer', after: { cost: '99.125' } }])
    expect((await plan()).cost.toFixed()).toBe('99.125')
    expect(await version()).toBe(before + 1)
  })

  test('follows a price id that changes under the same plan code', async () => {
    const { id } = await plan()
    shop.provider.control.changePlan({ apiCode: JAPAN_PLAN, newPriceId: 777_777 })

    await syncCatalog({ trigger: 'test' })

    expect(await plan()).toMatchObject({ id, priceId: 777_777 })
  })

  test('marks a plan that is gone, and takes it back under the same id', async () => {
    const { id } = await plan()
    shop.provider.control.changePlan({ apiCode: JAPAN_PLAN, hide: true })
    await syncCatalog({ trigger: 'test' })
    const gone = await plan()
    shop.provider.control.changePlan({ apiCode: JAPAN_PLAN, hide: false })
    await syncCatalog({ trigger: 'test' })

    expect(gone.vanishedAt).not.toBeNull()
    expect(await plan()).toMatchObject({ id, vanishedAt: null })
    expect((await changes()).map(({ kind }) => kind)).toEqual(['gone', 'back'])
  })

  test('marks a destination that a complete list lacks, and keeps its plans', async () => {
    const { id, slug } = await japan()
    const plans = await plansOf(id)
    shop.provider.control.changeSku({ skuId: id, hide: true })
    await syncCatalog({ trigger: 'test' })
    const gone = await japan()
    shop.provider.control.changeSku({ skuId: id, hide: false })
    await syncCatalog({ trigger: 'test' })

    expect(gone.vanishedAt).not.toBeNull()
    expect(await plansOf(id)).toBe(plans)
    expect(await japan()).toMatchObject({ slug, vanishedAt: null })
  })
})

describe('a pass that is disturbed', () => {
  beforeEach(startOver)

  test('reads a destination again that failed at first', async () => {
    const { id } = await japan()
    shop.provider.control.addFault({ path: 'getPackages', kind: 'code', code: -8, match: { skuId: `${id}` } })

    expect(await syncCatalog({ trigger: 'test' })).toMatchObject({ state: 'finished', failed: 0 })
    expect((await japan()).lastReadError).toBeNull()
  })

  test.each([
    ['an error', { kind: 'code', code: -8 }],
    ['garbage', { kind: 'garbage' }],
    ['wrong types', { kind: 'wrong-type' }],
  ] as const)('leaves a destination alone that answers with %s', async (_, fault) => {
    const { id, plansReadAt } = await japan()
    const plans = await plansOf(id)
    shop.provider.control.addFault({ path: 'getPackages', match: { skuId: `${id}` }, times: 50, ...fault })

    const outcome = await syncCatalog({ trigger: 'test' })

    expect(outcome).toMatchObject({ state: 'finished', failed: 1 })
    expect(await plansOf(id)).toBe(plans)
    expect(await japan()).toMatchObject({ plansReadAt, vanishedAt: null })
    expect((await japan()).lastReadError).not.toBeNull()
  })

  test('leaves a plan alone that is listed in a form nobody can read', async () => {
    shop.provider.control.changePlan({ apiCode: JAPAN_PLAN, unit: 'TB' as 'GB' })

    await syncCatalog({ trigger: 'test' })

    expect(await plan()).toMatchObject({ vanishedAt: null, amountUnit: 'GB' })
    expect(await changes()).toEqual([])
    expect(await refusalOf(quote(JAPAN_PLAN))).toBe('upstream_unavailable')
  })

  test.each([
    ['a price id', { newPriceId: 4_000_000_000 }],
    ['a price', { price: 2_000_000_000_000 }],
  ])('leaves a plan alone whose %s no row can hold, and reads whatever stands behind it', async (_, change) => {
    const behind = await db().plan.findFirstOrThrow({
      where: {
        skuId: { gt: (await japan()).id },
        vanishedAt: null,
        code: { not: null },
        destination: { vanishedAt: null },
      },
      orderBy: { skuId: 'desc' },
    })
    shop.provider.control.changePlan({ apiCode: JAPAN_PLAN, ...change })
    shop.provider.control.changePlan({ apiCode: behind.code ?? '', price: 99.125 })

    expect(await syncCatalog({ trigger: 'test' })).toMatchObject({ state: 'finished', failed: 0 })

    expect(await plan()).toMatchObject({ vanishedAt: null, amountUnit: 'GB' })
    expect((await plan(behind.planKey)).cost.toFixed()).toBe('99.125')
  })

  test('takes nothing down when the upstream dies half-way, and goes on where it stopped', async () => {
    const total = await offered()
    let read = 0
    const stop = new AbortController()
    const outcome = await syncCatalog({
      trigger: 'test',
      signal: stop.signal,
      onProgress: () => {
        read += 1
        if (read === 30) stop.abort()
      },
    })
    expect(outcome).toMatchObject({ state: 'stopped', done: 30, total })
    expect(await offered()).toBe(OFFERED)
    shop.provider.control.clearCalls()

    const resumed = await syncCatalog({ trigger: 'test' })

    expect(resumed).toMatchObject({ state: 'finished', done: total })
    expect(shop.provider.control.calls({ path: 'getPackages' })).toHaveLength(total - 30)
  })

  test('stops early when nothing answers, instead of asking for every product', async () => {
    shop.provider.control.addFault({ path: 'getPackages', kind: 'reset', times: 1_000 })

    expect(await syncCatalog({ trigger: 'test' })).toMatchObject({ state: 'stopped' })
    expect(shop.provider.control.calls({ path: 'getPackages' }).length).toBeLessThan(30)
  })

  test.each([3, -3])('takes the plans of a destination off sale that is answered by code %i twice', async (code) => {
    const { id } = await japan()
    shop.provider.control.addFault({ path: 'getPackages', match: { skuId: `${id}` }, times: 2, kind: 'code', code })

    expect(await syncCatalog({ trigger: 'test' })).toMatchObject({ state: 'finished', failed: 0 })

    expect(await plansOf(id)).toBe(0)
    expect(await japan()).toMatchObject({ vanishedAt: null, lastReadError: null })
  })

  test('leaves every plan alone where each destination is answered by "not found"', async () => {
    const { id } = await japan()
    const plans = await plansOf(id)
    shop.provider.control.addFault({ path: 'getPackages', times: 1_000, kind: 'code', code: -3 })

    await syncCatalog({ trigger: 'test' })

    expect(await plansOf(id)).toBe(plans)
  })

  test('gets past many destinations that refuse, one after the other', async () => {
    const total = await offered()
    shop.provider.control.addFault({ path: 'getPackages', kind: 'code', code: -8, times: 20 })

    expect(await syncCatalog({ trigger: 'test' })).toMatchObject({ state: 'finished', done: total, failed: 0 })
  })

  test('believes no product list that is an error', async () => {
    shop.provider.control.addFault({ path: 'getSkus', kind: 'code', code: -3, times: 10 })

    expect(await syncCatalog({ trigger: 'test' })).toMatchObject({ state: 'failed', error: 'not_found' })
    expect(await offered()).toBe(OFFERED)
  })

  test('runs once when two ask at the same time', async () => {
    const outcomes = await Promise.all([syncCatalog({ trigger: 'test' }), syncCatalog({ trigger: 'test' })])

    expect(outcomes.map(({ state }) => state).sort()).toEqual(['already_running', 'finished'])
  })
})

import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setRefundabilityRule } from '#lib/cancellations/commands/set-refundability-rule.ts'
import { editDestination, hidePlan, setDestinationPicture } from '#lib/catalog/commands/edit-destination.ts'
import { syncCatalog } from '#lib/catalog/commands/sync-catalog.ts'
import { getChanges, getSyncRuns, toChangeFilter } from '#lib/catalog/queries/admin-catalog.ts'
import { getAdminDestination, getAdminDestinations } from '#lib/catalog/queries/admin-destinations.ts'
import { getDestination, getShopIndex, getShopPlan } from '#lib/catalog/queries/catalog.ts'
import type { DestinationEdit } from '#lib/catalog/rules/admin-catalog.ts'
import type { RefundabilityAnswer } from '#lib/catalog/rules/admin-destination.ts'
import { changeFilterSchema } from '#lib/catalog/schema.ts'
import { db } from '#lib/core/repository/client.ts'
import { parseCsv } from '#lib/core/rules/csv.ts'
import { getPicture } from '#lib/settings/queries/store-details.ts'
import { exportFile } from '#tests/support/export-file.ts'
import { jpegOf, pngOf } from '#tests/support/pictures.ts'
import { FIXED, OWNER, refresh, refusalOf, storedPlan } from '#tests/support/quotes.ts'
import { duringTests, startShop } from '#tests/support/shop.ts'

const shop = duringTests(() => startShop({ STORE_CURRENCY: 'USD' }))
let japan: number

beforeAll(async () => {
  await syncCatalog({ trigger: 'test' })
  japan = (await storedPlan(FIXED)).skuId
})

beforeEach(() => refresh(shop))

const UNSAID = { name: null, text: null, pageTitle: null, pageDescription: null } as const
const PLAIN: DestinationEdit = { isHidden: false, isFeatured: false, rank: 1_000, texts: [], addresses: [] }
const SUPPORT = { ...OWNER, role: 'support' } as const
const OTHER = { ...OWNER, staffId: 'stf_2', name: 'P', email: 'p@example.com' } as const

/** What the page shows of Japan now. */
async function shownOf(caller = OWNER): Promise<DestinationEdit> {
  const page = await getAdminDestination(caller, { id: japan, locale: 'en' })

  return {
    ...PLAIN,
    ...(page && {
      isHidden: page.isHidden,
      isFeatured: page.isFeatured,
      rank: page.rank,
      texts: page.texts,
      addresses: page.addresses,
    }),
  }
}

const edit = async (wanted: DestinationEdit) => editDestination(OWNER, { id: japan, wanted, seen: await shownOf() })

describe('what the store itself decides about a destination', () => {
  test('shows in the shop in each language, and survives a pass over the catalogue', async () => {
    const { id: planId } = await storedPlan(FIXED)
    await edit({
      ...{ isHidden: false, isFeatured: true, rank: 77, addresses: [] },
      texts: [
        { ...UNSAID, locale: 'de', name: ' Nippon\u202e ', text: 'Zwei\r\nZeilen' },
        { ...UNSAID, locale: 'ar', name: '' },
      ],
    })
    await hidePlan(OWNER, { planId, isHidden: true })
    await syncCatalog({ trigger: 'test' })

    expect(await getDestination('de', 'japan')).toMatchObject({ name: 'Nippon', ownText: 'Zwei\nZeilen' })
    expect(await getDestination('en', 'japan')).toMatchObject({ name: 'Japan', ownText: null })
    expect((await getShopIndex('de')).destinations[0]?.slug).toBe('japan')
    expect(await getShopPlan('en', planId)).toBeNull()
    expect(await db().destination.findUniqueOrThrow({ where: { id: japan } })).toMatchObject({
      rank: 77,
      isFeatured: true,
    })
    await hidePlan(OWNER, { planId, isHidden: false })
    expect(await getShopPlan('en', planId)).not.toBeNull()
  })

  test('takes it out of the shop, and is written down with what was before', async () => {
    await edit(PLAIN)
    await edit({ ...PLAIN, isHidden: true })

    expect(await getDestination('en', 'japan')).toBeNull()
    const row = await db().auditEvent.findFirstOrThrow({
      where: { act: 'catalog.destination_changed' },
      orderBy: { id: 'desc' },
    })
    expect(row).toMatchObject({ before: { isHidden: false }, after: { isHidden: true } })
    const { rows } = await getAdminDestinations(OWNER, 'en', { q: 'jap', shelf: null, state: 'hidden' })
    expect(rows.map(({ name }) => name)).toEqual(['Japan'])
    await edit(PLAIN)
  })

  test('is changed by the first of two; the second is told, reads what is stored, and may still say what holds', async () => {
    const seen = await shownOf()
    const texts = [{ ...UNSAID, locale: 'de', name: 'Erstes' }]
    await editDestination(OTHER, { id: japan, wanted: { ...seen, rank: 5, texts }, seen })

    const mine = { ...seen, rank: 9, texts: [{ ...UNSAID, locale: 'ar', name: 'ثانٍ' }] }
    expect(await refusalOf(editDestination(OWNER, { id: japan, wanted: mine, seen }))).toBe('conflict settings_changed')

    const stored = await shownOf()
    expect(stored).toMatchObject({ rank: 5, texts })
    await editDestination(OWNER, { id: japan, wanted: { ...stored, rank: 9 }, seen: stored })
    expect(await shownOf()).toMatchObject({ rank: 9, texts })
  })

  test('of two who save at the same moment is changed by one alone', async () => {
    const seen = await shownOf()
    const save = (rank: number) => refusalOf(editDestination(OWNER, { id: japan, wanted: { ...seen, rank }, seen }))

    const answers = await Promise.all([save(31), save(32)])
    expect(answers.toSorted()).toEqual(['conflict settings_changed', 'sold'])
    expect((await shownOf()).rank).toBe(answers[0] === 'sold' ? 31 : 32)
    await edit({ ...PLAIN, texts: seen.texts.map(({ locale }) => ({ ...UNSAID, locale })) })
  })

  test('is its address too, in any language: former ones lead to it, links and site maps follow', async () => {
    const { addresses } = await shownOf()
    expect(addresses).toContainEqual({ locale: 'en', slug: 'japan' })
    const version = async () => (await db().catalogState.findUniqueOrThrow({ where: { id: 1 } })).version
    const before = await version()
    const own = { en: 'japan-esim', de: 'japan-reisen', ar: 'al-yaban', fr: null }
    const wanted = (slugs: Record<string, string | null>) =>
      edit({ ...PLAIN, addresses: Object.entries(slugs).map(([locale, slug]) => ({ locale, slug })) })
    await wanted(own)

    expect(await version()).toBeGreaterThan(before)
    const slugIn = async (locale: string, slug: string) => (await getDestination(locale, slug))?.slug
    expect(await slugIn('en', 'japan')).toBe('japan-esim')
    expect(await slugIn('de', 'japan')).toBe('japan-reisen')
    expect(await slugIn('ar', 'japan-reisen')).toBe('al-yaban')
    // By its name, as nobody gave it one; an emptied field puts that back.
    expect(await slugIn('fr', 'al-yaban')).toBe('japon')
    expect((await getDestination('en', 'japan-esim'))?.addresses).toMatchObject({
      en: '/destinations/japan-esim',
      de: '/de/destinations/japan-reisen',
      ar: '/ar/destinations/al-yaban',
      'x-default': '/destinations/japan-esim',
    })
    expect((await getShopIndex('de')).destinations.map(({ slug }) => slug)).toContain('japan-reisen')

    await syncCatalog({ trigger: 'test' })
    expect(await slugIn('de', 'japan')).toBe('japan-reisen')
    await wanted({ en: 'japan', de: null, ar: null })
    expect(await slugIn('en', 'japan-esim')).toBe('japan')
    expect(await slugIn('de', 'japan-reisen')).toBe('japan')
    expect(await slugIn('ar', 'al-yaban')).toBe('japan')
    const row = await db().auditEvent.findFirstOrThrow({
      where: { act: 'catalog.destination_changed' },
      orderBy: { id: 'desc' },
    })
    expect(row.before).toMatchObject({ addresses: expect.arrayContaining([{ locale: 'de', slug: 'japan-reisen' }]) })
  })

  test('is an address that a new destination of that name does not get, nor the numbered one', async () => {
    const { id } = await db().destination.findFirstOrThrow({ where: { slug: 'iceland' } })
    await db().plan.deleteMany({ where: { skuId: id } })
    await db().destination.delete({ where: { id } })
    const given = (en: string, ar: string | null) =>
      edit({
        ...PLAIN,
        addresses: [
          { locale: 'en', slug: en },
          { locale: 'ar', slug: ar },
        ],
      })
    await given('iceland', `iceland-${id}`)

    await syncCatalog({ trigger: 'test' })

    expect(await db().destination.findUniqueOrThrow({ where: { id } })).toMatchObject({ slug: `iceland-${id}-${id}` })
    expect((await getDestination('en', 'iceland'))?.skuId).toBe(japan)
    await given('japan', null)
    expect((await getDestination('en', 'iceland'))?.slug).toBe('japan')
    // Its plans are no changes to those who read the list of them.
    await db().planChange.deleteMany({ where: { skuId: id } })
  })

  test.each([
    ['another destination has', 'en', 'norway', 'conflict taken'],
    ['another has in some other language', 'ar', 'norwegen', 'conflict taken'],
    ['another had', 'de', 'norge-frueher', 'conflict taken'],
    ['has capitals', 'de', 'Japan', 'bad_input slug_shape'],
    ['leads elsewhere', 'de', '../admin', 'bad_input slug_shape'],
    ['is not in Latin letters', 'ja', '日本', 'bad_input slug_shape'],
    ['is kept by the shop', 'fr', 'page', 'bad_input slug_reserved'],
    ['is none in the default language', 'en', null, 'bad_input slug_shape'],
  ])('is not given an address that %s', async (_, locale, slug, refusal) => {
    const { id } = await db().destination.findFirstOrThrow({ where: { slug: 'norway' } })
    await db().destinationSlug.createMany({ data: [{ slug: 'norge-frueher', skuId: id }], skipDuplicates: true })
    const before = await shownOf()

    expect(await refusalOf(edit({ ...before, rank: 3, addresses: [{ locale, slug }] }))).toBe(refusal)

    expect(await shownOf()).toEqual(before)
  })

  test('is no matter of support, and of nothing that is not there', async () => {
    expect(await refusalOf(editDestination(SUPPORT, { id: japan, wanted: PLAIN, seen: PLAIN }))).toBe('forbidden')
    expect(await refusalOf(hidePlan(SUPPORT, { planId: 'pln_x', isHidden: true }))).toBe('forbidden')
    expect(await refusalOf(editDestination(OWNER, { id: 999_999, wanted: PLAIN, seen: PLAIN }))).toBe('not_found')
    expect(await refusalOf(hidePlan(OWNER, { planId: 'pln_x', isHidden: true }))).toBe('not_found')
  })
})

test('each plan of a destination has a price, or exactly one reason why it has none', async () => {
  for (const { id } of await db().destination.findMany({ select: { id: true } })) {
    const plans = (await getAdminDestination(OWNER, { id, locale: 'en' }))?.plans ?? []

    expect(plans.filter(({ sale }) => (sale.price === null) === (sale.reason === null))).toEqual([])
  }
})

test('the words of plans are sorted on their page, for all plans that share them at once, and by no read-only role', async () => {
  const wordings = async (caller = OWNER) =>
    (await getAdminDestination(caller, { id: japan, locale: 'en' }))?.wordings ?? []
  const [max] = await wordings()
  const planIds = max?.planIds ?? []
  expect(planIds.length).toBeGreaterThan(1)
  expect(max).toMatchObject({ answer: 'UNKNOWN', tooLong: 0 })
  expect(max?.shared.some((item) => max.own.includes(item))).toBe(false)

  await setRefundabilityRule(OWNER, { planIds, answer: 'ALLOWED_UNTIL_INSTALL', seen: 'UNKNOWN' })
  expect((await wordings(SUPPORT))[0]).toMatchObject({ planIds, answer: 'ALLOWED_UNTIL_INSTALL' })
  const [one = ''] = planIds
  await setRefundabilityRule(OWNER, { planIds: [one], answer: 'NEVER', seen: 'ALLOWED_UNTIL_INSTALL' })
  expect((await wordings())[0]).toMatchObject({ planIds, answer: null })
  expect(await refusalOf(setRefundabilityRule(SUPPORT, { planIds, answer: 'NEVER', seen: null }))).toBe('forbidden')
  await db().refundabilityRule.deleteMany()
})

test('of two who sort the same words the second is told, and the first answer stays', async () => {
  const words = async () => (await getAdminDestination(OWNER, { id: japan, locale: 'en' }))?.wordings[0]
  const { planIds = [] } = (await words()) ?? {}
  const sort = (answer: RefundabilityAnswer, seen: RefundabilityAnswer | null) =>
    refusalOf(setRefundabilityRule(OWNER, { planIds, answer, seen }))

  const both = await Promise.all([sort('NEVER', 'UNKNOWN'), sort('ALLOWED_UNTIL_USE', 'UNKNOWN')])
  const kept = (await words())?.answer

  expect(both.sort()).toEqual(['conflict settings_changed', 'sold'])
  expect(['NEVER', 'ALLOWED_UNTIL_USE']).toContain(kept)
  expect(await sort('UNKNOWN', null)).toBe('conflict settings_changed')
  await setRefundabilityRule(OWNER, { planIds, answer: 'UNKNOWN', seen: kept ?? null })
  await db().refundabilityRule.deleteMany()
})

test('support reads prices and reasons, and no cost, margin or rule', async () => {
  const plans = (await getAdminDestination(SUPPORT, { id: japan, locale: 'en' }))?.plans ?? []

  expect(plans.some(({ sale }) => sale.price !== null)).toBe(true)
  expect(
    plans.map(({ cost, rule, sale }) => [cost, rule, sale.marginMinor, sale.marginShare, sale.wouldBeMinor]),
  ).toEqual(plans.map(() => [null, null, null, null, null]))
})

describe('the change list as a file', () => {
  const HOSTILE = '=HYPERLINK("https://evil.example","x")'

  beforeAll(async () => {
    const rows = Array.from({ length: 1_203 }, (_, index) => ({
      ...{ id: `chg_T${String(index).padStart(6, '0')}`, syncRunId: 'test', skuId: japan, planId: null },
      ...{
        kind: index === 7 ? ('gone' as const) : ('dearer' as const),
        at: new Date(Date.UTC(2026, 0, 1 + (index % 20))),
      },
      ...{ before: { cost: '1', code: HOSTILE }, after: { cost: '2', code: HOSTILE } },
    }))
    await db().planChange.createMany({ data: rows })
  })

  async function read(caller: typeof OWNER, filter = {}) {
    return parseCsv(await exportFile(caller, 'changes', filter)) ?? []
  }

  test('has every row once, in parts, and runs nothing in a spreadsheet', async () => {
    const [head = [], ...rows] = await read(OWNER, { destination: japan })

    expect(head.slice(0, 4)).toEqual(['at_utc', 'change', 'destination', 'sku'])
    expect(rows).toHaveLength(1_203)
    expect(rows.every((cells) => cells[head.indexOf('code')] === `'${HOSTILE}`)).toBe(true)
    expect(rows.every((cells) => cells.length === head.length)).toBe(true)
  })

  test('is led through by pages that have each row once, though many share a moment', async () => {
    const ids: string[] = []
    let pages = 0
    for (let after: string | null = null; pages === 0 || after; pages += 1) {
      const filter = toChangeFilter(changeFilterSchema.parse({ sku: String(japan), ...(after ? { after } : {}) }))
      const page = await getChanges(OWNER, filter)
      ids.push(...page.changes.map(({ id }) => id))
      after = page.next
    }

    expect([pages, ids.length, new Set(ids).size]).toEqual([13, 1_203, 1_203])
  })

  test('is what the numbers of a pass lead to, kind by kind', async () => {
    await db().syncRun.createMany({ data: [{ id: 'test', trigger: 'clock', startedAt: new Date() }] })
    const [run] = (await getSyncRuns(OWNER, null)).runs
    expect(run?.changes).toEqual([
      { kind: 'gone', count: 1 },
      { kind: 'dearer', count: 1_202 },
    ])

    for (const { kind, count } of run?.changes ?? []) {
      expect((await read(OWNER, { kind, run: run?.id })).slice(1)).toHaveLength(count)
    }
    const gone = await getChanges(OWNER, toChangeFilter(changeFilterSchema.parse({ kind: 'gone', run: 'test' })))
    expect(gone.changes.map(({ id }) => id)).toEqual(['chg_T000007'])
    expect(await read(OWNER, { run: 'another' })).toHaveLength(1)
  })

  test('follows the filters of its page', async () => {
    const since = '2026-01-03' as never
    const days = await read(OWNER, { kind: 'dearer', since, until: since })

    expect(new Set(days.slice(1).map(([at]) => at?.slice(0, 10)))).toEqual(new Set(['2026-01-03']))
    expect((await read(OWNER, { kind: 'gone', destination: japan })).slice(1)).toHaveLength(1)
    expect((await read(OWNER, { kind: 'gone', q: 'jAPAn' })).slice(1)).toHaveLength(1)
    expect((await read(OWNER, { q: '%' })).slice(1)).toEqual([])
  })

  test('is for those who take lists out, and on the record', async () => {
    await expect(read(SUPPORT as never, { kind: 'gone' })).rejects.toMatchObject({ code: 'forbidden' })
    await read(OWNER, { kind: 'gone' })

    const where = { act: 'list.exported', subject: 'changes' }
    const written = await db().auditEvent.findFirstOrThrow({ where, orderBy: { id: 'desc' } })
    expect(written).toMatchObject({ after: { kind: 'gone' } })
  })
})

describe('a picture of a destination', () => {
  const png = pngOf(300, 100)
  const shown = async () => (await getDestination('en', 'japan'))?.picture ?? null

  test('is served and shown in the shop, survives a pass, and is taken away', async () => {
    const hash = await setDestinationPicture(OWNER, { id: japan, picture: png, seen: null })
    await syncCatalog({ trigger: 'test' })

    expect(await shown()).toEqual({ hash, width: 300, height: 100 })
    expect((await getAdminDestination(OWNER, { id: japan, locale: 'en' }))?.picture?.hash).toBe(hash)
    expect((await getPicture(hash ?? ''))?.bytes.length).toBeGreaterThan(0)
    const row = await db().auditEvent.findFirstOrThrow({
      where: { act: 'catalog.destination_changed', subject: String(japan) },
      orderBy: { id: 'desc' },
    })
    expect([row.before, row.after]).toEqual([{ picture: null }, { picture: hash }])

    await setDestinationPicture(OWNER, { id: japan, picture: null, seen: hash })
    expect(await shown()).toBeNull()
  })

  test('may be a JPEG, and is served as one', async () => {
    const hash = await setDestinationPicture(OWNER, { id: japan, picture: jpegOf(320, 90, 'at home'), seen: null })

    expect(await shown()).toEqual({ hash, width: 320, height: 90, type: 'jpeg' })
    expect(await getPicture(hash ?? '')).toMatchObject({ type: 'jpeg' })
    await setDestinationPicture(OWNER, { id: japan, picture: null, seen: hash })
  })

  test('of two who choose one is the first one; the other keeps their file, and sets it over what they have now seen', async () => {
    const first = await setDestinationPicture(OTHER, { id: japan, picture: pngOf(200, 80), seen: null })
    expect(await refusalOf(setDestinationPicture(OWNER, { id: japan, picture: png, seen: null }))).toBe(
      'conflict settings_changed',
    )
    expect(await shown()).toMatchObject({ hash: first, width: 200 })

    const second = await setDestinationPicture(OWNER, { id: japan, picture: png, seen: first })
    expect(await shown()).toMatchObject({ hash: second, width: 300 })
    await setDestinationPicture(OWNER, { id: japan, picture: null, seen: second })
  })

  test('is refused like a logo, to who saw another one, and to who changes no catalogue', async () => {
    const set = (png: Uint8Array | null, part = {}) =>
      setDestinationPicture(OWNER, { id: japan, picture: png, seen: null, ...part })

    expect(await refusalOf(set(new TextEncoder().encode('<svg/>')))).toBe('bad_input no_picture')
    expect(await refusalOf(set(pngOf(9_000, 9_000)))).toBe('bad_input size')
    expect(await refusalOf(set(new Uint8Array(120_001)))).toBe('bad_input weight')
    expect(await refusalOf(set(png, { seen: 'another' }))).toBe('conflict settings_changed')
    expect(await refusalOf(set(png, { id: 99_999_999 }))).toMatch(/^not_found/)
    await expect(setDestinationPicture(SUPPORT, { id: japan, picture: png, seen: null })).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect(await shown()).toBeNull()
  })
})

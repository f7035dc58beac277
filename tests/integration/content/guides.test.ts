import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { previewGuide } from '#lib/content/commands/check-guide.ts'
import {
  publishDueGuides,
  publishGuide,
  scheduleGuide,
  unscheduleGuide,
  withdrawGuide,
} from '#lib/content/commands/publish-guide.ts'
import { addGuidePicture, restoreVersion, saveGuide } from '#lib/content/commands/save-guide.ts'
import { addRedirect, removeRedirect } from '#lib/content/commands/shop-pages.ts'
import { getEditedGuide, getGuides, getGuideVersion, getRedirects } from '#lib/content/queries/admin-guides.ts'
import {
  getGuide,
  listFrontSections,
  listGuideEntries,
  listGuides,
  listGuidesAbout,
} from '#lib/content/queries/guides.ts'
import { GUIDE_PLACES, type GuidePlace } from '#lib/content/rules/public-route.ts'
import { db } from '#lib/core/repository/client.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { localTimeAt } from '#lib/core/rules/zoned-time.ts'
import { makeFindRedirect, makeKnowsSubject } from '#lib/server/addresses.ts'
import { jpegOf, pngOf } from '#tests/support/pictures.ts'
import { OWNER, refusalOf } from '#tests/support/quotes.ts'
import { duringTests, startStockedShop } from '#tests/support/shop.ts'

duringTests(() => startStockedShop())
const MANAGER: StaffMember = { ...OWNER, staffId: 'stf_2', role: 'manager' }
const LANGUAGES = ['en', 'de', 'ar']
let pool: pg.Pool

beforeAll(() => {
  pool = new pg.Pool({ connectionString: process.env.DATABASE_URL ?? '' })
})

afterAll(() => pool.end())

beforeEach(async () => {
  await db().$executeRawUnsafe('TRUNCATE "GuideVersion", "GuideText", "Guide", "Redirect"')
})

const words = (change: object = {}) => ({
  ...{ slug: 'japan-by-train', title: 'Japan by train', description: 'Which pass, which plan.' },
  body: '# Passes\n\nBuy one.',
  ...change,
})
const catalogVersion = async () => (await db().catalogState.findUniqueOrThrow({ where: { id: 1 } })).version

/** Writes a text for a place, further versions of it included. */
async function writeAt(place: GuidePlace, [first = {}, ...later]: object[]) {
  let at = await saveGuide(OWNER, { id: null, place, locale: 'en', words: words(first), seen: 0 })
  for (const change of later) {
    at = await saveGuide(OWNER, { id: at.id, locale: 'en', words: words(change), seen: at.version })
  }

  return { guideId: at.id, locale: 'en', seen: at.version }
}

const write = (...versions: object[]) => writeAt('guide', versions)

const publish = (guide: { guideId: string; locale: string; seen: number }) =>
  publishGuide(OWNER, { ...guide, isSure: false })

async function published(...versions: object[]) {
  const guide = await write(...versions)
  await publish(guide)

  return guide
}

/** What the front does with a path: whether there is a page, else where it leads. */
async function ask(path: string, locale = 'en') {
  const slug = path.split('/').at(-1) ?? ''
  if (
    await makeKnowsSubject(pool)({
      kind: 'guide',
      place: path.includes('/help/') ? 'help' : 'guide',
      id: slug,
      language: locale,
    })
  )
    return 'page'

  return (await makeFindRedirect(pool)(path))?.to ?? null
}

describe('a guide', () => {
  test('is a draft until it is published, in the words of its newest version', async () => {
    const guide = await write({}, { title: 'Japan by rail' })
    expect(await getGuide({ place: 'guide', locale: 'en', slug: 'japan-by-train' }, LANGUAGES)).toBeNull()
    expect(await getGuides(OWNER)).toMatchObject([{ title: 'Japan by rail', languages: [{ state: 'draft' }] }])
    const before = await catalogVersion()

    await publish(guide)

    expect(await catalogVersion()).toBe(before + 1)
    expect(await getGuide({ place: 'guide', locale: 'en', slug: 'japan-by-train' }, LANGUAGES)).toMatchObject({
      title: 'Japan by rail',
      blocks: [{ kind: 'heading' }, { kind: 'paragraph' }],
      addresses: { en: '/guides/japan-by-train', 'x-default': '/guides/japan-by-train' },
    })
    expect(await listGuides('de')).toEqual([])
    expect(await db().auditEvent.findMany({ where: { act: 'guide.published' } })).toMatchObject([
      { actor: 'staff:stf_1', after: { version: 2, slug: 'japan-by-train' } },
    ])
  })

  test('shows what was published while a newer version is written', async () => {
    const { guideId } = await published()
    await saveGuide(OWNER, { id: guideId, locale: 'en', words: words({ title: 'Next year' }), seen: 1 })

    expect(await listGuides('en')).toMatchObject([{ title: 'Japan by train' }])
    expect(await getGuides(OWNER)).toMatchObject([{ languages: [{ state: 'published', hasNews: true }] }])
  })

  test('has an address of its own in each language, and names only those in which it is published', async () => {
    const { guideId } = await published()
    const german = await saveGuide(OWNER, {
      id: guideId,
      locale: 'de',
      words: words({ slug: 'japan-mit-der-bahn' }),
      seen: 0,
    })
    expect(
      (await getGuide({ place: 'guide', locale: 'en', slug: 'japan-by-train' }, LANGUAGES))?.addresses,
    ).not.toHaveProperty('de')

    await publish({ guideId, locale: 'de', seen: german.version })

    expect(
      (await getGuide({ place: 'guide', locale: 'de', slug: 'japan-mit-der-bahn' }, LANGUAGES))?.addresses,
    ).toEqual({
      ...{ en: '/guides/japan-by-train', de: '/de/guides/japan-mit-der-bahn', 'x-default': '/guides/japan-by-train' },
    })
    expect((await listGuideEntries('de', LANGUAGES)).map(({ path }) => path)).toEqual([
      '/guides',
      '/guides/japan-mit-der-bahn',
    ])
    // The menu of languages keeps the rest of the path.
    expect(await ask('/de/guides/japan-by-train', 'de')).toBe('/de/guides/japan-mit-der-bahn')
    expect(await ask('/ar/guides/japan-by-train', 'ar')).toBe('/ar/guides')
    expect(await ask('/ar/guides/nothing', 'ar')).toBeNull()
  })

  test('keeps every version, of which an earlier one can be put back as a new one', async () => {
    const guide = await published({ body: 'First.' }, { body: 'Second.' })

    expect(await restoreVersion(OWNER, { ...guide, number: 1 })).toEqual({ version: 3 })

    const edited = await getEditedGuide(OWNER, guide.guideId, 'en')
    expect(edited).toMatchObject({ version: 3, shownVersion: 2, words: { body: 'First.' } })
    expect(edited?.versions.map(({ number, restores }) => [number, restores])).toEqual([
      [3, 1],
      [2, null],
      [1, null],
    ])
    expect((await getGuideVersion(OWNER, { id: guide.guideId, locale: 'en', number: 2 }))?.body).toBe('Second.')
    await expect(db().guideVersion.updateMany({ data: { body: 'x' } })).rejects.toThrow()
    await expect(db().guideVersion.deleteMany()).rejects.toThrow()
  })

  test('is not changed over a newer version, and the same words are no version', async () => {
    const guide = await write({}, { title: 'Two' })
    const stale = { ...guide, seen: 1 }
    const save = (seen: number, change = {}) =>
      saveGuide(OWNER, { id: guide.guideId, locale: 'en', words: words(change), seen })

    expect(await refusalOf(save(1, { title: 'Three' }))).toBe('conflict settings_changed')
    expect(await refusalOf(publish(stale))).toBe('conflict settings_changed')
    expect(await refusalOf(restoreVersion(OWNER, { ...stale, number: 1 }))).toBe('conflict settings_changed')
    expect(await save(2, { title: 'Two' })).toEqual({ id: guide.guideId, version: 2 })
  })

  test('of two people who save at once, one is told', async () => {
    const { guideId } = await write()
    const save = (title: string) => saveGuide(OWNER, { id: guideId, locale: 'en', words: words({ title }), seen: 1 })
    const ends = await Promise.allSettled([save('Mine'), save('Yours')])

    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await db().guideVersion.count({ where: { guideId } })).toBe(2)
  })

  test('is not published with what stops it, and with what is only named once that was read', async () => {
    const japan = 'japan'
    const text = [
      `[Plans](/destinations/${japan})`,
      `:::plans ${japan}`,
      '[old](/destinations/atlantis)',
      ':::plans atlantis',
    ]
    const guide = await write({ body: text.join('\n\n') })
    const named = await previewGuide(OWNER, {
      guideId: guide.guideId,
      place: 'guide',
      locale: 'en',
      words: words({ body: text.join('\n\n') }),
    })

    expect(named.problems).toEqual([
      { kind: 'broken', line: 5, what: '/destinations/atlantis' },
      { kind: 'unsold', line: 7, what: 'atlantis' },
    ])
    expect(await refusalOf(publish(guide))).toBe('conflict unsure')
    await publishGuide(OWNER, { ...guide, isSure: true })
    expect(await ask('/guides/japan-by-train')).toBe('page')

    const poor = await write({ slug: 'poor', description: '', title: '' })
    expect(await refusalOf(publishGuide(OWNER, { ...poor, isSure: true }))).toBe('conflict check')
  })

  test('does not take the address of another one, nor one that another one had', async () => {
    await published()
    const other = await write({ title: 'Other' })
    expect(await refusalOf(publishGuide(OWNER, { ...other, isSure: true }))).toBe('conflict check')
    const first = await published({ slug: 'one' }, { slug: 'one' })
    const { version } = await saveGuide(OWNER, {
      id: first.guideId,
      locale: 'en',
      words: words({ slug: 'two' }),
      seen: first.seen,
    })
    await publish({ ...first, seen: version })

    const late = await write({ slug: 'one' })
    expect(await refusalOf(publishGuide(OWNER, { ...late, isSure: true }))).toBe('conflict check')
  })

  test('shows pictures by their size, and names those that are missing', async () => {
    const { hash } = await addGuidePicture(OWNER, pngOf(40, 30))
    const photo = await addGuidePicture(OWNER, jpegOf(60, 50))
    const body = `![Gate](/brand/${hash}.png)![Hall](/brand/${photo.hash}.jpg)\n\n![Lost](/brand/abcdefghijklmnopqrstuv.png)`
    const { pictures, problems } = await previewGuide(OWNER, {
      guideId: null,
      place: 'guide',
      locale: 'en',
      words: words({ body }),
    })

    expect(pictures).toEqual({
      [hash]: { width: 40, height: 30, type: 'png' },
      [photo.hash]: { width: 60, height: 50, type: 'jpeg' },
    })
    expect(problems.map(({ kind, line }) => [kind, line])).toEqual([['picture', 3]])
    expect(await refusalOf(addGuidePicture(OWNER, Buffer.from('GIF89a')))).toBe('bad_input no_picture')
  })
})

describe('a guide at a time', () => {
  const inBerlin = (minutes: number) => ({
    local: localTimeAt(new Date(Date.now() + minutes * 60_000), 'Europe/Berlin'),
    zone: 'Europe/Berlin',
  })
  const later = () => new Date(Date.now() + 600_000)

  test('is published by the clock, once over all processes', async () => {
    const guide = await write()
    await scheduleGuide(OWNER, { ...guide, isSure: false }, inBerlin(5))
    const before = await catalogVersion()
    expect(await publishDueGuides()).toBe(0)
    expect(await getEditedGuide(OWNER, guide.guideId, 'en')).toMatchObject({ state: 'scheduled', due: { version: 1 } })

    const counts = await Promise.all([publishDueGuides(later()), publishDueGuides(later()), publishDueGuides(later())])

    expect(counts.reduce((a, b) => a + b)).toBe(1)
    expect(await catalogVersion()).toBe(before + 1)
    expect(await ask('/guides/japan-by-train')).toBe('page')
    expect(await getEditedGuide(OWNER, guide.guideId, 'en')).toMatchObject({ state: 'published', due: null })
  })

  test('is the version that was there when it was planned', async () => {
    const guide = await write()
    await scheduleGuide(OWNER, { ...guide, isSure: false }, inBerlin(5))
    await saveGuide(OWNER, { id: guide.guideId, locale: 'en', words: words({ title: 'Later thought' }), seen: 1 })

    await publishDueGuides(later())

    expect(await listGuides('en')).toMatchObject([{ title: 'Japan by train' }])
  })

  test('stays hidden once its schedule is removed', async () => {
    const guide = await write()
    await scheduleGuide(OWNER, { ...guide, isSure: false }, inBerlin(5))
    await unscheduleGuide(OWNER, guide)

    expect(await publishDueGuides(later())).toBe(0)
    expect(await ask('/guides/japan-by-train')).toBeNull()
  })

  test('is stopped when another one has taken its address, and says so', async () => {
    const guide = await write()
    await scheduleGuide(OWNER, { ...guide, isSure: false }, inBerlin(5))
    await published()

    expect(await publishDueGuides(later())).toBe(0)

    expect(await getEditedGuide(OWNER, guide.guideId, 'en')).toMatchObject({ state: 'draft', isStopped: true })
    expect(await publishDueGuides(later())).toBe(0)
  })

  test.each([
    [{ local: '2020-01-01T10:00', zone: 'Europe/Berlin' }, 'bad_input past'],
    [{ local: 'soon', zone: 'Europe/Berlin' }, 'bad_input time'],
    [{ local: '2099-02-30T10:00', zone: 'Europe/Berlin' }, 'bad_input time'],
    [{ local: '2099-01-01T10:00', zone: 'Europe/Atlantis' }, 'bad_input time'],
  ])('has to be one that comes: %j', async (at, expected) => {
    expect(await refusalOf(scheduleGuide(OWNER, { ...(await write()), isSure: false }, at))).toBe(expected)
  })
})

describe('an address that a guide had', () => {
  test('leads in one step to where it stands now, also after it came back to its first one', async () => {
    const guide = await published({ slug: 'one' })
    let { seen } = guide
    const moveTo = async (slug: string) => {
      seen = (await saveGuide(OWNER, { id: guide.guideId, locale: 'en', words: words({ slug }), seen })).version
      await publish({ ...guide, seen })
    }
    await moveTo('two')
    await moveTo('three')
    expect([await ask('/guides/one'), await ask('/guides/two')]).toEqual(['/guides/three', '/guides/three'])

    await moveTo('one')

    expect([await ask('/guides/one'), await ask('/guides/two'), await ask('/guides/three')]).toEqual([
      ...['page', '/guides/one', '/guides/one'],
    ])
  })

  test('leads elsewhere while it is withdrawn, and back when it is shown again', async () => {
    const guide = await published()
    expect(await refusalOf(withdrawGuide(OWNER, guide, '/guides/nothing'))).toBe('bad_input no_page')
    expect(await refusalOf(withdrawGuide(OWNER, guide, 'https://evil.example'))).toBe('bad_input no_page')
    const before = await catalogVersion()

    await withdrawGuide(OWNER, guide, '/guides')

    expect(await catalogVersion()).toBe(before + 1)
    expect(await ask('/guides/japan-by-train')).toBe('/guides')
    expect(await listGuides('en')).toEqual([])
    expect(await refusalOf(withdrawGuide(OWNER, guide, '/guides'))).toBe('conflict not_shown')

    await publish(guide)
    expect(await ask('/guides/japan-by-train')).toBe('page')
    expect(await getRedirects(OWNER)).toEqual([])
  })
})

describe('a redirect of the staff', () => {
  test('leads from an address without a page, and follows where that moves', async () => {
    const guide = await published({ slug: 'one' })
    await addRedirect(OWNER, { from: '/blog/japan', to: '/guides/one' })
    const { version } = await saveGuide(OWNER, {
      id: guide.guideId,
      locale: 'en',
      words: words({ slug: 'two' }),
      seen: 1,
    })
    await publish({ ...guide, seen: version })

    expect(await makeFindRedirect(pool)('/blog/japan')).toEqual({ to: '/guides/two', isForGood: true })
    expect(await refusalOf(removeRedirect(OWNER, '/guides/one'))).toBe('not_found')
    await removeRedirect(OWNER, '/blog/japan')
    expect(await makeFindRedirect(pool)('/blog/japan')).toBeNull()
  })

  test.each([
    ['/help', '/guides', 'bad_input from_page'],
    ['/admin/x', '/guides', 'bad_input from_shape'],
    ['blog', '/guides', 'bad_input from_shape'],
    ['/blog/../x', '/guides', 'bad_input from_shape'],
    ['/blog', '/nowhere', 'bad_input no_page'],
    ['/blog', 'https://evil.example', 'bad_input no_page'],
    ['/blog', '//evil.example', 'bad_input no_page'],
    ['/blog', '/blog', 'bad_input loop'],
    ['/known', '/guides', 'bad_input from_known'],
    ['/guides', '/known', 'bad_input from_page'],
  ])('from %s to %s is refused', async (from, to, expected) => {
    await addRedirect(OWNER, { from: '/known', to: '/help' })
    expect(await refusalOf(addRedirect(OWNER, { from, to }))).toBe(expected)
  })
})

describe('a text of another place', () => {
  /** Writes and shows a text; what it names of the shop need not be there. */
  async function show(place: GuidePlace, change: object = {}) {
    const text = await writeAt(place, [change])
    await publishGuide(OWNER, { ...text, isSure: true })

    return text
  }

  test('stands on the front page as a section, those that were shown first before others, and nowhere else', async () => {
    const first = await show('front_page', {
      slug: 'reviews',
      title: 'Reviews',
      description: '',
      body: '# Ada\n\nGood.',
    })
    await show('front_page', { slug: 'about', title: 'About us' })

    const sections = await listFrontSections('en')
    expect(sections.map(({ title }) => title)).toEqual(['Reviews', 'About us'])
    expect(sections[0]?.blocks[0]).toMatchObject({ kind: 'heading', level: 3, id: 'section-reviews-ada' })
    expect(await listFrontSections('de')).toEqual([])
    expect(await listGuides('en')).toEqual([])
    expect(await listGuideEntries('en', LANGUAGES)).toEqual([])
    expect(await ask('/guides/reviews')).toBeNull()
    expect(await getEditedGuide(OWNER, first.guideId, 'en')).toMatchObject({ path: '/#section-reviews' })

    await withdrawGuide(OWNER, first, '/')
    expect((await listFrontSections('en')).map(({ title }) => title)).toEqual(['About us'])
    expect(await getRedirects(OWNER)).toEqual([])
  })

  test('is a page of help with an address, which leads on when it moves or goes', async () => {
    const text = await show('help', { slug: 'esim-lost' })
    expect(await ask('/help/esim-lost')).toBe('page')
    expect(await ask('/guides/esim-lost')).toBeNull()
    expect(await getGuide({ place: 'guide', locale: 'en', slug: 'esim-lost' }, LANGUAGES)).toBeNull()
    expect((await listGuideEntries('en', LANGUAGES)).map(({ path }) => path)).toEqual(['/help/esim-lost'])
    // Readers of a language that does not have it are led to all help in theirs.
    expect(await ask('/de/help/esim-lost', 'de')).toBe('/de/help')

    const { version } = await saveGuide(OWNER, {
      id: text.guideId,
      locale: 'en',
      words: words({ slug: 'lost' }),
      seen: 1,
    })
    await publish({ ...text, seen: version })
    expect(await ask('/help/esim-lost')).toBe('/help/lost')
    await withdrawGuide(OWNER, { ...text, seen: version }, '/help')
    expect(await ask('/help/lost')).toBe('/help')
  })

  test('may say a page of help that came along anew, which is there again once it goes', async () => {
    const text = await show('help', { slug: 'refunds', title: 'Your money back' })
    const page = { place: 'help', locale: 'en', slug: 'refunds' } as const

    expect(await getGuide(page, LANGUAGES)).toMatchObject({ title: 'Your money back' })
    expect(await listGuides('en', 'help')).toMatchObject([{ slug: 'refunds' }])
    expect(await listGuideEntries('en', LANGUAGES)).toEqual([])
    await withdrawGuide(OWNER, text, '/help')
    expect(await getGuide(page, LANGUAGES)).toBeNull()
    expect(await getRedirects(OWNER)).toEqual([])
  })

  test('has an address for itself among those of its place, and a description is needed on a page alone', async () => {
    for (const place of GUIDE_PLACES) await show(place, { slug: 'about' })
    const draft = { guideId: null, locale: 'en', words: words({ slug: 'about', description: '' }) } as const
    const kinds = async (place: GuidePlace | 'legal') =>
      (await previewGuide(OWNER, { ...draft, place })).problems.map(({ kind, what }) => `${kind} ${what}`.trim())

    expect(await kinds('guide')).toEqual(['description', 'taken /guides/about'])
    expect(await kinds('help')).toEqual(['description', 'taken /help/about'])
    expect(await kinds('front_page')).toEqual(['taken /#section-about'])
    expect(await kinds('legal')).toEqual([])
  })
})

test('a destination knows the newest guides that show its plans or link to it', async () => {
  await published({ slug: 'plans', title: 'Shows plans', body: ':::plans japan' })
  await published({ slug: 'link', title: 'Links', body: '[Plans](/destinations/japan#top)' })
  await published({ slug: 'named', title: 'Names it alone', body: 'About japan, and [another](/destinations/italy).' })
  await write({ slug: 'draft', title: 'Draft', body: ':::plans japan' })

  const titles = (await listGuidesAbout('en', ['japan'])).map(({ title }) => title)
  expect(titles.sort()).toEqual(['Links', 'Shows plans'])
  expect(await listGuidesAbout('de', ['japan'])).toEqual([])
})

test('whoever may not change settings does none of it', async () => {
  const guide = await published()
  const seen = { ...guide, isSure: true }
  const actions = [
    saveGuide(MANAGER, { id: null, place: 'guide', locale: 'en', words: words(), seen: 0 }),
    previewGuide(MANAGER, { guideId: null, place: 'guide', locale: 'en', words: words() }),
    publishGuide(MANAGER, seen),
    scheduleGuide(MANAGER, seen, { local: '2099-01-01T10:00', zone: 'UTC' }),
    unscheduleGuide(MANAGER, guide),
    withdrawGuide(MANAGER, guide, '/guides'),
    restoreVersion(MANAGER, { ...guide, number: 1 }),
    addGuidePicture(MANAGER, pngOf(40, 30)),
    addRedirect(MANAGER, { from: '/blog', to: '/guides' }),
    removeRedirect(MANAGER, '/blog'),
    getGuides(MANAGER),
    getEditedGuide(MANAGER, guide.guideId, 'en'),
    getRedirects(MANAGER),
  ]

  for (const action of actions) expect(await refusalOf(action)).toBe('forbidden')
  expect(await refusalOf(saveGuide(OWNER, { id: null, place: 'guide', locale: 'zz', words: words(), seen: 0 }))).toBe(
    'not_found',
  )
  expect(await refusalOf(saveGuide(OWNER, { id: 'gui_none', locale: 'en', words: words(), seen: 0 }))).toBe('not_found')
})

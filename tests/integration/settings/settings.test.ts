import pg from 'pg'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { GET as servePicture } from '#app/brand/[file]/route.ts'
import { getOwnDevices } from '#lib/catalog/queries/catalog.ts'
import { salesPaused } from '#lib/checkout/commands/sales-pause.ts'
import { publishLegalText } from '#lib/content/commands/publish-legal.ts'
import { textsOf } from '#lib/core/i18n/compose-messages.ts'
import { closeDatabase, db, transaction } from '#lib/core/repository/client.ts'
import { createWriter } from '#lib/mail/writer.ts'
import { readTools } from '#lib/server/addresses.ts'
import { watchCatalog } from '#lib/server/catalog-watch.ts'
import { addLanguage, importLanguage, removeLanguageTexts } from '#lib/settings/commands/change-language.ts'
import { changeSettings } from '#lib/settings/commands/change-settings.ts'
import { setPicture } from '#lib/settings/commands/set-picture.ts'
import { getSettingFields } from '#lib/settings/queries/admin-settings.ts'
import { getLegalPast, getLegalText, getMessages, getOwnTexts, hasLanguage } from '#lib/settings/queries/texts.ts'
import { lockSettings, readShopSettings } from '#lib/settings/repository/settings.ts'
import { deleteLanguageTexts } from '#lib/settings/repository/texts.ts'
import { isReadable } from '#lib/settings/rules/contrast.ts'
import type { SettingKey } from '#lib/settings/rules/settings.ts'
import { startHttpWorld } from '#tests/support/http-world.ts'
import { eventually, PATIENCE_MS } from '#tests/support/patience.ts'
import { jpegOf, pngOf } from '#tests/support/pictures.ts'
import { OWNER, refusalOf } from '#tests/support/quotes.ts'
import { duringTests } from '#tests/support/shop.ts'

duringTests(() => startHttpWorld({ STORE_NAME: 'Plain Store' }))

beforeEach(async () => {
  await db().setting.deleteMany()
})

const set = (key: SettingKey, value: unknown, seen: unknown = null) => changeSettings(OWNER, [{ key, value, seen }])

/** The connections of the server that keeps pages. */
function poolOfPages(): pg.Pool {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 1 })
  onTestFinished(() => pool.end())

  return pool
}

/** Why a change was refused, in whole. */
async function refused(promise: Promise<unknown>) {
  return promise.then(
    () => null,
    (error: { code: string; details: Record<string, unknown> }) => error,
  )
}

describe('a change of settings', () => {
  test('is heard by other processes, which read it at once', async () => {
    const url = process.env.DATABASE_URL ?? ''
    const versions: number[] = []
    const watch = watchCatalog(url, (version) => versions.push(version))
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    onTestFinished(async () => {
      await watch.stop()
      await other.end()
    })
    await vi.waitFor(() => expect(versions.length).toBeGreaterThan(0), PATIENCE_MS)
    const before = versions.at(-1) ?? 0

    await set('shop.name', ' Wanderlust ')

    await vi.waitFor(() => expect(versions.at(-1)).toBe(before + 1), PATIENCE_MS)
    const { rows } = await other.query(`SELECT "value" FROM "Setting" WHERE "key" = 'shop.name'`)
    expect(rows).toEqual([{ value: 'Wanderlust' }])
    expect((await readShopSettings()).name).toBe('Wanderlust')
  })

  test('of tools reaches the pages and their policy alike, and has pages made anew', async () => {
    const version = async () => (await db().catalogState.findFirst({ select: { version: true } }))?.version ?? 0
    const before = await version()
    const pool = poolOfPages()

    await changeSettings(OWNER, [
      { key: 'tools.matomo_host', value: 'https://Stats.Shop.example/', seen: null },
      { key: 'tools.matomo', value: '7', seen: null },
      { key: 'tools.consent', value: true, seen: null },
    ])

    expect(await version()).toBe(before + 1)
    const { tools } = await readShopSettings()
    expect(tools).toMatchObject([
      { name: 'matomo', asks: true, start: { to: 'https://stats.shop.example/matomo.php' } },
    ])
    expect(await readTools(pool)).toEqual(tools)
    const plausible = "evil.example; script-src 'unsafe-inline'"
    const row = { key: 'tools.plausible', value: plausible, updatedBy: 'nobody', updatedAt: new Date() }
    await db().setting.create({ data: row, select: { key: true } })
    expect(await readTools(pool)).toEqual(tools)
    expect((await readShopSettings()).tools).toEqual(tools)
  })

  test('is written down with the old and the new value and who it was, and can be taken back', async () => {
    await set('shop.name', 'One')
    await set('shop.name', 'Two', 'One')
    await set('shop.name', null, 'Two')

    const rows = await db().auditEvent.findMany({ where: { subject: 'shop.name' }, orderBy: { id: 'desc' }, take: 3 })
    expect(rows.map(({ before, after, actor }) => [before, after, actor])).toEqual([
      [{ value: 'Two' }, { value: null }, 'staff:stf_1'],
      [{ value: 'One' }, { value: 'Two' }, 'staff:stf_1'],
      [{ value: null }, { value: 'One' }, 'staff:stf_1'],
    ])
    expect((await readShopSettings()).name).toBe('Plain Store')
  })

  test('that changes nothing leaves no trace', async () => {
    await set('shop.accent', { light: '#0b5cad', dark: '#7ab8ff' })
    const count = await db().auditEvent.count()

    await set('shop.accent', { dark: '#7AB8FF', light: '#0B5CAD' }, { dark: '#7ab8ff', light: '#0b5cad' })

    expect(await db().auditEvent.count()).toBe(count)
  })

  test('by two people at once counts for the first; the second is told and nothing of theirs is kept', async () => {
    await set('shop.name', 'First')

    const error = await refused(
      changeSettings(OWNER, [
        { key: 'shop.seller', value: 'Somebody', seen: null },
        { key: 'shop.name', value: 'Second', seen: null },
      ]),
    )

    expect(error).toMatchObject({ code: 'conflict', details: { reason: 'settings_changed', fields: ['shop.name'] } })
    expect(await readShopSettings()).toMatchObject({ name: 'First', seller: null })
    const fields = await getSettingFields(OWNER, 'shop')
    expect(fields.find(({ key }) => key === 'shop.name')?.stored).toBe('First')
    await set('shop.name', 'Second', 'First')
    expect(await readShopSettings()).toMatchObject({ name: 'Second' })
  })

  test.each(['read_only', 'support', 'finance', 'manager'] as const)('is refused to the role %s', async (role) => {
    const caller = { ...OWNER, role }

    expect(await refusalOf(changeSettings(caller, []))).toBe('forbidden')
    expect(
      await refusalOf(publishLegalText(caller, { page: 'terms', locale: 'en', body: 'x', isSure: false, seen: 0 })),
    ).toBe('forbidden')
    expect(await refusalOf(setPicture(caller, { kind: 'logo', png: null, hasName: false, seen: null }))).toBe(
      'forbidden',
    )
  })

  test('to what cannot be is refused with the name of the field', async () => {
    const nothing: [SettingKey, unknown][] = [
      ['shop.name', ''],
      ['shop.name', 'two\nlines'],
      ['shop.support_email', 'nobody'],
      ['shop.languages', ['de']],
      ['shop.languages', ['en', 'xx']],
      ['shop.accent', { light: 'red', dark: '#ffffff' }],
      ['tax.rate', '100'],
      ['tax.rate', '0'],
      ['retention.calls', 1],
      ['shop.devices', 'Nothing; Phone (3)'],
      ['till.notice', { isClosed: 'yes', words: {} }],
      ['tools.matomo_host', 'http://stats.shop.example'],
      ['tools.ga4', '<script>'],
    ]
    for (const [key, value] of nothing) {
      expect(await refused(set(key, value))).toMatchObject({ code: 'bad_input', details: { fields: [key] } })
    }
  })
})

test('a phone that the owner adds is in the list at once', async () => {
  const { version } = await db().catalogState.findFirstOrThrow()

  await set('shop.devices', 'Nothing; Phone (3); A024; yes; cn; 2026-11-26; nothing.tech')

  expect(await getOwnDevices()).toMatchObject([{ brand: 'Nothing', models: ['A024'], supports: true, except: ['cn'] }])
  expect((await db().catalogState.findFirstOrThrow()).version).toBeGreaterThan(version)
})

test('a colour that cannot be read is refused with the nearest one that can', async () => {
  const error = await refused(set('shop.accent', { light: '#ffd400', dark: '#20306a' }))

  expect(error).toMatchObject({ code: 'bad_input', details: { reason: 'contrast' } })
  const { light = '', dark = '' } = (error?.details ?? {}) as { light?: string; dark?: string }
  expect([isReadable(light, 'light'), isReadable(dark, 'dark')]).toEqual([true, true])
  await set('shop.accent', { light, dark })
  expect((await readShopSettings()).accent).toEqual({ light, dark })
})

test('a till that the owner closes is closed for every order until it is opened again', async () => {
  const notice = { isClosed: true, words: { en: 'Back at noon.' } }
  await set('till.notice', notice)

  expect(await salesPaused()).toBe('maintenance')
  expect((await readShopSettings()).closedTexts).toEqual(notice.words)

  await set('till.notice', { ...notice, isClosed: false }, notice)
  expect(await salesPaused()).toBeNull()
  expect((await readShopSettings()).closedTexts).toBeNull()
})

describe('a legal text', () => {
  const publish = (body: string, seen: number, locale = 'en') =>
    publishLegalText(OWNER, { page: 'terms', locale, body, isSure: true, seen })

  test('is shown in its newest version, in its own language alone', async () => {
    expect(await getLegalText('terms', 'en')).toBeNull()
    expect(await publish('# Scope\nThese terms.\n\n- one\n- <b>two</b>', 0)).toBe(1)
    expect(await publish('# Scope\nOther terms.', 1)).toBe(2)

    expect(await getLegalText('terms', 'en')).toMatchObject({
      version: 2,
      body: '# Scope\nOther terms.',
    })
    expect(await refusalOf(publish('> '.repeat(30), 2))).toBe('bad_input nesting')
    expect(await getLegalText('terms', 'de')).toBeNull()
    expect(await getLegalText('privacy', 'en')).toBeNull()
  })

  test('can be read in each of its versions, with its day and who published it, by those who may publish', async () => {
    const past = (version: number | null, caller: Parameters<typeof getLegalPast>[0] = OWNER) =>
      getLegalPast(caller, { page: 'terms', locale: 'en', version })
    const { versions, read } = await past(1)

    expect(versions.map(({ version, by }) => [version, by])).toEqual([
      [2, 'staff:stf_1'],
      [1, 'staff:stf_1'],
    ])
    expect(versions.every(({ at }) => at instanceof Date)).toBe(true)
    expect(read?.body).toBe('# Scope\nThese terms.\n\n- one\n- <b>two</b>')
    expect([(await past(null)).read, (await past(9)).read]).toEqual([null, null])
    expect(await refusalOf(past(1, { ...OWNER, role: 'manager' }))).toBe('forbidden')
  })

  test('is checked as it is published, whatever was read before', async () => {
    const poor = { page: 'accessibility', locale: 'en', body: 'See [this](/nowhere-at-all).', seen: 0 } as const
    expect(await refusalOf(publishLegalText(OWNER, { ...poor, isSure: false }))).toBe('conflict unsure')
    expect(await publishLegalText(OWNER, { ...poor, isSure: true })).toBe(1)
  })

  test('is not published over a newer one', async () => {
    expect(await refusalOf(publish('Mine.', 1))).toBe('conflict settings_changed')
  })

  test('stays as it was read, whatever a program tries', async () => {
    await expect(db().legalText.updateMany({ data: { body: 'x' } })).rejects.toThrow()
    await expect(db().legalText.deleteMany()).rejects.toThrow()
  })
})

describe('a picture of the shop', () => {
  const NOTE = 'taken at home'
  const logo = (png: Uint8Array | null, seen: string | null = null) =>
    setPicture(OWNER, { kind: 'logo', png, hasName: true, seen })

  test('is served by what it shows, for ever, without what its file carried along', async () => {
    const hash = await logo(pngOf(120, 40, NOTE))
    const { logo: shown } = await readShopSettings()
    const file = `${hash}.png`
    const answer = await servePicture(new Request(`http://shop.test/brand/${file}`), {
      params: Promise.resolve({ file }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())

    expect(shown).toEqual({ hash, width: 120, height: 40, hasName: true })
    expect(await setPicture(OWNER, { kind: 'logo', hasName: false, seen: hash })).toBe(hash)
    expect((await readShopSettings()).logo).toEqual({ ...shown, hasName: false })
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('cache-control')).toContain('immutable')
    expect(bytes.includes(NOTE)).toBe(false)
    expect(await logo(null, hash)).toBeNull()
    expect((await readShopSettings()).logo).toBeNull()
  })

  test('is a PNG of sensible measures and nothing else', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

    expect(await refusalOf(logo(svg))).toBe('bad_input no_picture')
    expect(await refusalOf(logo(pngOf(120, 40).subarray(0, 60)))).toBe('bad_input no_picture')
    expect(await refusalOf(logo(jpegOf(120, 40)))).toBe('bad_input no_picture')
    expect(await refusalOf(logo(pngOf(9_000, 9_000)))).toBe('bad_input size')
    expect(await refusalOf(logo(new Uint8Array(500_000)))).toBe('bad_input weight')
    expect(await refusalOf(setPicture(OWNER, { kind: 'icon', png: pngOf(300, 200), hasName: false, seen: null }))).toBe(
      'bad_input size',
    )
  })

  test('is not set over one that somebody else has set', async () => {
    await logo(pngOf(60, 60))

    expect(await refusalOf(logo(pngOf(70, 70)))).toBe('conflict settings_changed')
  })
})

test('everything that was set is there for a process that begins anew', async () => {
  await set('shop.name', 'Kept')
  await closeDatabase()

  expect((await readShopSettings()).name).toBe('Kept')
})

describe('the texts of a language', () => {
  const take = (locale: string, texts: object, seen: number, isTrial = false) =>
    importLanguage(OWNER, { locale, file: JSON.stringify(texts), seen, isTrial })
  const titleIn = async (locale: string) => textsOf(await getMessages(locale))['layout.menu']

  beforeEach(async () => {
    await db().languageTexts.deleteMany()
  })

  test("the store's own stand in place of those that came along, in pages and mails, until they are removed", async () => {
    const usual = await titleIn('de')

    expect(await take('de', { layout: { menu: 'Auswahl' } }, 0, true)).toMatchObject({ changed: 1, version: 0 })
    expect(await titleIn('de')).toBe(usual)
    expect(
      await take('de', { layout: { menu: 'Auswahl' }, mail: { layout: { why: 'Darum: {shop}.' } } }, 0),
    ).toMatchObject({
      changed: 2,
      refused: [],
      version: 1,
    })
    expect(await titleIn('de')).toBe('Auswahl')
    expect(createWriter('de', 'UTC', await getOwnTexts('de')).t('layout.why', { shop: 'Landfall' })).toBe(
      'Darum: Landfall.',
    )

    await take('de', { layout: { menu: usual } }, 1)
    expect(await getOwnTexts('de')).toEqual({ 'mail.layout.why': 'Darum: {shop}.' })
    await removeLanguageTexts(OWNER, 'de', 2)
    expect(await getOwnTexts('de')).toEqual({})
  })

  test('letters that name no language of the store are given the texts of the default one, and kept for none', async () => {
    expect(await getMessages('zz')).toBe(await getMessages('en'))
    expect(await getMessages('yy')).toBe(await getMessages('en'))
    expect(await hasLanguage('yy')).toBe(false)
    expect(await hasLanguage('ja')).toBe(true)
  })

  test('of two who change them the second is told, and neither is lost', async () => {
    await take('de', { layout: { menu: 'Eins' } }, 0)

    expect(await refused(take('de', { layout: { menu: 'Zwei' } }, 0))).toMatchObject({ code: 'conflict' })
    expect(await refused(removeLanguageTexts(OWNER, 'de', 0))).toMatchObject({ code: 'conflict' })
    expect(await titleIn('de')).toBe('Eins')
  })

  test('a text that could not be shown is named and left as it was, the others are taken', async () => {
    const texts = {
      layout: { menu: 'Auswahl', home: 'ohne Namen', nothing: 'x' },
      plan: { summary: { from: '{' } },
      cart: { linkCount: '{count, plural, other {#}}' },
    }

    const { changed, refused: named } = await take('de', texts, 0)

    expect(changed).toBe(1)
    expect(named.map(({ key, kind }) => `${key} ${kind}`)).toEqual(
      expect.arrayContaining(['layout.home values', 'layout.nothing unknown', 'cart.linkCount plural']),
    )
    expect(Object.keys(await getOwnTexts('de'))).toEqual(['layout.menu'])
  })

  test('a text against the glossary is named with its word, and taken all the same', async () => {
    const { changed, warned, warnedCount } = await take('es', { layout: { menu: 'Cupón' }, cart: { link: 'Cesta' } }, 0)

    expect(changed).toBe(2)
    expect([warned, warnedCount]).toEqual([[{ key: 'layout.menu', kind: 'word', details: ['Cupón'] }], 1])
    expect(await getOwnTexts('es')).toMatchObject({ 'layout.menu': 'Cupón' })
    await addLanguage(OWNER, 'ko')
    expect(await take('ko', { layout: { find: '찾기' } }, 1, true)).toMatchObject({
      warned: [{ key: 'layout.find', kind: 'name', details: ['eSIM'] }],
    })
  })

  test('a language is added once, has no page before it is there, and is shown only if the store has it', async () => {
    expect(await refused(take('ko', {}, 0))).toMatchObject({ code: 'not_found' })
    expect(await refused(set('shop.languages', ['en', 'ko']))).toMatchObject({ code: 'bad_input' })
    await addLanguage(OWNER, 'ko')

    expect(await refused(addLanguage(OWNER, 'ko'))).toMatchObject({ details: { reason: 'language_exists' } })
    expect(await refused(addLanguage(OWNER, 'de'))).toMatchObject({ details: { reason: 'language_exists' } })
    expect(await refused(addLanguage(OWNER, 'zz'))).toMatchObject({ code: 'bad_input' })
    await set('shop.languages', ['en', 'ko'])
    expect(await refused(removeLanguageTexts(OWNER, 'ko', 1))).toMatchObject({ details: { reason: 'language_shown' } })
  })

  test('a language that is being removed is not shown at the same moment', async () => {
    await addLanguage(OWNER, 'ko')
    let showing: Promise<unknown> | null = null
    await transaction(async (tx) => {
      await lockSettings(tx)
      showing = refused(set('shop.languages', ['en', 'ko']))
      const waiting = () => db().$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS "count" FROM pg_stat_activity
        WHERE "datname" = current_database() AND "wait_event_type" = 'Lock'`
      await eventually(waiting, ([row]) => row?.count === 1)
      await deleteLanguageTexts('ko', tx)
    })

    expect(await showing).toMatchObject({ code: 'bad_input', details: { fields: ['shop.languages'] } })
  })

  test('what was changed and by whom stands in the audit log, without the texts', async () => {
    await take('fr', { layout: { menu: 'Choix' } }, 0)

    const event = await db().auditEvent.findFirst({ where: { act: 'language.changed' }, orderBy: { id: 'desc' } })
    expect(event).toMatchObject({ subject: 'fr', before: { texts: 0 }, after: { texts: 1, changed: 1 } })
  })
})

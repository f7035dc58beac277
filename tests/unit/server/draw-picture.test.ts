import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isDrawable, SHARE_PICTURE_TYPE, type SharePicture } from '#lib/catalog/rules/share-picture.ts'
import { SHIPPED_LOCALES } from '#lib/core/i18n/config.ts'
import { countryName, regionName } from '#lib/core/i18n/countries.ts'
import { makeDrawPicture } from '#lib/server/draw-picture.ts'
import { drawSharePicture } from '#lib/server/share-picture-svg.ts'
import { buildCatalog } from '#sandbox/upstream/catalog/build.ts'
import { sendStatic, startFront } from '#tests/unit/server/fake-next.ts'

const JAPAN: SharePicture = {
  ...{ locale: 'en', store: 'Fernweh & Co', heading: 'eSIM Japan', line: ['from', '$1.21'] },
  ...{ iso2: 'JP', accent: null, icon: null },
}
const ARABIA: SharePicture = { ...JAPAN, locale: 'ar', heading: 'شريحة eSIM اليابان', line: ['من', '$1.21'] }

// Forty pixels for each letter.
const measure = (svg: string) => svg.replaceAll(/<[^>]+>/g, '').length * 40
const svgOf = (picture: SharePicture) => drawSharePicture(picture, { measure, flag: null })

const answer = (picture: SharePicture) => ({
  status: 200,
  headers: { 'content-type': SHARE_PICTURE_TYPE },
  body: Buffer.from(JSON.stringify(picture)),
})

describe('a picture of a page', () => {
  test('is a PNG of 1200 by 630, and differs by what stands on it', async () => {
    const draw = makeDrawPicture(process.cwd())
    const [japan, again, arabia] = await Promise.all([JAPAN, JAPAN, ARABIA].map((picture) => draw(answer(picture))))
    if (!japan || !again || !arabia) throw new Error('nothing was drawn')

    expect(japan.headers).toEqual({ 'content-type': 'image/png' })
    expect(japan.body.subarray(1, 4).toString()).toBe('PNG')
    expect([japan.body.readUInt32BE(16), japan.body.readUInt32BE(20)]).toEqual([1200, 630])
    expect(again.body.equals(japan.body)).toBe(true)
    expect(arabia.body.equals(japan.body)).toBe(false)
    // Without its letters it would be half as large.
    expect(japan.body.length).toBeGreaterThan(30_000)
    expect(japan.body.length).toBeLessThan(120_000)
  })

  test('any other answer stays what it is', async () => {
    const html = { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('<p>') }

    expect(await makeDrawPicture('/nowhere')(html)).toBe(html)
  })

  test('what cannot be drawn fails, and the next one is drawn all the same', async () => {
    const draw = makeDrawPicture(process.cwd())

    await expect(draw(answer({ ...JAPAN, line: 7 as never }))).rejects.toThrow()
    expect((await draw(answer(JAPAN))).headers['content-type']).toBe('image/png')
  })

  test('writes words as words: a name is no markup', () => {
    expect(svgOf(JAPAN)).toContain('Fernweh &amp; Co')
    expect(svgOf({ ...JAPAN, heading: '</text><script>' })).not.toContain('<script>')
  })

  test('sets runs of two scripts in the order of the page', () => {
    const runs = [...svgOf(ARABIA).matchAll(/<text x="([\d.]+)" y="360" text-anchor="(\w+)"[^>]*>([^<]+)</g)]

    expect(runs.map(([, , anchor, words]) => [anchor, words])).toEqual([
      ['end', 'شريحة'],
      ['end', 'eSIM'],
      ['end', 'اليابان'],
    ])
    const places = runs.map(([, x]) => Number(x))
    expect(places).toEqual([...places].sort((a, b) => b - a))
  })

  test('sets words that stand without spaces beside Latin ones in their own face', () => {
    const facesOf = (locale: 'ja' | 'zh', heading: string) =>
      [...svgOf({ ...JAPAN, locale, heading }).matchAll(/y="360"[^>]*font-family="([^",]+)[^>]*>([^<]+)</g)].map(
        ([, face, words]) => [face, words],
      )

    expect(facesOf('ja', '日本のeSIM')).toEqual([
      ['Noto Sans JP Thin', '日本の'],
      ['Bricolage Grotesque', 'eSIM'],
    ])
    expect(facesOf('zh', '日本 eSIM')).toEqual([
      ['Noto Sans SC Thin', '日本'],
      ['Bricolage Grotesque', 'eSIM'],
    ])
  })

  test('a long name is set smaller, not cut', () => {
    const sizeOf = (heading: string) => Number(/y="360"[^>]*font-size="(\d+)"/.exec(svgOf({ ...JAPAN, heading }))?.[1])

    expect(sizeOf('eSIM St. Vincent und die Grenadinen')).toBeLessThan(sizeOf('eSIM Japan'))
  })

  test.each(SHIPPED_LOCALES)('can name every destination of the catalogue in %s', (locale) => {
    const codes = fs
      .readdirSync('public/flags')
      .flatMap((file) => /^([a-z]{2})\.svg$/.exec(file)?.[1]?.toUpperCase() ?? [])
    const regions = buildCatalog().skus.map(({ english }) => regionName(english, locale))
    const names = [...codes.map((code) => countryName(code, locale)), ...regions]

    expect(names.length).toBeGreaterThan(400)
    expect(names.filter((name) => !isDrawable(name))).toEqual([])
  })

  test.each(['한국', '𠮷', 'Ελλάδα', 'Россия', 'Japan 🗾', 'Hà Nội'])(
    '%s cannot be drawn, and is not tried',
    (name) => {
      expect(isDrawable(name)).toBe(false)
    },
  )
})

test('the front draws a picture once, keeps it as it is, and lets caches keep it like a page', async () => {
  let drawn = 0
  const { ask } = await startFront(
    (_, response) => sendStatic(response, '{}', { 'content-type': SHARE_PICTURE_TYPE }),
    {
      drawPicture: async () => {
        drawn += 1

        return { status: 200, headers: { 'content-type': 'image/png' }, body: Buffer.from('picture') }
      },
    },
  )

  const first = await ask('/og/de/destinations/japan.png')
  await first.text()
  const second = await ask('/og/de/destinations/japan.png', { headers: { cookie: 'guest=somebody' } })

  expect(drawn).toBe(1)
  expect(await second.text()).toBe('picture')
  expect(second.headers.get('content-type')).toBe('image/png')
  expect(second.headers.get('content-encoding')).toBeNull()
  expect(second.headers.get('cache-control')).toMatch(/^public, max-age=0, s-maxage=/)
})

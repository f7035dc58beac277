import { describe, expect, test } from 'vitest'
import { composeMessages, readShopTexts, textsOf, treeOf } from '#lib/core/i18n/compose-messages.ts'
import { readLanguageFile, writeLanguageFile } from '#lib/core/i18n/language-file.ts'

const ENGLISH = await readShopTexts('en')
const rowsOf = (textOf: (english: string) => string | null) =>
  Object.entries(ENGLISH).map(([key, english]) => ({ key, english, text: textOf(english) }))

describe.each(['json', 'xliff'] as const)('a file for translators in %s', (form) => {
  test('comes back with every text as it was', async () => {
    const read = await readLanguageFile(
      await writeLanguageFile(
        form,
        'ko',
        rowsOf((english) => `가 ${english}`),
      ),
      'ko',
    )
    const texts = 'texts' in read ? Object.fromEntries(read.texts) : read

    expect(texts).toEqual(Object.fromEntries(Object.entries(ENGLISH).map(([key, text]) => [key, `가 ${text}`])))
  })
})

test('what is not translated yet has no text in XLIFF, and the English one in JSON', async () => {
  const rows = [{ key: 'shop.home.title', english: 'Hello', text: null }]

  expect(await writeLanguageFile('xliff', 'ko', rows)).toMatch(/<source>Hello<\/source>\s*<\/segment>/)
  expect(await readLanguageFile(await writeLanguageFile('xliff', 'ko', rows), 'ko')).toEqual({ texts: new Map() })
  expect(JSON.parse(await writeLanguageFile('json', 'ko', rows))).toEqual({ shop: { home: { title: 'Hello' } } })
})

test.each([
  ['of other bytes', '{"shop": "f\ufffdr"}', 'encoding'],
  ['of no known form', 'shop;home', 'form'],
  ['that ends too early', '{"shop": {', 'form'],
  ['in the former XLIFF', '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"></xliff>', 'form'],
  ['that is other XML', '<html></html>', 'form'],
  [
    'that declares entities',
    (await writeLanguageFile('xliff', 'ko', [{ key: 'shop.a', english: 'A', text: 'told' }]))
      .replace('<xliff', '<!DOCTYPE xliff [<!ENTITY told "A">]>\n<xliff')
      .replace('>told<', '>&told;<'),
    'form',
  ],
  [
    'for another language',
    await writeLanguageFile(
      'xliff',
      'de',
      rowsOf((english) => english),
    ),
    'language',
  ],
])('a file %s is told from one that can be read', async (_, file, problem) => {
  expect(await readLanguageFile(file, 'ko')).toEqual({ problem })
})

test('a file as deep as its writer likes is read without harm', async () => {
  const deep = `${'{"a":'.repeat(5_000)}"text"${'}'.repeat(5_000)}`

  expect(await readLanguageFile(deep, 'ko')).toEqual({ texts: new Map() })
})

test('keys become a tree and texts again, whatever they are called', () => {
  const texts = { 'shop.a.b': '1', 'shop.__proto__.c': '2', 'shop.constructor': '3', 'mail.d': '4' }

  expect(textsOf(treeOf(texts))).toEqual(texts)
  expect(({} as Record<string, unknown>).c).toBeUndefined()
})

test('an added language says what the store says, and the rest in English', async () => {
  const messages = await composeMessages('ko', { 'layout.menu': '메뉴' })
  const said = textsOf(messages)

  expect(said['layout.menu']).toBe('메뉴')
  expect(said['layout.skip']).toBe(ENGLISH['layout.skip'])
})

test('own texts stand in place of those that came along, in their own direction', async () => {
  const own = { 'shop.destination.title': 'شرائح {name}' }

  expect(textsOf(await composeMessages('ar', own))['shop.destination.title']).toBe('شرائح \u2068{name}\u2069')
})

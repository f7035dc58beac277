import { expect, test } from 'vitest'
import { extendGroups } from '#lib/core/i18n/compose-messages.ts'
import { SHIPPED_LOCALES } from '#lib/core/i18n/config.ts'
import { formatMinor, intlTag, ltrRun, moneyTag, toPriceFormat, waitText } from '#lib/core/i18n/formats.ts'
import { fillText, pluralForms, pluralText } from '#lib/core/i18n/plurals.ts'
import { preferredLocale } from '#lib/core/i18n/preferred-locale.ts'
import { languageAlternates, localePath } from '#lib/core/i18n/routing.ts'

const dollars = toPriceFormat({ tag: 'en', currency: 'USD', exponent: 2, digits: 2 })

test('minor units are written exactly, without a float in between', () => {
  expect(formatMinor(1_710, dollars)).toBe('$17.10')
  expect(formatMinor(5, dollars)).toBe('$0.05')
  expect(formatMinor(900_719_925_474_099, dollars)).toBe('$9,007,199,254,740.99')
})

test('currencies without decimals and with three keep theirs', () => {
  expect(formatMinor(1_200, toPriceFormat({ tag: 'en', currency: 'JPY', exponent: 0, digits: 0 }))).toBe('¥1,200')
  expect(formatMinor(1_250, toPriceFormat({ tag: 'en', currency: 'KWD', exponent: 3, digits: 3 }))).toContain('1.250')
})

// Every pair of letters: also languages that the shop does not come with, and those whose own figures are not Latin.
const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz']
const LANGUAGES = ALPHABET.flatMap((a) => ALPHABET.map((b) => a + b))

test('amounts and counts written without a number format are what it would write, in every language', () => {
  const forms = { other: '{n}' }
  for (const locale of LANGUAGES) {
    const tag = moneyTag(locale)
    for (const [currency, exponent] of [
      ['USD', 2],
      ['JPY', 0],
      ['KWD', 3],
    ] as const) {
      const digits = { minimumFractionDigits: exponent, maximumFractionDigits: exponent }
      const slow = new Intl.NumberFormat(tag, { style: 'currency', currency, ...digits })
      const format = toPriceFormat({ tag, currency, exponent, digits: exponent })
      for (const minor of [0, 1, 98, 450, 1_900, 12_345, 999, 99_999, 999_999, 1_000_000, 123_456_789, -450]) {
        expect(formatMinor(minor, format)).toBe(slow.format(minor / 10 ** exponent))
      }
    }
    const count = new Intl.NumberFormat(intlTag(locale))
    for (const n of [0, 1, 11, 103, 999, 1_000, 12_345, 1.5]) {
      expect(pluralText(forms, n, intlTag(locale))).toBe(count.format(n))
    }
  }
})

test('a currency that is charged in whole units keeps what is not whole', () => {
  const format = toPriceFormat({ tag: 'en', currency: 'HUF', exponent: 2, digits: 0 })

  expect([100, 99_900, 150].map((minor) => formatMinor(minor, format))).toEqual([
    'HUF\u00a01',
    'HUF\u00a0999',
    'HUF\u00a02',
  ])
})

test('figures with a Latin unit are isolated in right-to-left languages only', () => {
  expect(ltrRun('1 GB', 'en-GB')).toBe('1 GB')
  expect(ltrRun('1 GB', 'ar-u-nu-latn')).toBe('\u20661 GB\u2069')
})

test('a time that somebody waits is told in the unit they would use, and never as fewer hours than it took', () => {
  expect([0, 8_400, 119_000].map((ms) => waitText(ms, 'en'))).toEqual(['1 second', '8 seconds', '119 seconds'])
  expect([120_000, 190_000].map((ms) => waitText(ms, 'de'))).toEqual(['2 Minuten', '3 Minuten'])
  expect([7_200_001, 172_800_000].map((ms) => waitText(ms, 'en'))).toEqual(['3 hours', '48 hours'])
  expect(waitText(172_800_001, 'en')).toBe('3 days')
})

const english = (_key: string, { count, n }: { count: number; n: string }) => (count === 1 ? `${n} day` : `${n} days`)

test('all forms of a language travel as data and choose by number', () => {
  const forms = pluralForms(english, 'days', 'en-GB')

  expect(forms).toEqual({ one: '{n} day', other: '{n} days' })
  expect(pluralText(forms, 1, 'en-GB')).toBe('1 day')
  expect(pluralText(forms, 1_200, 'en-GB')).toBe('1,200 days')
})

test.each([
  ['ar-u-nu-latn', 6],
  ['es-ES', 3],
  ['ja-JP', 1],
  // Not of the shop, but a store may add it.
  ['pl-PL', 4],
])('%s gets its %i forms, each from a number of that category', (tag, count) => {
  const rules = new Intl.PluralRules(tag)
  const forms = pluralForms((_key, { count }) => rules.select(count), 'days', tag)

  for (const [category, form] of Object.entries(forms)) expect(form).toBe(category)
  expect(Object.keys(forms)).toHaveLength(count)
})

test('a name without a value stays visible', () => {
  expect(fillText('{a} and {b}', { a: 'x' })).toBe('x and {b}')
})

test('the default language has no prefix, the others have theirs', () => {
  expect(localePath('en', '/help')).toBe('/help')
  expect(localePath('de', '/help')).toBe('/de/help')
  expect(localePath('ar', '/')).toBe('/ar')
})

test('a page names itself in all languages and a default one', () => {
  expect(languageAlternates('/help', ['en', 'de', 'ar'])).toEqual({
    en: '/help',
    de: '/de/help',
    ar: '/ar/help',
    'x-default': '/help',
  })
})

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['ko,ar;q=0.8,en;q=0.5', 'ar'],
  ['en;q=0.4,ar;q=0.9', 'ar'],
  ['AR-EG', 'ar'],
  ['de;q=0, en', 'en'],
  ['ko-KR, th', 'en'],
  ['', 'en'],
  ['*', 'en'],
  [';;;,,,q=', 'en'],
])('a browser that prefers %j reads %s', (header, locale) => {
  expect(preferredLocale(header, SHIPPED_LOCALES)).toBe(locale)
})

const sets = { staff: { offline: 'No connection.', internal: 'Our side.' } }

test('a group that extends a set has its texts, and its own win', () => {
  const tree = {
    title: 'Orders',
    act: { failed: { extends: 'staff', internal: 'Look at the history.', own: 'Mine.' } },
  }

  expect(extendGroups(tree, sets)).toEqual({
    title: 'Orders',
    act: { failed: { offline: 'No connection.', internal: 'Look at the history.', own: 'Mine.' } },
  })
})

test('a group that extends none stays as it is, and neither the sets nor the messages change', () => {
  const tree = { failed: { extends: 'staff' }, plain: { a: 'A' } }
  const before = structuredClone({ tree, sets })

  expect(extendGroups(tree, sets).plain).toEqual({ a: 'A' })
  expect({ tree, sets }).toEqual(before)
})

import { expect, test } from 'vitest'
import { LOCALES } from '#lib/core/i18n/config.ts'
import { languageAlternates, localePath, splitLocale } from '#lib/core/i18n/routing.ts'

test('the default language has no prefix, the others have theirs', () => {
  expect(localePath('en', '/help')).toBe('/help')
  expect(localePath('de', '/help')).toBe('/de/help')
  expect(localePath('ar', '/')).toBe('/ar')
})

test('an address splits into its language and the path that all languages share', () => {
  for (const locale of LOCALES) {
    for (const path of ['/', '/help', '/destinations/japan']) {
      expect(splitLocale(localePath(locale, path))).toEqual({ locale, path })
    }
  }
})

test('a page names itself in all languages and a default one', () => {
  expect(languageAlternates('/help')).toEqual({
    en: '/help',
    de: '/de/help',
    ar: '/ar/help',
    'x-default': '/help',
  })
})

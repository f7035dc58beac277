import { expect, test } from 'vitest'
import { preferredLocale } from '#lib/core/i18n/preferred-locale.ts'

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['fr,ar;q=0.8,en;q=0.5', 'ar'],
  ['en;q=0.4,ar;q=0.9', 'ar'],
  ['AR-EG', 'ar'],
  ['de;q=0, en', 'en'],
  ['fr-FR, ja', 'en'],
  ['', 'en'],
  ['*', 'en'],
  [';;;,,,q=', 'en'],
])('a browser that prefers %j reads %s', (header, locale) => {
  expect(preferredLocale(header)).toBe(locale)
})

import { expect, test } from 'vitest'
import { HELP_TOPICS } from '#app/(shop)/help-topics.ts'
import { DEFAULT_LOCALE, LOCALES } from '#lib/core/i18n/config.ts'
import { LANGUAGES, TEXTS, toPublicRoute } from '#lib/server/public-routes.ts'
import { LEGAL_PAGES } from '#lib/settings/rules/legal-pages.ts'

test('knows the languages of the shop, the default one first', () => {
  expect([...LANGUAGES]).toEqual([...LOCALES])
  expect(LANGUAGES[0]).toBe(DEFAULT_LOCALE)
})

test('knows every page of text that the shop has, and no other', () => {
  expect(TEXTS).toEqual({ help: [...HELP_TOPICS], legal: [...LEGAL_PAGES] })
})

test.each([
  ['/', 'en', { kind: 'none' }],
  ['/ar', 'ar', { kind: 'none' }],
  ['/destinations/japan', 'en', { kind: 'destination', id: 'japan' }],
  ['/de/plans/pln_0A', 'de', { kind: 'plan', id: 'pln_0A' }],
  ['/sim-cards', 'en', { kind: 'none' }],
  ['/ar/sim-cards/harbour-sim-cards', 'ar', { kind: 'brand', id: 'harbour-sim-cards' }],
  ['/help/install-iphone', 'en', { kind: 'none' }],
  ['/ar/legal/terms', 'ar', { kind: 'none' }],
  ['/api/catalogue/search-index/ar', 'en', { kind: 'none' }],
  ['/api/catalogue/plans/de/japan', 'en', { kind: 'destination', id: 'japan' }],
  ['/trip', 'en', { kind: 'none' }],
  ['/ar/compare', 'ar', { kind: 'none' }],
])('%s is public', (path, language, subject) => {
  expect(toPublicRoute(path)).toEqual({ path, language, subject })
})

test.each([
  '/o/ord_1',
  '/checkout/quo_1',
  '/admin',
  '/api/orders/ord_1',
  '/find',
  '/api/catalogue/search-index/fr',
  '/api/catalogue/plans/fr/japan',
  '/api/catalogue/plans/de',
  '/en',
  '/fr',
  '/ar/',
  '/destinations/',
  '/destinations/a/b',
  '/destinations/%6Aapan',
  '/destinations/Japan',
  '/plans/a.b',
  '/legal',
  '/help/install-ios',
  '/de/help/made-up-7',
  '/legal/help',
  '/arabia',
  '/sim-cards/check',
  '/de/sim-cards/check',
])('%s is not on the list', (path) => {
  expect(toPublicRoute(path)).toBeNull()
})

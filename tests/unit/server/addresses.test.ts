import { expect, test } from 'vitest'
import { HELP_TOPICS } from '#app/(shop)/help-topics.ts'
import { TEXTS, toPublicRoute } from '#lib/content/rules/public-route.ts'
import { SHIPPED_LOCALES } from '#lib/core/i18n/config.ts'
import { makeAppMap, makeIsPage, readPath } from '#lib/server/app-map.ts'
import { LEGAL_PAGES } from '#lib/settings/rules/legal-pages.ts'
import { pagesInTree } from '#tests/support/routes.ts'
import { readTree } from '#tests/support/tree.ts'

const LANGUAGES = new Set(SHIPPED_LOCALES)

const map = makeAppMap(
  {
    '/(shop)/[locale]/help/page': '/[locale]/help',
    '/(private)/(buyer)/cart/page': '/cart',
    '/(private)/(buyer)/o/[orderId]/page': '/o/[orderId]',
    '/(private)/(buyer)/o/[[...rest]]/page': '/o/[[...rest]]',
    '/(private)/admin/[...rest]/page': '/admin/[...rest]',
    '/(private)/admin/page': '/admin',
    '/api/orders/[id]/route': '/api/orders/[id]',
    '/api/auth/[...nextauth]/route': '/api/auth/[...nextauth]',
    '/robots.txt/route': '/robots.txt',
    '/_not-found/page': '/_not-found',
  },
  new Set(['/flags/jp.svg', '/_next/static/chunks/[x]~1.js']),
)

test.each([
  ['/cart', 'page'],
  ['/cart/x', null],
  ['/o', 'page'],
  ['/o/ord_1', 'page'],
  ['/o/ord_1/none/none', 'page'],
  ['/admin', 'page'],
  ['/admin/none', 'page'],
  ['/administrator', null],
  ['/api/orders/ord_1', 'handler'],
  ['/api/orders', null],
  ['/api/orders/ord_1/x', null],
  ['/api/auth/callback/x', 'handler'],
  ['/robots.txt', 'handler'],
  ['/robotsxtxt', null],
  ['/_not-found', null],
  ['/help', null],
  ['/flags/jp.svg', 'file'],
  ['/flags/none.svg', null],
  ['/_next/static/chunks/%5Bx%5D~1.js', 'file'],
  ['/_next/static/chunks/[x]~1.js', 'file'],
  ['/_next/static/chunks/[x]~%31.js', null],
  ['/flags/%6Ap.svg', null],
  ['/_next/static/../../secrets.json', null],
  ['/', null],
])('at %s answers: %s', (path, kind) => {
  expect(map(path)).toBe(kind)
})

const isPage = makeIsPage({
  '/(shop)/[locale]/destinations/[slug]/page': '/[locale]/destinations/[slug]',
  '/(shop)/[locale]/[...rest]/page': '/[locale]/[...rest]',
  '/(shop)/[locale]/page': '/[locale]',
  '/(private)/(buyer)/cart/page': '/cart',
  '/sitemaps/[file]/route': '/sitemaps/[file]',
  '/og/[locale]/[...name]/route': '/og/[locale]/[...name]',
})

test.each([
  ['/', 'en', true],
  ['/de', 'de', true],
  ['/destinations/japan', 'en', true],
  ['/de/destinations/japan', 'de', true],
  ['/sitemaps/en-0.xml', 'en', false],
  ['/og/en/destinations/japan.png', 'en', false],
  ['/api/catalogue/search-index/en', 'en', false],
  ['/cart', 'en', false],
])('%s is a page of the shop in %s: %s', (path, language, expected) => {
  expect(isPage({ path, language })).toBe(expected)
})

test.each([
  ['/a%20b', '/a b'],
  ['/%E2%82%AC', '/€'],
  ['/a', '/a'],
  ['/%', null],
  ['/%c3', null],
  ['/%00', null],
  ['/%7F', null],
])('%s reads as %s', (path, text) => {
  expect(readPath(path)).toBe(text)
})

test('every page that is not public gets a policy with a nonce, and every other address one of the server', () => {
  const proxy = readTree().find(({ file }) => file === 'proxy.ts')?.text ?? ''
  const matchers = [...proxy.matchAll(/^ {4}'(\/[^']+)',$/gm)].map(([, one = '']) => one)
  const isMatched = (address: string) =>
    matchers.some(
      (one) => one === address || (one.endsWith('/:path*') && `${address}/`.startsWith(one.replace(':path*', ''))),
    )
  const own = pagesInTree().filter(({ file }) => /^app\/\(private\)\/.*\/page\.tsx$/.test(file))

  expect(own.length).toBeGreaterThan(50)
  expect(own.map(({ address }) => address).filter((address) => !isMatched(address))).toEqual([])
})

test('no page about one person is on the list of public ones', () => {
  const own = pagesInTree().filter(({ file }) => /^app\/\(private\)\/.*\/page\.tsx$/.test(file))
  const addresses = own.map(({ address }) => address.replaceAll(/\[[^\]]+\]+/g, 'x'))

  expect(addresses.length).toBeGreaterThan(50)
  expect(addresses.filter((address) => toPublicRoute(address, LANGUAGES) !== null)).toEqual([])
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
  ['/de/help/mein-netz', 'de', { kind: 'guide', place: 'help', id: 'mein-netz', language: 'de' }],
  ['/guides/japan', 'en', { kind: 'guide', place: 'guide', id: 'japan', language: 'en' }],
  ['/ar/legal/terms', 'ar', { kind: 'none' }],
  ['/api/catalogue/search-index/ar', 'en', { kind: 'none' }],
  ['/api/catalogue/plans/de/japan', 'en', { kind: 'destination', id: 'japan' }],
  ['/trip', 'en', { kind: 'none' }],
  ['/ar/compare', 'ar', { kind: 'none' }],
  ['/sitemap.xml', 'en', { kind: 'none' }],
  ['/sitemaps/de-0.xml', 'en', { kind: 'site_map', id: '0' }],
  ['/og/ar/shop.png', 'en', { kind: 'none' }],
  ['/og/de/destinations/japan.png', 'en', { kind: 'destination', id: 'japan' }],
])('%s is public', (path, language, subject) => {
  expect(toPublicRoute(path, LANGUAGES)).toEqual({ path, language, subject })
})

test.each([
  '/o/ord_1',
  '/checkout/quo_1',
  '/admin',
  '/api/orders/ord_1',
  '/find',
  '/api/catalogue/search-index/ko',
  '/api/catalogue/plans/ko/japan',
  '/api/catalogue/plans/de',
  '/en',
  '/ko',
  '/ar/',
  '/destinations/',
  '/destinations/a/b',
  '/destinations/%6Aapan',
  '/destinations/Japan',
  '/plans/a.b',
  '/legal',
  '/help/Install-IOS',
  '/legal/made-up-7',
  '/legal/help',
  '/arabia',
  '/sim-cards/check',
  '/de/sim-cards/check',
  '/sitemaps/ko-0.xml',
  '/sitemaps/de-00.xml',
  '/de/sitemap.xml/x',
  '/de/sitemap.xml',
  '/de/sitemaps/de-0.xml',
  '/de/og/de/shop.png',
  '/contact',
  '/de/contact',
  '/og/ko/shop.png',
  '/og/de/destinations/japan',
  '/og/de/destinations/../shop.png',
])('%s is not on the list', (path) => {
  expect(toPublicRoute(path, LANGUAGES)).toBeNull()
})

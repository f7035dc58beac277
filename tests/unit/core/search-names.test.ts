import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countryName, otherNamesOf } from '#lib/core/i18n/countries.ts'
import { confusableWith, sharesNameWithState } from '#lib/core/rules/confusables.ts'
import { foldForSearch, hasPart, rankMatch, toSearchNames } from '#lib/core/rules/search-names.ts'
import { freshSlug, slugOf } from '#lib/core/rules/slug.ts'

const COUNTRIES = ['NL', 'VN', 'AE', 'DE', 'JP', 'AT', 'AU', 'CH', 'SE', 'TR']

function bestFor(query: string): string | undefined {
  const ranked = COUNTRIES.map((iso2) => {
    const rank = rankMatch(
      foldForSearch(query),
      foldForSearch(countryName(iso2, 'en')),
      toSearchNames(otherNamesOf(iso2), [], 'around'),
    )

    return { iso2, rank: rank ?? Number.POSITIVE_INFINITY }
  })

  return ranked.sort((a, b) => a.rank - b.rank).find(({ rank }) => Number.isFinite(rank))?.iso2
}

test.each([
  ['Holland', 'NL'],
  ['Viet Nam', 'VN'],
  ['UAE', 'AE'],
  ['Deutschland', 'DE'],
  ['日本', 'JP'],
  ['اليابان', 'JP'],
  ['Jaapn', 'JP'],
  ['Germny', 'DE'],
  ['swizerland', 'CH'],
  ['turk', 'TR'],
  ['Autria', 'AT'],
])('"%s" finds %s', (query, iso2) => {
  expect(bestFor(query)).toBe(iso2)
})

test('nonsense finds nothing', () => {
  expect(bestFor('qqqq')).toBeUndefined()
})

test.each([
  ['', true],
  ['SAINT BARTH', true],
  ['barthélemy', true],
  ['kite', true],
  ['martin', false],
])('a row is looked through for "%s" whatever its case, marks and dots: %s', (searched, isFound) => {
  expect(hasPart(['Saint-Barthelemy', null, 'Kite Mobile'], searched)).toBe(isFound)
})

test.each([
  ['AT', 'AU'],
  ['NE', 'NG'],
  ['GN', 'GQ'],
  ['GW', 'PG'],
  ['CD', 'CG'],
  ['DM', 'DO'],
])('%s and %s are each mistaken for the other', (a, b) => {
  expect(confusableWith(a)).toContain(b)
  expect(confusableWith(b)).toContain(a)
})

test('a country is never its own look-alike, and most have none', () => {
  expect(confusableWith('AT')).not.toContain('AT')
  expect(confusableWith('JP')).toEqual([])
})

test('Georgia is named as the country, not the state', () => {
  expect(sharesNameWithState('GE')).toBe(true)
  expect(sharesNameWithState('AT')).toBe(false)
})

test.each([
  ['Japan', 'japan'],
  ['Bosnia &  Herzegovina', 'bosnia-and-herzegovina'],
  ['Côte d’Ivoire', 'cote-divoire'],
  ['Türkiye', 'turkiye'],
  ['Europe 33+', 'europe-33'],
  ['Færøerne', 'faeroerne'],
  ['日本', ''],
])('%s stands in an address as "%s"', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

test('a taken or empty name gets the SKU number', () => {
  expect(freshSlug('Japan', 26, new Set(['japan']))).toBe('japan-26')
  expect(freshSlug('日本', 26, new Set())).toBe('destination-26')
})

test('every address is made of words and hyphens only', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      expect(slugOf(name)).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/)
    }),
  )
})

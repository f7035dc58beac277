import { expect, test } from 'vitest'
import { countryName, otherNamesOf } from '#lib/core/i18n/countries.ts'
import { foldForSearch, hasPart, rankMatch, toSearchNames } from '#lib/core/rules/search-names.ts'

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

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shelfOf } from '#lib/catalog/rules/countries.ts'
import {
  continentOf,
  countryName,
  destinationName,
  englishNames,
  iso2OfName,
  iso2OfRegionCode,
  otherNamesOf,
  regionName,
} from '#lib/core/i18n/countries.ts'
import { confusableWith, sharesNameWithState } from '#lib/core/rules/confusables.ts'
import { foldForSearch, hasPart, rankMatch, toSearchNames } from '#lib/core/rules/search-names.ts'
import { freshSlug, slugOf } from '#lib/core/rules/slug.ts'
import { timeZoneOf } from '#lib/core/rules/time-zones.ts'

test.each([
  ['392', 'JP'],
  ['8', 'AL'],
  ['40', 'AT'],
  ['891', 'RS'],
  ['688', 'RS'],
  ['99911', null],
  ['999', null],
  ['', null],
  [null, null],
])('the region code %j is %j', (code, iso2) => {
  expect(iso2OfRegionCode(code)).toBe(iso2)
})

test.each([
  ['China.HongKong', 'HK'],
  ['Korea', 'KR'],
  ['South Korea', 'KR'],
  ['UAE', 'AE'],
  ['USA', 'US'],
  ['Bosnia &  Herzegovina', 'BA'],
  ['Faeroe', 'FO'],
  ['Faroe', 'FO'],
  ['St. Lucia', 'LC'],
  ['Congo DR', 'CD'],
  ['Congo', null],
  ['Atlantis', null],
])('the spelling "%s" means %j', (name, iso2) => {
  expect(iso2OfName(name)).toBe(iso2)
})

test.each([
  ['99911', null, 'multi_country'],
  ['392', 'JP', 'asia'],
  ['484', 'MX', 'north_america'],
  ['188', 'CR', 'latin_america'],
  ['76', 'BR', 'latin_america'],
  ['643', 'RU', 'europe'],
  ['554', 'NZ', 'oceania'],
  ['777', null, 'more'],
] as const)('%s of %j stands on the shelf %s', (regionCode, iso2, shelf) => {
  expect(shelfOf({ regionCode, iso2, continent: iso2 && continentOf(iso2) })).toBe(shelf)
})

test('every country has a shelf, and those with a zone a real one', () => {
  for (const [, iso2] of englishNames()) {
    const zone = timeZoneOf(iso2)

    expect(() => zone && new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow()
    expect(continentOf(iso2)).not.toBeNull()
  }
})

test('names follow the language of the reader', () => {
  expect(['en', 'de', 'ar'].map((locale) => countryName('HK', locale))).toEqual(['Hong Kong', 'Hongkong', 'هونغ كونغ'])
})

const LONG = 'Europe, the Mediterranean, the Balkans, Türkiye, Switzerland and the UK: one card in total'

test.each([
  [LONG, 'en', 'Europe, Mediterranean +4'],
  [LONG, 'de', 'Europa, Mittelmeerraum +4'],
  [LONG, 'ar', 'أوروبا، حوض المتوسط \u2066+4\u2069'],
  ['Global', 'de', 'Weltweit'],
  ['Europe 33+', 'en', 'Europe 33+'],
  ['Europe 33+', 'de', 'Europa 33+'],
  ['Europe 33+', 'ar', 'أوروبا \u206633+\u2069'],
  ['Asia 12', 'en', 'Asia 12'],
  ['Southeast Asia', 'ar', 'جنوب شرق آسيا'],
  ['Australia & New Zealand', 'de', 'Australien und Neuseeland'],
  ['Nordics and Faeroe', 'en', 'Nordics and Faroe Islands'],
  ['Latin America', 'de', 'Lateinamerika'],
  ['Greater China', 'de', 'Großchina'],
  ['Ski resorts of the Alps', 'de', 'Ski resorts of the Alps'],
  ['Europe and the seven seas', 'de', 'Europe and the seven seas'],
  ['', 'de', ''],
  ['A pass for every harbour between Lisbon and Vladivostok', 'en', 'A pass for every harbour between Lisbon…'],
])('%j is called in %s %j', (providerName, locale, name) => {
  expect(regionName(providerName, locale)).toBe(name)
})

test('a name of the store goes before, in its language alone; a country keeps its second product apart', () => {
  const region = {
    ownName: null,
    iso2: null,
    providerName: LONG,
    texts: [{ locale: 'de', name: 'Rund ums Mittelmeer' }],
  }

  expect(destinationName(region, 'de')).toBe('Rund ums Mittelmeer')
  expect(destinationName(region, 'en')).toBe('Europe, Mediterranean +4')
  expect(destinationName({ ownName: null, iso2: 'JP', providerName: 'Japan Premium' }, 'de')).toBe('Japan Premium')
})

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

test.each([
  ['Mısır', 'MISIR'],
  ['Mısır', 'misir'],
])('%s is found by %s, with or without its dotless letter', (name, query) => {
  expect(rankMatch(foldForSearch(query), foldForSearch(name), [])).toBe(0)
})

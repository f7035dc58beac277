import { expect, test } from 'vitest'
import { shelfOf } from '#lib/catalog/rules/countries.ts'
import {
  continentOf,
  countryName,
  destinationName,
  englishNames,
  iso2OfName,
  iso2OfRegionCode,
  regionName,
} from '#lib/core/i18n/countries.ts'
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

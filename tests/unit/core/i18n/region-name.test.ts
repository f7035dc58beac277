import { expect, test } from 'vitest'
import { destinationName, regionName } from '#lib/core/i18n/countries.ts'

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

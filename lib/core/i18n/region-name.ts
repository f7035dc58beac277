import type { Locale } from '#lib/core/i18n/config.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { countryName, iso2OfName } from '#lib/core/i18n/countries.ts'
import { intlTag, ltrRun } from '#lib/core/i18n/formats.ts'

/** Regions that the runtime can name in every language, by what providers call them: codes of the United Nations. */
const CODES: Record<string, string> = {
  europe: '150',
  'western europe': '155',
  'eastern europe': '151',
  'northern europe': '154',
  'southern europe': '039',
  'european union': 'EU',
  eu: 'EU',
  asia: '142',
  'southeast asia': '035',
  'south east asia': '035',
  'east asia': '030',
  'south asia': '034',
  'central asia': '143',
  africa: '002',
  'north africa': '015',
  'northern africa': '015',
  'west africa': '011',
  'east africa': '014',
  'southern africa': '018',
  'north america': '003',
  'northern america': '021',
  'latin america': '419',
  'south america': '005',
  'central america': '013',
  caribbean: '029',
  americas: '019',
  oceania: '009',
}

const GLOBAL = { en: 'Global', de: 'Weltweit', ar: 'العالم' }
const MIDDLE_EAST = { en: 'Middle East', de: 'Naher Osten', ar: 'الشرق الأوسط' }
const NORDICS = { en: 'Nordics', de: 'Nordische Länder', ar: 'دول الشمال' }
const PACIFIC = { en: 'Asia-Pacific', de: 'Asien-Pazifik', ar: 'آسيا والمحيط الهادئ' }

/** Regions that it cannot. */
const OWN: Record<string, Record<Locale, string>> = {
  global: GLOBAL,
  world: GLOBAL,
  worldwide: GLOBAL,
  'middle east': MIDDLE_EAST,
  gulf: { en: 'Gulf states', de: 'Golfstaaten', ar: 'دول الخليج' },
  gcc: { en: 'Gulf states', de: 'Golfstaaten', ar: 'دول الخليج' },
  balkan: { en: 'Balkans', de: 'Balkan', ar: 'البلقان' },
  balkans: { en: 'Balkans', de: 'Balkan', ar: 'البلقان' },
  baltics: { en: 'Baltics', de: 'Baltikum', ar: 'دول البلطيق' },
  caucasus: { en: 'Caucasus', de: 'Kaukasus', ar: 'القوقاز' },
  benelux: { en: 'Benelux', de: 'Benelux', ar: 'بنلوكس' },
  nordic: NORDICS,
  nordics: NORDICS,
  scandinavia: { en: 'Scandinavia', de: 'Skandinavien', ar: 'إسكندنافيا' },
  mediterranean: { en: 'Mediterranean', de: 'Mittelmeerraum', ar: 'حوض المتوسط' },
  'greater china': { en: 'Greater China', de: 'Großchina', ar: 'الصين الكبرى' },
  apac: PACIFIC,
  'asia pacific': PACIFIC,
}

const MOST_PARTS = 3
const SHOWN_PARTS = 2
const LONGEST = 40

/**
 * Returns a short name in a language for what the provider sells over several countries, until the store has given it
 * names of its own: `Europe, the Balkans and the UK: one card` is "Europe, Balkans and United Kingdom".
 *
 * What stands behind a colon or in brackets goes; a number of countries stays. Parts that nobody can translate leave the
 * whole name as it came, cut where it is long.
 */
export function regionName(providerName: string, locale: string): string {
  const head = providerName.split(/[:(]| - /)[0]?.trim() ?? ''
  const [, name = '', count = ''] = /^(.*?)\s*(\d+\+?)?$/.exec(head) ?? []
  const parts = name.split(/\s*(?:,|&|\/|\+|\band\b)\s*/i).filter((part) => part !== '')
  const named = parts.map((part) => partName(part, locale))
  const known = named.filter((part) => part !== null)
  if (known.length === 0 || known.length < named.length) return cut(providerName)
  const tag = intlTag(toLocale(locale))
  const isLong = known.length > MOST_PARTS
  // No "and" before the rest.
  const list = isLong
    ? known.slice(0, SHOWN_PARTS).join(tag.startsWith('ar') ? '، ' : ', ')
    : new Intl.ListFormat(locale).format(known)
  const rest = isLong ? `+${known.length - SHOWN_PARTS}` : count

  return rest === '' ? list : `${list} ${ltrRun(rest, tag)}`
}

function partName(part: string, locale: string): string | null {
  const plain = part.replace(/^the\s+/i, '').trim()
  const key = plain.toLowerCase().replaceAll(/[\s-]+/g, ' ')
  const own = Object.hasOwn(OWN, key) ? OWN[key] : undefined
  if (own) return own[toLocale(locale)]
  const code = Object.hasOwn(CODES, key) ? CODES[key] : (iso2OfName(plain) ?? undefined)

  return code === undefined ? null : countryName(code, locale)
}

function cut(name: string): string {
  if (name.length <= LONGEST) return name
  const short = name.slice(0, LONGEST)

  return `${short.slice(0, Math.max(short.lastIndexOf(' '), LONGEST / 2)).replace(/[,;:\s]+$/, '')}…`
}

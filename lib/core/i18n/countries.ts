import { countries as profiles, type TCountryCode } from 'countries-list'
import isoCountries, { type LocaleData } from 'i18n-iso-countries/index.js'
import ar from 'i18n-iso-countries/langs/ar.json' with { type: 'json' }
import de from 'i18n-iso-countries/langs/de.json' with { type: 'json' }
import en from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import es from 'i18n-iso-countries/langs/es.json' with { type: 'json' }
import fr from 'i18n-iso-countries/langs/fr.json' with { type: 'json' }
import it from 'i18n-iso-countries/langs/it.json' with { type: 'json' }
import ja from 'i18n-iso-countries/langs/ja.json' with { type: 'json' }
import ko from 'i18n-iso-countries/langs/ko.json' with { type: 'json' }
import nl from 'i18n-iso-countries/langs/nl.json' with { type: 'json' }
import pl from 'i18n-iso-countries/langs/pl.json' with { type: 'json' }
import pt from 'i18n-iso-countries/langs/pt.json' with { type: 'json' }
import ru from 'i18n-iso-countries/langs/ru.json' with { type: 'json' }
import tr from 'i18n-iso-countries/langs/tr.json' with { type: 'json' }
import zh from 'i18n-iso-countries/langs/zh.json' with { type: 'json' }
import { type ContinentCode, foldCountryName, iso2OfSpelling, parseRegionCode } from '#lib/catalog/rules/countries.ts'
import { DEFAULT_LOCALE, isShipped, type ShippedLocale } from '#lib/core/i18n/config.ts'
import { intlTag, ltrRun } from '#lib/core/i18n/formats.ts'
import { alsoCalled } from '#lib/core/rules/search-names.ts'

const LANGUAGES: LocaleData[] = [ar, de, en, es, fr, it, ja, ko, nl, pl, pt, ru, tr, zh]

/** Returns the two-letter code for a three-digit ISO number, `null` when that number is not given out. */
function iso2OfNumeric(numeric: string): string | null {
  return isoCountries.numericToAlpha2(numeric) ?? null
}

/** Returns every English name of every country, as pairs of name and two-letter code. */
export function englishNames(): [name: string, iso2: string][] {
  return namesIn(en)
}

/** Returns what a country is called in the languages that travellers search in; a name may come more than once. */
function namesOf(iso2: string): string[] {
  return LANGUAGES.flatMap((language) => language.countries[iso2] ?? [])
}

function namesIn(language: LocaleData): [name: string, iso2: string][] {
  return Object.entries(language.countries).flatMap(([iso2, names]) =>
    [names].flat().map((name): [string, string] => [name, iso2]),
  )
}

// "Congo" alone is a name of two countries in the table: a spelling that could mean either means neither.
const AMBIGUOUS = new Set(['congo'])
const FOLDED = new Map(
  englishNames()
    .map(([name, iso2]): [string, string] => [foldCountryName(name), iso2])
    .filter(([name]) => !AMBIGUOUS.has(name)),
)

// Where the long form says more about a government than a traveller asks for.
const SHORT_STYLE = new Set(['HK', 'MO', 'PS', 'MM'])

const formats = new Map<string, Intl.DisplayNames>()

/** Returns the country that a provider region code stands for, `null` for groups and codes of no country. */
export function iso2OfRegionCode(regionCode: string | null): string | null {
  const region = parseRegionCode(regionCode)

  return region.kind === 'country' ? iso2OfNumeric(region.numeric) : null
}

/** Returns the country that an English spelling names, `null` when nobody has said which one it is. */
export function iso2OfName(name: string): string | null {
  return iso2OfSpelling(name) ?? FOLDED.get(foldCountryName(name)) ?? null
}

/** Returns the continent a country lies on by the table, `null` for a code it lacks. */
export function continentOf(iso2: string): ContinentCode | null {
  return Object.hasOwn(profiles, iso2) ? profiles[iso2 as TCountryCode].continent : null
}

/** Returns what readers of a locale call a country, the code itself when the runtime knows no name. */
export function countryName(iso2: string, locale: string): string {
  const style = SHORT_STYLE.has(iso2) ? 'short' : 'long'
  const key = `${locale}/${style}`
  const format = formats.get(key) ?? new Intl.DisplayNames([locale], { type: 'region', style, fallback: 'code' })
  formats.set(key, format)

  return format.of(iso2) ?? iso2
}

/** Returns everything else a country may be searched by, each name once. */
export function otherNamesOf(iso2: string): string[] {
  return [...new Set([...alsoCalled(iso2), ...namesOf(iso2)])]
}

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

const GLOBAL = {
  en: 'Global',
  de: 'Weltweit',
  ar: 'العالم',
  es: 'Mundial',
  fr: 'Monde',
  it: 'Mondo',
  pt: 'Global',
  ja: '全世界',
  zh: '全球',
}
const MIDDLE_EAST = {
  en: 'Middle East',
  de: 'Naher Osten',
  ar: 'الشرق الأوسط',
  es: 'Oriente Medio',
  fr: 'Moyen-Orient',
  it: 'Medio Oriente',
  pt: 'Oriente Médio',
  ja: '中東',
  zh: '中东',
}
const GULF = {
  en: 'Gulf states',
  de: 'Golfstaaten',
  ar: 'دول الخليج',
  es: 'Países del Golfo',
  fr: 'Pays du Golfe',
  it: 'Paesi del Golfo',
  pt: 'Países do Golfo',
  ja: '湾岸諸国',
  zh: '海湾国家',
}
const BALKANS = {
  en: 'Balkans',
  de: 'Balkan',
  ar: 'البلقان',
  es: 'Balcanes',
  fr: 'Balkans',
  it: 'Balcani',
  pt: 'Bálcãs',
  ja: 'バルカン諸国',
  zh: '巴尔干地区',
}
const NORDICS = {
  en: 'Nordics',
  de: 'Nordische Länder',
  ar: 'دول الشمال',
  es: 'Países nórdicos',
  fr: 'Pays nordiques',
  it: 'Paesi nordici',
  pt: 'Países nórdicos',
  ja: '北欧諸国',
  zh: '北欧国家',
}
const PACIFIC = {
  en: 'Asia-Pacific',
  de: 'Asien-Pazifik',
  ar: 'آسيا والمحيط الهادئ',
  es: 'Asia-Pacífico',
  fr: 'Asie-Pacifique',
  it: 'Asia-Pacifico',
  pt: 'Ásia-Pacífico',
  ja: 'アジア太平洋',
  zh: '亚太地区',
}

/** Regions that it cannot. */
const OWN: Record<string, Record<ShippedLocale, string>> = {
  global: GLOBAL,
  world: GLOBAL,
  worldwide: GLOBAL,
  'middle east': MIDDLE_EAST,
  gulf: GULF,
  gcc: GULF,
  balkan: BALKANS,
  balkans: BALKANS,
  baltics: {
    en: 'Baltics',
    de: 'Baltikum',
    ar: 'دول البلطيق',
    es: 'Países bálticos',
    fr: 'Pays baltes',
    it: 'Paesi baltici',
    pt: 'Países bálticos',
    ja: 'バルト三国',
    zh: '波罗的海国家',
  },
  caucasus: {
    en: 'Caucasus',
    de: 'Kaukasus',
    ar: 'القوقاز',
    es: 'Cáucaso',
    fr: 'Caucase',
    it: 'Caucaso',
    pt: 'Cáucaso',
    ja: 'コーカサス',
    zh: '高加索地区',
  },
  benelux: {
    en: 'Benelux',
    de: 'Benelux',
    ar: 'بنلوكس',
    es: 'Benelux',
    fr: 'Benelux',
    it: 'Benelux',
    pt: 'Benelux',
    ja: 'ベネルクス',
    zh: '比荷卢',
  },
  nordic: NORDICS,
  nordics: NORDICS,
  scandinavia: {
    en: 'Scandinavia',
    de: 'Skandinavien',
    ar: 'إسكندنافيا',
    es: 'Escandinavia',
    fr: 'Scandinavie',
    it: 'Scandinavia',
    pt: 'Escandinávia',
    ja: 'スカンジナビア',
    zh: '斯堪的纳维亚',
  },
  mediterranean: {
    en: 'Mediterranean',
    de: 'Mittelmeerraum',
    ar: 'حوض المتوسط',
    es: 'Mediterráneo',
    fr: 'Méditerranée',
    it: 'Mediterraneo',
    pt: 'Mediterrâneo',
    ja: '地中海',
    zh: '地中海地区',
  },
  'greater china': {
    en: 'Greater China',
    de: 'Großchina',
    ar: 'الصين الكبرى',
    es: 'Gran China',
    fr: 'Grande Chine',
    it: 'Grande Cina',
    pt: 'Grande China',
    ja: '中国・香港・マカオ',
    zh: '大中华区',
  },
  apac: PACIFIC,
  'asia pacific': PACIFIC,
}

/** What stands between the parts of a list, where it is no comma with a space. */
const LISTS: Partial<Record<string, string>> = { ar: '، ', ja: '、', zh: '、' }
const MAX_PARTS = 3
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
  const tag = intlTag(locale)
  const isLong = known.length > MAX_PARTS
  // No "and" before the rest.
  const list = isLong
    ? known.slice(0, SHOWN_PARTS).join(LISTS[locale] ?? ', ')
    : new Intl.ListFormat(locale).format(known)
  const rest = isLong ? `+${known.length - SHOWN_PARTS}` : count

  return rest === '' ? list : `${list} ${ltrRun(rest, tag)}`
}

function partName(part: string, locale: string): string | null {
  const plain = part.replace(/^the\s+/i, '').trim()
  const key = plain.toLowerCase().replaceAll(/[\s-]+/g, ' ')
  const own = Object.hasOwn(OWN, key) ? OWN[key] : undefined
  if (own) return own[isShipped(locale) ? locale : DEFAULT_LOCALE]
  const code = Object.hasOwn(CODES, key) ? CODES[key] : (iso2OfName(plain) ?? undefined)

  return code === undefined ? null : countryName(code, locale)
}

function cut(name: string): string {
  if (name.length <= LONGEST) return name
  const short = name.slice(0, LONGEST)

  return `${short.slice(0, Math.max(short.lastIndexOf(' '), LONGEST / 2)).replace(/[,;:\s]+$/, '')}…`
}

/** What names a destination: the store's own words, in a language or in all, the country, and the provider's name. */
type NamedDestination = {
  ownName: string | null
  texts?: readonly { locale: string; name: string | null }[]
  iso2: string | null
  providerName: string
}

/**
 * Returns what readers of a locale call a destination: the store's own name, the country's, a short one made of the
 * provider's for a region, or the provider's.
 */
export function destinationName({ ownName, texts = [], iso2, providerName }: NamedDestination, locale: string): string {
  const own = texts.find((text) => text.locale === locale)?.name ?? ownName
  if (own !== null) return own
  if (iso2 === null) return regionName(providerName, locale)

  // A second product of the same country has a name of its own, which says what is different about it.
  return iso2OfName(providerName) === iso2 ? countryName(iso2, locale) : providerName
}

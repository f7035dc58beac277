import type { Shelf } from '#lib/settings/rules/shop.ts'

/** Returns a country's name without what spellings differ in: case, marks, dots, hyphens, articles, double spaces. */
export function foldCountryName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('ı', 'i')
    .replaceAll('&', ' and ')
    .replaceAll(/\bst\b\.?/g, 'saint')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^the /, '')
}

/** Returns a name as it may be shown: one item, single spaces. */
export function tidyName(name: string): string {
  return name.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
}

// Folded spellings that no country table has, as the provider writes them.
const SPELLINGS: Record<string, string> = {
  'american virgin islands': 'VI',
  'antigua barbuda': 'AG',
  bosnia: 'BA',
  bonaire: 'BQ',
  'british virgin islands': 'VG',
  brunei: 'BN',
  burma: 'MM',
  'cabo verde': 'CV',
  'canary islands': 'ES',
  'china hongkong': 'HK',
  'china hong kong': 'HK',
  'china macao': 'MO',
  'china macau': 'MO',
  'china mainland': 'CN',
  'china taiwan': 'TW',
  'congo brazzaville': 'CG',
  'congo dr': 'CD',
  'congo kinshasa': 'CD',
  'congo republic': 'CG',
  'congo the democratic republic of the': 'CD',
  'cote divoire': 'CI',
  'democratic republic of congo': 'CD',
  'dr congo': 'CD',
  drc: 'CD',
  'east timor': 'TL',
  england: 'GB',
  faeroe: 'FO',
  'faeroe islands': 'FO',
  faroe: 'FO',
  'french guyana': 'GF',
  'guinea bissau': 'GW',
  holland: 'NL',
  hongkong: 'HK',
  'hong kong china': 'HK',
  'isle of man': 'IM',
  'ivory coast': 'CI',
  ksa: 'SA',
  korea: 'KR',
  'korea south': 'KR',
  lao: 'LA',
  laos: 'LA',
  macau: 'MO',
  'macau china': 'MO',
  'macao china': 'MO',
  macedonia: 'MK',
  'mainland china': 'CN',
  micronesia: 'FM',
  moldova: 'MD',
  palestine: 'PS',
  'puerto rico us': 'PR',
  'reunion island': 'RE',
  russia: 'RU',
  'saint martin': 'MF',
  'saint vincent': 'VC',
  'sint maarten': 'SX',
  'slovak republic': 'SK',
  swaziland: 'SZ',
  syria: 'SY',
  'taiwan china': 'TW',
  turkiye: 'TR',
  uae: 'AE',
  uk: 'GB',
  us: 'US',
  'us virgin islands': 'VI',
  usa: 'US',
  vatican: 'VA',
  'vatican city': 'VA',
  'vatican city state': 'VA',
  'viet nam': 'VN',
}

/** Returns the country of a spelling that no table has, `null` when it is not one of the known ones either. */
export function iso2OfSpelling(name: string): string | null {
  const folded = foldCountryName(name)

  return Object.hasOwn(SPELLINGS, folded) ? (SPELLINGS[folded] ?? null) : null
}

/** Under what people map a destination to a country: its region code, or its name where it has none. */
export function aliasKey(regionCode: string, name: string): string {
  return regionCode === '' ? name : regionCode
}

/** A continent as country tables name it. */
export type ContinentCode = 'AF' | 'AN' | 'AS' | 'EU' | 'NA' | 'OC' | 'SA'

const SHELF_OF: Record<ContinentCode, Shelf> = {
  AF: 'africa',
  AN: 'more',
  AS: 'asia',
  EU: 'europe',
  NA: 'latin_america',
  OC: 'oceania',
  SA: 'latin_america',
}

// The shelf of the north is what travellers call so; the Caribbean and Central America stand with the south.
const NORTH_AMERICA = new Set(['BM', 'CA', 'GL', 'MX', 'PM', 'US'])

// Tables differ on countries that lie on two continents; travellers look for these in Europe.
const IN_EUROPE = new Set(['CY', 'RU'])

/** Returns the shelf for a destination: every one has exactly one, and what no table knows goes to `more`. */
export function shelfOf(destination: {
  regionCode: string | null
  iso2: string | null
  continent: ContinentCode | null
}): Shelf {
  if (parseRegionCode(destination.regionCode).kind === 'group') return 'multi_country'
  const { iso2, continent } = destination
  if (iso2 === null) return 'more'
  if (NORTH_AMERICA.has(iso2)) return 'north_america'
  if (IN_EUROPE.has(iso2)) return 'europe'

  return continent === null ? 'more' : SHELF_OF[continent]
}

/** What the provider's region code stands for. A code that starts with 99 is a group of countries and never decoded. */
type RegionCode = { kind: 'country'; numeric: string } | { kind: 'group' } | { kind: 'unknown' }

// Withdrawn numbers that the provider still sends: Serbia kept the one of Serbia and Montenegro.
const NUMERIC_EXCEPTIONS: Record<string, string> = { '891': '688' }

/**
 * Returns what a region code stands for.
 *
 * Countries come as ISO 3166-1 numbers without leading zeros; `numeric` has them back. Whether that number is given to a country
 * is for the country table to say.
 */
export function parseRegionCode(code: string | null): RegionCode {
  const text = code?.trim() ?? ''
  if (/^99\d{3}$/.test(text)) return { kind: 'group' }
  if (!/^\d{1,3}$/.test(text)) return { kind: 'unknown' }
  const numeric = text.padStart(3, '0')

  return { kind: 'country', numeric: NUMERIC_EXCEPTIONS[numeric] ?? numeric }
}

/** Parts of the world that people search for, by their names in the languages of the shop, and the countries there. */
export const AREAS: readonly { names: string[]; countries: string[] }[] = Object.entries({
  'Balkans|Balkan|البلقان': 'AL BA BG GR HR ME MK RO RS SI XK',
  'Baltics|Baltikum|دول البلطيق': 'EE LT LV',
  Benelux: 'BE LU NL',
  'Caribbean|Karibik|الكاريبي': 'AG AI AW BB BL BQ BS CU CW DM DO GD GP HT JM KN KY LC MF MQ MS PR SX TC TT VC VG VI',
  'Caucasus|Kaukasus|القوقاز': 'AM AZ GE',
  'Central America|Mittelamerika|أمريكا الوسطى': 'BZ CR GT HN NI PA SV',
  'Central Asia|Zentralasien|آسيا الوسطى': 'KG KZ TJ TM UZ',
  'East Africa|Ostafrika|شرق أفريقيا': 'BI ET KE RW TZ UG',
  'East Asia|Ostasien|شرق آسيا': 'CN HK JP KR MO TW',
  'Gulf|Golf|GCC|دول الخليج|الخليج': 'AE BH KW OM QA SA',
  'Iberia|Iberische Halbinsel|شبه الجزيرة الأيبيرية': 'ES PT',
  'Middle East|Naher Osten|الشرق الأوسط': 'AE BH EG IL IQ JO KW LB OM PS QA SA SY TR YE',
  'Nordics|Nordeuropa|Scandinavia|Skandinavien|دول الشمال|إسكندنافيا': 'DK FI IS NO SE',
  'North Africa|Nordafrika|Maghreb|شمال أفريقيا|المغرب العربي': 'DZ EG LY MA TN',
  'Pacific|Südsee|المحيط الهادئ': 'CK FJ GU NC PF PG SB TO VU WS',
  'South America|Südamerika|أمريكا الجنوبية': 'AR BO BR CL CO EC GY PE PY SR UY VE',
  'South Asia|Südasien|جنوب آسيا': 'BD BT IN LK MV NP PK',
  'Southeast Asia|South East Asia|Südostasien|جنوب شرق آسيا': 'BN ID KH LA MM MY PH SG TH TL VN',
  'Southern Africa|Südliches Afrika|جنوب القارة الأفريقية': 'BW LS MZ NA SZ ZA ZM ZW',
  'West Africa|Westafrika|غرب أفريقيا': 'BF BJ CI GH GM GN ML NE NG SL SN TG',
}).map(([names, countries]) => ({ names: names.split('|'), countries: countries.split(' ') }))

/** How the shelves that are a part of the world are called. */
export const CONTINENTS: Partial<Record<Shelf, string[]>> = {
  africa: ['Africa', 'Afrika', 'أفريقيا', 'إفريقيا'],
  asia: ['Asia', 'Asien', 'آسيا'],
  europe: ['Europe', 'Europa', 'Eropa', 'EU', 'أوروبا'],
  latin_america: ['Latin America', 'Lateinamerika', 'أمريكا اللاتينية'],
  north_america: ['North America', 'Nordamerika', 'أمريكا الشمالية'],
  oceania: ['Oceania', 'Ozeanien', 'أوقيانوسيا'],
}

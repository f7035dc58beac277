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

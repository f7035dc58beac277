// What people type for a country that is the name of it in no table: old names, parts, cities, short forms.
const ALSO: Record<string, string> = {
  AE: 'UAE Dubai Abu Dhabi Emirates',
  BA: 'Bosnia',
  CD: 'DR Congo Kinshasa Zaire',
  CG: 'Brazzaville',
  CI: 'Ivory Coast',
  CN: 'Mainland China Beijing Shanghai',
  CZ: 'Czechia Prague',
  DE: 'Deutschland',
  ES: 'Mallorca Canary Islands',
  FO: 'Faeroe',
  GB: 'UK England Scotland Wales Great Britain London',
  GR: 'Hellas',
  HK: 'Hongkong',
  ID: 'Bali',
  JP: 'Nippon Tokyo',
  KR: 'Korea Seoul',
  LA: 'Laos',
  MK: 'Macedonia',
  MM: 'Burma',
  MO: 'Macau',
  NL: 'Holland',
  PT: 'Madeira Azores',
  RU: 'Russia',
  SA: 'KSA Saudi',
  SZ: 'Swaziland',
  TH: 'Phuket Bangkok',
  TL: 'East Timor',
  TR: 'Turkey Turkiye Istanbul',
  US: 'USA America Hawaii',
  VA: 'Vatican',
  VN: 'Viet Nam',
}

/** Returns further words under which a country is looked for, `''` when there are none. */
export function alsoCalled(iso2: string): string {
  return Object.hasOwn(ALSO, iso2) ? (ALSO[iso2] ?? '') : ''
}

/** Returns a text as search compares it: lower case, without marks, single spaces. Applied to entries and to queries. */
export function foldForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Tells whether words of a row have a searched text in them, however both are spelt. */
export function hasPart(words: readonly (string | null)[], searched: string): boolean {
  return foldForSearch(words.filter((word) => word !== null).join(' ')).includes(foldForSearch(searched))
}

/** How well an entry answers a query: 0 is the name itself, larger is worse, `null` is no match. */
export type MatchRank = number | null

/**
 * Ranks an entry for a query: name begins with it, a word of the name does, another name does, or one typo away.
 *
 * All texts are folded. A typo is one letter too many, too few, wrong, or two exchanged, from four letters on.
 */
export function rankMatch(query: string, name: string, otherNames: string): MatchRank {
  if (query === '') return null
  if (name === query) return 0
  if (name.startsWith(query)) return 1
  if (` ${name}`.includes(` ${query}`)) return 2
  if (` ${otherNames}`.includes(` ${query}`)) return 3
  const words = [name, ...name.split(' '), ...otherNames.split(' ')]
  if (query.length >= 4 && words.some((word) => isOneTypoAway(query, word))) return 4

  return null
}

function isOneTypoAway(query: string, word: string): boolean {
  // Somebody still typing has written the beginning of a word, so a longer word is compared by as much of it.
  return [word, word.slice(0, query.length), word.slice(0, query.length + 1)].some((part) => isOneEditAway(query, part))
}

function isOneEditAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const restA = a.slice(start, a.length - end)
  const restB = b.slice(start, b.length - end)
  const isSwap = restA.length === 2 && restA[0] === restB[1] && restA[1] === restB[0]

  return isSwap || Math.max(restA.length, restB.length) <= 1
}

// What people type for a country that is the name of it in no table: old names, parts, cities, short forms.
const ALSO: Record<string, string[]> = {
  AE: ['UAE', 'Dubai', 'Abu Dhabi', 'Emirates'],
  BA: ['Bosnia'],
  CD: ['DR Congo', 'Kinshasa', 'Zaire'],
  CG: ['Brazzaville'],
  CI: ['Ivory Coast'],
  CN: ['Mainland China', 'Beijing', 'Shanghai', 'Peking'],
  CZ: ['Czechia', 'Prague'],
  DE: ['Deutschland'],
  ES: ['Mallorca', 'Canary Islands', 'Kanaren'],
  FO: ['Faeroe'],
  GB: ['UK', 'GB', 'England', 'Scotland', 'Wales', 'Great Britain', 'London'],
  GR: ['Hellas', 'Crete', 'Kreta'],
  HK: ['Hongkong'],
  ID: ['Bali'],
  JP: ['Nippon', 'Tokyo'],
  KR: ['Korea', 'Seoul'],
  LA: ['Laos'],
  MK: ['Macedonia'],
  MM: ['Burma'],
  MO: ['Macau'],
  NL: ['Holland'],
  PT: ['Madeira', 'Azores', 'Azoren'],
  RU: ['Russia'],
  SA: ['KSA', 'Saudi'],
  SZ: ['Swaziland'],
  TH: ['Phuket', 'Bangkok'],
  TL: ['East Timor'],
  TR: ['Turkey', 'Turkiye', 'Istanbul'],
  TZ: ['Zanzibar', 'Sansibar'],
  US: ['USA', 'US', 'America', 'Hawaii'],
  VA: ['Vatican'],
  VN: ['Viet Nam', 'Saigon'],
}

/** Returns further names under which a country is looked for. */
export function alsoCalled(iso2: string): string[] {
  return Object.hasOwn(ALSO, iso2) ? (ALSO[iso2] ?? []) : []
}

/** Returns a text as search compares it: lower case, without marks, single spaces. Applied to entries and to queries. */
export function foldForSearch(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      // Of the letters without a mark, this one alone is another when it is typed in capitals.
      .replaceAll('ı', 'i')
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  )
}

/** Tells whether words of a row have a searched text in them, however both are spelt. */
export function hasPart(words: readonly (string | null)[], searched: string): boolean {
  return foldForSearch(words.filter((word) => word !== null).join(' ')).includes(foldForSearch(searched))
}

/**
 * A name that something is searched by beside its own: `folded` is compared, `text` is shown, `codes` are those of the
 * airports of a city. `area` is a part of the world that a group makes up, and `around` one that a country lies in.
 */
export type SearchName = { text: string; folded: string; codes: string[]; kind: 'name' | 'area' | 'around' }

/** Makes names comparable; a city may carry codes of three capitals at its end. */
export function toSearchNames(
  names: readonly string[],
  areas: readonly string[],
  kind: 'area' | 'around',
): SearchName[] {
  const plain = names.map((name): SearchName => {
    const [, city = name, codes = ''] = /^(.+?)((?: [A-Z]{3})+)$/.exec(name) ?? []

    return { text: city, folded: foldForSearch(city), codes: codes.split(' ').filter(Boolean), kind: 'name' }
  })

  return [...plain, ...areas.map((text) => ({ text, folded: foldForSearch(text), codes: [], kind }))]
}

const TYPO = 7

/** How well an entry answers a query: 0 is the name itself, larger is worse, `TYPO` is a guess, `null` is no match. */
type MatchRank = number | null

/**
 * Ranks an entry for a query: the name, another name as it is, what the name begins with, the code of an airport, a word
 * of the name, of another name, of the part of the world, or one typo away.
 *
 * All texts are folded. A typo is one letter too many, too few, wrong, or two exchanged, from four letters on.
 */
export function rankMatch(query: string, name: string, others: readonly SearchName[]): MatchRank {
  if (query === '') return null
  if (name === query) return 0
  const own = others.filter(({ kind }) => kind !== 'around')
  if (own.some(({ folded }) => folded === query)) return 1
  if (name.startsWith(query)) return 2
  if (own.some((other) => codeIn(other, query))) return 3
  if (hasWord(name, query)) return 4
  if (own.some(({ folded }) => hasWord(folded, query))) return 5
  if (others.some(({ folded }) => hasWord(folded, query))) return 6
  const words = [name, ...others.map(({ folded }) => folded)].flatMap((text) => [text, ...text.split(' ')])
  if (query.length >= 4 && words.some((word) => isOneTypoAway(query, word))) return TYPO

  return null
}

/** Tells whether a rank is only a guess. */
export const isGuess = (rank: number) => rank === TYPO

/** Returns the name that a query meant, as it is shown: "Tokyo (NRT)" for "nrt"; `null` when it says no more than that. */
export function meantName(query: string, names: readonly SearchName[]): string | null {
  if (query === '') return null
  const others = names.filter(({ kind }) => kind === 'name')
  const coded = others.find((other) => codeIn(other, query))
  const other = others.find(({ folded }) => folded === query) ?? (coded ? undefined : begins(query, others))
  if (!other) return coded ? `${coded.text} (${codeIn(coded, query)})` : null

  return other.folded === query && isShortForm(other.text) ? null : other.text
}

const begins = (query: string, others: readonly SearchName[]) => others.find(({ folded }) => hasWord(folded, query))
const codeIn = ({ codes }: SearchName, query: string) => codes.find((code) => code.toLowerCase() === query)
const hasWord = (text: string, query: string) => ` ${text}`.includes(` ${query}`)
const isShortForm = (text: string) => text.length <= 3 && text === text.toUpperCase()

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

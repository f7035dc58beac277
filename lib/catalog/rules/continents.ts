import type { Shelf } from '#lib/settings/rules/shop.ts'

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

import { parseRegionCode } from '#lib/catalog/rules/countries.ts'
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

import { type BoardRow, type PackedRows, readRows } from '#components/catalog/board-row.ts'
import type { TripIndex } from '#lib/settings/rules/shop.ts'

/** A country that a trip can go to. `slug` is '' where it is sold as part of a group only. */
export type TripCountry = { iso2: string; name: string; flag: string; slug: string }

const read = new WeakMap<PackedRows, ReadonlyMap<string, TripCountry>>()

/** Returns a country as a row of the board, so that it is packed and searched like one. Its place in the row of counts
 * says whether it has plans of its own. */
export function toCountryRow({ name, slug }: TripIndex['countries'][number], flag: string): BoardRow {
  return [slug, name, flag, 'more', '', '', slug === '' ? 0 : 1]
}

/** Returns the countries of a page by their codes. */
export function readCountries(packed: PackedRows): ReadonlyMap<string, TripCountry> {
  const known = read.get(packed)
  if (known) return known
  const countries = new Map(readRows(packed).map((row) => [isoOf(row), toCountry(row)]))
  read.set(packed, countries)

  return countries
}

/** Returns the code of the country of a row. */
export function isoOf([, , flag]: BoardRow): string {
  return flag.replace('-', '').toUpperCase()
}

/** Returns what readers of a language call a country, whether or not anything is sold there. */
export function spokenName(iso2: string, locale: string): string {
  return new Intl.DisplayNames(locale, { type: 'region' }).of(iso2) ?? iso2
}

function toCountry(row: BoardRow): TripCountry {
  const [slug, name, flag, , , , hasPlans] = row

  return { iso2: isoOf(row), name, flag, slug: hasPlans ? slug : '' }
}

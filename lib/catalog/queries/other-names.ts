import { AREAS, CONTINENTS } from '#lib/catalog/rules/areas.ts'
import { shelfOf } from '#lib/catalog/rules/continents.ts'
import { continentOf, countryName, otherNamesOf } from '#lib/core/i18n/countries.ts'
import type { Shelf } from '#lib/settings/rules/shop.ts'
// Cities by their country, with the IATA codes of their airports and of the city itself. Source: OurAirports.
import airports from '../rules/airports.json' with { type: 'json' }

/** Returns everything else that a country is searched by: its names in many languages, its cities with their airports. */
export function namesOfCountry(iso2: string): string[] {
  const cities = Object.hasOwn(airports, iso2) ? airports[iso2 as keyof typeof airports].split('|') : []

  return [...otherNamesOf(iso2), ...cities]
}

/** Returns the names of those countries of a group that are not sold by themselves. */
export function namesOfGroup(countries: readonly string[], sold: ReadonlySet<string>, locale: string): string[] {
  const only = countries.filter((iso2) => !sold.has(iso2))

  return [...new Set(only.flatMap((iso2) => [countryName(iso2, locale), countryName(iso2, 'en')]))]
}

/**
 * Returns the parts of the world that a group of countries makes up: the continent that more than half of it lies on, and
 * the areas of which it covers at least half.
 */
export function areasOfGroup(countries: readonly string[]): string[] {
  const areas = AREAS.filter((area) => {
    const inside = area.countries.filter((iso2) => countries.includes(iso2)).length

    return inside >= 2 && inside >= area.countries.length / 2
  })
  const on = countries.map(continentShelf)
  const main = on.find((shelf) => on.filter((one) => one === shelf).length > countries.length / 2)

  return [...((main && CONTINENTS[main]) ?? []), ...areas.flatMap(({ names }) => names)]
}

/** Returns the parts of the world that a country lies in. */
export function areasOf(iso2: string): string[] {
  const areas = AREAS.filter(({ countries }) => countries.includes(iso2))

  return [...areas.flatMap(({ names }) => names), ...(CONTINENTS[continentShelf(iso2)] ?? [])]
}

function continentShelf(iso2: string): Shelf {
  return shelfOf({ regionCode: null, iso2, continent: continentOf(iso2) })
}

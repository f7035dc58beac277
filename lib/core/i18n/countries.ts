import { countries as profiles, type TCountryCode } from 'countries-list'
import type { ContinentCode } from '#lib/catalog/rules/continents.ts'
import { parseRegionCode } from '#lib/catalog/rules/countries.ts'
import { foldCountryName, iso2OfSpelling } from '#lib/catalog/rules/country-names.ts'
import { alsoCalled } from '#lib/core/rules/search-names.ts'
import { englishNames, iso2OfNumeric, namesOf } from './country-tables.ts'

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

/** Returns the country that an upstream region code stands for, `null` for groups and codes of no country. */
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

/** Returns everything else a country may be searched by, each word group once, joined by spaces. */
export function otherNamesOf(iso2: string): string {
  return [...new Set([...namesOf(iso2), alsoCalled(iso2)])].filter((name) => name !== '').join(' ')
}

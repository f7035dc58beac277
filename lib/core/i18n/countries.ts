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
import { type ContinentCode, parseRegionCode } from '#lib/catalog/rules/continents.ts'
import { foldCountryName, iso2OfSpelling } from '#lib/catalog/rules/country-names.ts'
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

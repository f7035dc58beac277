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

const LANGUAGES: LocaleData[] = [ar, de, en, es, fr, it, ja, ko, nl, pl, pt, ru, tr, zh]

/** Returns the two-letter code for a three-digit ISO number, `null` when that number is not given out. */
export function iso2OfNumeric(numeric: string): string | null {
  return isoCountries.numericToAlpha2(numeric) ?? null
}

/** Returns every English name of every country, as pairs of name and two-letter code. */
export function englishNames(): [name: string, iso2: string][] {
  return namesIn(en)
}

/** Returns what a country is called in the languages that travellers search in; a name may come more than once. */
export function namesOf(iso2: string): string[] {
  return LANGUAGES.flatMap((language) => language.countries[iso2] ?? [])
}

function namesIn(language: LocaleData): [name: string, iso2: string][] {
  return Object.entries(language.countries).flatMap(([iso2, names]) =>
    [names].flat().map((name): [string, string] => [name, iso2]),
  )
}

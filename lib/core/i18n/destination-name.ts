import { countryName, iso2OfName } from '#lib/core/i18n/countries.ts'
import { regionName } from '#lib/core/i18n/region-name.ts'

/** What names a destination: the store's own words, in a language or in all, the country, and the provider's name. */
export type NamedDestination = {
  ownName: string | null
  texts?: readonly { locale: string; name: string | null }[]
  iso2: string | null
  providerName: string
}

/**
 * Returns what readers of a locale call a destination: the store's own name, the country's, a short one made of the
 * provider's for a region, or the provider's.
 */
export function destinationName({ ownName, texts = [], iso2, providerName }: NamedDestination, locale: string): string {
  const own = texts.find((text) => text.locale === locale)?.name ?? ownName
  if (own !== null) return own
  if (iso2 === null) return regionName(providerName, locale)

  // A second product of the same country has a name of its own, which says what is different about it.
  return iso2OfName(providerName) === iso2 ? countryName(iso2, locale) : providerName
}

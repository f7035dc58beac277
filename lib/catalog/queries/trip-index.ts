import 'server-only'
import { cache } from 'react'
import { readShelves } from '#lib/catalog/queries/catalog.ts'
import { countriesOf } from '#lib/catalog/rules/trip.ts'
import { countryName } from '#lib/core/i18n/countries.ts'
import { destinationName } from '#lib/core/i18n/destination-name.ts'
import type { TripIndex } from '#lib/settings/rules/shop.ts'

/** Every country that something on sale works in, in the order of its names, and everything that is sold beside them. */
export const getTripIndex = cache(async (locale: string): Promise<TripIndex> => {
  const onSale = (await readShelves()).filter(({ plans }) => plans.length > 0).map(({ sku }) => sku)
  // A country may be sold twice; the better ranked destination is its own, the other one stands beside it.
  const own = new Map(
    onSale
      .toSorted((a, b) => b.rank - a.rank)
      .flatMap(({ iso2, slug }): [string, string][] => (iso2 === null ? [] : [[iso2, slug]])),
  )
  const groups = onSale
    .map((sku) => ({ sku, countries: countriesOf(sku)?.toSorted() ?? null }))
    .filter(({ sku, countries }) => sku.slug !== own.get(sku.iso2 ?? '') || (countries?.length ?? 0) > 1)
    .map(({ sku, countries }) => ({ slug: sku.slug, name: destinationName(sku, locale), countries }))
  const codes = new Set([...own.keys(), ...groups.flatMap(({ countries }) => countries ?? [])])
  const countries = [...codes].map((iso2) => ({ iso2, name: countryName(iso2, locale), slug: own.get(iso2) ?? '' }))

  return { countries: countries.sort((a, b) => a.name.localeCompare(b.name, locale)), groups }
})

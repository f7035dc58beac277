import 'server-only'
import { cache } from 'react'
import { readShelves } from '#lib/catalog/queries/catalog.ts'
import { listNamedDestinations } from '#lib/catalog/repository/catalog.ts'
import { slugIn } from '#lib/catalog/rules/address.ts'
import { countriesOf } from '#lib/catalog/rules/trip.ts'
import { countryName, destinationName } from '#lib/core/i18n/countries.ts'
import type { TripIndex } from '#lib/settings/rules/shop.ts'

/** What a quote says of its product, and the language it was made in. */
type Sold = { skuId: number; locale: string }
type Place = { slug: string; name: string; iso2: string | null }

/**
 * Reads how a reader of another language calls what was bought. In the language of the purchase it keeps the name it was
 * sold by, and so does what the mirror has no more.
 */
export async function readPlaceNames(quotes: readonly Sold[], locale: string | undefined) {
  const ids = quotes.filter((quote) => quote.locale !== locale).map(({ skuId }) => skuId)
  const names = locale === undefined || ids.length === 0 ? new Map() : await namesIn(locale, ids)

  return ({ skuId, locale: soldIn }: Sold, sold: Place): Place =>
    soldIn === locale ? sold : { ...sold, name: names.get(skuId) ?? sold.name }
}

export type PlaceNames = Awaited<ReturnType<typeof readPlaceNames>>

async function namesIn(locale: string, ids: number[]): Promise<Map<number, string>> {
  const destinations = await listNamedDestinations(ids, locale)

  return new Map(destinations.map((destination) => [destination.id, destinationName(destination, locale)]))
}

/** Every country that something on sale works in, in the order of its names, and everything that is sold beside them. */
export const getTripIndex = cache(async (locale: string): Promise<TripIndex> => {
  const onSale = (await readShelves()).filter(({ plans }) => plans.length > 0).map(({ destination }) => destination)
  // A country may be sold twice; the better ranked destination is its own, the other one stands beside it.
  const own = new Map(
    onSale
      .toSorted((a, b) => b.rank - a.rank)
      .flatMap((one): [string, string][] => (one.iso2 === null ? [] : [[one.iso2, slugIn(one, locale)]])),
  )
  const groups = onSale
    .map((destination) => ({ destination, countries: countriesOf(destination)?.toSorted() ?? null }))
    .filter(
      ({ destination, countries }) =>
        slugIn(destination, locale) !== own.get(destination.iso2 ?? '') || (countries?.length ?? 0) > 1,
    )
    .map(({ destination, countries }) => ({
      slug: slugIn(destination, locale),
      name: destinationName(destination, locale),
      countries,
    }))
  const codes = new Set([...own.keys(), ...groups.flatMap(({ countries }) => countries ?? [])])
  const countries = [...codes].map((iso2) => ({ iso2, name: countryName(iso2, locale), slug: own.get(iso2) ?? '' }))

  return { countries: countries.sort((a, b) => a.name.localeCompare(b.name, locale)), groups }
})

import 'server-only'
import { destinationName } from '#lib/core/i18n/destination-name.ts'
import { db } from '#lib/core/repository/client.ts'

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
  const skus = await db().sku.findMany({
    where: { id: { in: ids } },
    select: {
      id: true,
      providerName: true,
      ownName: true,
      iso2: true,
      texts: { where: { locale }, select: { locale: true, name: true } },
    },
  })

  return new Map(skus.map((sku) => [sku.id, destinationName(sku, locale)]))
}

import { compare, toDecimalText } from '#lib/core/rules/money.ts'
import type { Destination } from '#lib/settings/rules/shop.ts'

const SCHEMA = 'https://schema.org'

/** Returns schema.org facts of a destination: the prices of the mirror, no rating that nobody gave. */
export function destinationData({ name, plans }: Destination, store: string) {
  const prices = plans.map((plan) => plan.price).sort(compare)
  const lowest = prices[0]
  const highest = prices.at(-1)
  const product = { '@context': SCHEMA, '@type': 'Product', name: `eSIM ${name}`, category: 'eSIM' }
  if (!lowest || !highest) return product

  return {
    ...product,
    offers: {
      '@type': 'AggregateOffer',
      offerCount: plans.length,
      lowPrice: toDecimalText(lowest),
      highPrice: toDecimalText(highest),
      priceCurrency: lowest.currency,
      availability: `${SCHEMA}/InStock`,
      seller: { '@type': 'Organization', name: store },
    },
  }
}

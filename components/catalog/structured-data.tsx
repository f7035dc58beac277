import { compare, toDecimalText } from '#lib/core/rules/money.ts'
import type { Destination } from '#lib/settings/rules/shop.ts'

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** Facts for search engines as a data block: it is never run, and `<` is escaped so that it cannot end early. */
export function StructuredData({ data }: { data: Json }) {
  const html = JSON.stringify(data).replaceAll('<', '\\u003c')

  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in a script element has no other spelling in React.
    <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: html }} />
  )
}

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

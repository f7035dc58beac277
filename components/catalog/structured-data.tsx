import { leastPrice } from '#lib/catalog/rules/on-sale.ts'
import { bareText } from '#lib/catalog/rules/share-picture.ts'
import { compare, type Money, multiply, toDecimalText } from '#lib/core/rules/money.ts'
import { picturePath, type ShopLogo } from '#lib/settings/rules/brand.ts'
import type { Destination, ShopPlan } from '#lib/settings/rules/shop.ts'

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
type Thing = { '@type': string; [key: string]: Json }

const SCHEMA = 'https://schema.org'

/** Facts for search engines as a data block: it is never run, and `<` is escaped so that it cannot end early. */
export function StructuredData({ things }: { things: (Thing | null)[] }) {
  const data = { '@context': SCHEMA, '@graph': things.filter((thing) => thing !== null) }
  if (data['@graph'].length === 0) return null
  const html = JSON.stringify(data, (_, value) => (typeof value === 'string' ? bareText(value) : value))

  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in a script element has no other spelling in React.
    <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: html.replaceAll('<', '\\u003c') }} />
  )
}

type Shop = { name: string; logo: ShopLogo | null }
/** Makes a path of the shop a whole address. */
type Address = (path: string) => string

/** The shop itself, as its head shows it, and the search of its list: words behind `#q=` in that address. */
export function shopThings(
  { name, logo }: Shop,
  { home, list, address }: { home: string; list: string; address: Address },
) {
  const id = `${address('/')}#shop`

  return [
    {
      '@type': 'Organization',
      '@id': id,
      name,
      url: address('/'),
      ...(logo ? { logo: address(picturePath(logo)) } : {}),
    },
    {
      '@type': 'WebSite',
      name,
      url: address(home),
      publisher: { '@id': id },
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${address(list)}#q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
  ] satisfies Thing[]
}

type Offered = { heading: string; path: string; store: string; address: Address }

/** A destination with the range of what can be bought there now; `null` while that is nothing. No rating that nobody gave. */
export function destinationThing({ plans, picture, ownText }: Destination, { heading, path, store, address }: Offered) {
  const prices = plans.map(leastPrice).sort(compare)
  const [lowest, highest] = [prices[0], prices.at(-1)]
  if (!lowest || !highest) return null

  return {
    '@type': 'Product',
    name: heading,
    category: 'eSIM',
    url: address(path),
    ...(ownText ? { description: ownText } : {}),
    ...(picture ? { image: address(picturePath(picture)) } : {}),
    offers: { '@type': 'AggregateOffer', offerCount: plans.length, ...range(lowest, highest), ...terms(store) },
  } satisfies Thing
}

/** A plan with its price; one that is sold by the day with the prices of its shortest and its longest stay. */
export function planThing(plan: ShopPlan, description: string, { heading, path, store, address }: Offered) {
  const { price, term, id } = plan
  const offers =
    term.kind === 'day_pass'
      ? {
          '@type': 'AggregateOffer',
          offerCount: term.maxDays - term.minDays + 1,
          ...range(leastPrice(plan), multiply(price, term.maxDays)),
        }
      : { '@type': 'Offer', price: toDecimalText(price), priceCurrency: price.currency, url: address(path) }

  return {
    '@type': 'Product',
    name: heading,
    description,
    sku: id,
    category: 'eSIM',
    url: address(path),
    offers: { ...offers, ...terms(store) },
  } satisfies Thing
}

function range(lowest: Money, highest: Money) {
  return { lowPrice: toDecimalText(lowest), highPrice: toDecimalText(highest), priceCurrency: lowest.currency }
}

function terms(store: string) {
  return { availability: `${SCHEMA}/InStock`, seller: { '@type': 'Organization', name: store } }
}

type Written = { title: string; description: string; publishedAt: Date; changedAt: Date }
type Publishing = Pick<Offered, 'path' | 'store' | 'address'> & { locale: string }

/** A text of the shop's own, under its heading. */
export function articleThing(written: Written, { locale, path, store, address }: Publishing) {
  const { title, description, publishedAt, changedAt } = written
  const shop = { '@type': 'Organization', name: store, url: address('/') }

  return {
    '@type': 'Article',
    headline: title,
    description,
    inLanguage: locale,
    url: address(path),
    datePublished: publishedAt.toISOString(),
    dateModified: changedAt.toISOString(),
    author: shop,
    publisher: shop,
  } satisfies Thing
}

/** The way to a page, as it stands above it. A step that is the page itself has no address. */
export function crumbsThing(crumbs: readonly { name: string; href?: string }[], address: Address) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, href }, place) => ({
      '@type': 'ListItem',
      position: place + 1,
      name,
      ...(href ? { item: address(href) } : {}),
    })),
  } satisfies Thing
}

/** Questions that stand on the page with their answers. */
export function questionsThing(questions: readonly { question: string; text: string }[]) {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, text }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text },
    })),
  } satisfies Thing
}

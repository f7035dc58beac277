import { currencyExponent, parseCurrency } from '#lib/core/rules/currency.ts'

type Thing = Record<string, unknown>

/** What somebody sees on a page, to compare with what it tells search engines. */
export type SeenPage = {
  origin: string
  heading: string
  crumbs: { name: string; href: string | null }[]
  /** Folded questions with their answers. */
  folds: { question: string; text: string }[]
  text: string
}

type Kind = { required: string[]; known: string[]; check?: (thing: Thing, page: SeenPage) => string[] }

const AVAILABILITY = ['https://schema.org/InStock']
const OFFER = ['availability', 'seller', 'priceCurrency']

/** What schema.org knows of each kind, what Google demands of it, and what has to stand on the page as well. */
const KINDS: Record<string, Kind> = {
  Organization: {
    required: ['name'],
    known: ['@id', 'url', 'logo'],
    check: ({ name }, { text }) => (text.includes(String(name)) ? [] : [`the page does not name ${name}`]),
  },
  WebSite: {
    required: ['name', 'url', 'potentialAction'],
    known: ['publisher'],
    check: ({ publisher }) => (isThing(publisher) && isAddress(publisher['@id']) ? [] : ['a site has no publisher']),
  },
  SearchAction: {
    required: ['target', 'query-input'],
    known: [],
    check: (action) => (action['query-input'] === 'required name=search_term_string' ? [] : ['the words have no name']),
  },
  EntryPoint: {
    required: ['urlTemplate'],
    known: [],
    check: ({ urlTemplate }) => (String(urlTemplate).includes('{search_term_string}') ? [] : ['no place for words']),
  },
  Product: {
    required: ['name', 'offers'],
    known: ['category', 'url', 'description', 'image', 'sku'],
    check: ({ name }, { heading }) => (name === heading ? [] : [`${name} is not called so on the page: ${heading}`]),
  },
  AggregateOffer: {
    required: ['lowPrice', 'priceCurrency', 'offerCount', 'highPrice'],
    known: OFFER,
    check: (offer) => [
      ...amount(offer, 'lowPrice'),
      ...amount(offer, 'highPrice'),
      ...(Number(offer.lowPrice) > Number(offer.highPrice) ? ['the lowest price is above the highest'] : []),
      ...(Number.isInteger(offer.offerCount) && Number(offer.offerCount) > 0 ? [] : ['no number of offers']),
      ...available(offer),
    ],
  },
  Offer: {
    required: ['price', 'priceCurrency'],
    known: [...OFFER, 'url'],
    check: (offer, { text }) => [
      ...amount(offer, 'price'),
      ...available(offer),
      ...(text.includes(String(offer.price)) || text.includes(String(offer.price).replace('.', ','))
        ? []
        : [`the page does not show ${offer.price}`]),
    ],
  },
  BreadcrumbList: {
    required: ['itemListElement'],
    known: [],
    check: ({ itemListElement }, { crumbs, origin }) => {
      const told = things(itemListElement).map(({ name, item }) => ({ name, href: item ?? null }))
      const seen = crumbs.map(({ name, href }) => ({ name, href: href === null ? null : new URL(href, origin).href }))

      return JSON.stringify(told) === JSON.stringify(seen)
        ? []
        : [`the crumbs differ: ${JSON.stringify(told)} ${JSON.stringify(seen)}`]
    },
  },
  ListItem: { required: ['position', 'name'], known: ['item'], check: checkPosition },
  Article: {
    required: ['headline', 'datePublished', 'author', 'publisher'],
    known: ['description', 'inLanguage', 'url', 'dateModified', 'image'],
    check: ({ headline, description, datePublished, dateModified }, { heading, text }) => [
      ...(headline === heading ? [] : [`${headline} is not called so on the page: ${heading}`]),
      ...(text.includes(String(description)) ? [] : ['the page does not say its description']),
      ...(Date.parse(String(datePublished)) <= Date.parse(String(dateModified ?? datePublished))
        ? []
        : [`${dateModified} is before ${datePublished}`]),
    ],
  },
  FAQPage: {
    required: ['mainEntity'],
    known: [],
    check: ({ mainEntity }, { folds }) =>
      things(mainEntity).flatMap(({ name, acceptedAnswer }) => {
        const shown = folds.find(({ question }) => question === name)
        const answer = isThing(acceptedAnswer) ? acceptedAnswer.text : null

        return shown?.text === answer ? [] : [`${name} is answered otherwise: ${answer} ${shown?.text}`]
      }),
  },
  Question: { required: ['name', 'acceptedAnswer'], known: [] },
  Answer: { required: ['text'], known: [] },
}

const ADDRESSES = ['url', 'item', 'image', 'logo', '@id', 'urlTemplate']
/** Kinds that stand for something that is described elsewhere. */
const REFERENCE = ['@id']

/** Returns what is wrong with a block of linked data, measured by its kinds and by the page that it stands on. */
export function linkedDataProblems(block: unknown, page: SeenPage): string[] {
  if (!isThing(block) || block['@context'] !== 'https://schema.org') return ['no context']
  const graph = block['@graph']
  if (!Array.isArray(graph) || graph.length === 0) return ['nothing is said']

  return graph.flatMap((thing) => problemsOf(thing, page))
}

function problemsOf(thing: unknown, page: SeenPage): string[] {
  if (!isThing(thing)) return ['no thing']
  if (Object.keys(thing).every((name) => REFERENCE.includes(name))) return []
  const type = String(thing['@type'])
  const kind = KINDS[type]
  if (!kind) return [`nobody knows ${type}`]
  const missing = kind.required.filter((name) => thing[name] === undefined || thing[name] === '')
  const strange = Object.keys(thing).filter((name) => ![...kind.required, ...kind.known, '@type'].includes(name))
  const relative = ADDRESSES.filter((name) => thing[name] !== undefined && !isAddress(thing[name], page.origin))

  return [
    ...missing.map((name) => `${type} lacks ${name}`),
    ...strange.map((name) => `${type} has no ${name}`),
    ...relative.map((name) => `${type}: ${name} is no whole address of this shop: ${thing[name]}`),
    ...(kind.check?.(thing, page) ?? []),
    ...Object.values(thing).flatMap((value) => {
      if (Array.isArray(value)) return value.flatMap((one) => problemsOf(one, page))

      return isThing(value) ? problemsOf(value, page) : []
    }),
  ]
}

function amount(offer: Thing, name: string): string[] {
  const currency = parseCurrency(String(offer.priceCurrency))
  if (currency === null) return [`${offer.priceCurrency} is no currency`]
  const digits = currencyExponent(currency)
  const shape = new RegExp(digits === 0 ? '^\\d+$' : `^\\d+\\.\\d{${digits}}$`)

  return typeof offer[name] === 'string' && shape.test(offer[name]) ? [] : [`${name} is no amount: ${offer[name]}`]
}

function available({ availability }: Thing): string[] {
  return AVAILABILITY.includes(String(availability)) ? [] : [`${availability} is no availability`]
}

function checkPosition({ position }: Thing): string[] {
  return Number.isInteger(position) && Number(position) > 0 ? [] : ['a step has no place']
}

function isAddress(value: unknown, origin?: string): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false

  return origin === undefined || new URL(value).origin === origin
}

function isThing(value: unknown): value is Thing {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function things(value: unknown): Thing[] {
  return Array.isArray(value) ? value.filter(isThing) : []
}

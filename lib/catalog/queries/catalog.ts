import 'server-only'
import { cache } from 'react'
import { z } from 'zod'
import {
  type CatalogDestination,
  findDestinationBySlug,
  findPlanWithDestination,
  listGroupsCovering,
  listShownDestinations,
} from '#lib/catalog/repository/catalog.ts'
import { listRefundabilityRules } from '#lib/catalog/repository/refundability-rules.ts'
import { slugIn } from '#lib/catalog/rules/address.ts'
import airports from '#lib/catalog/rules/airports.json' with { type: 'json' }
import { AREAS, CONTINENTS, shelfOf } from '#lib/catalog/rules/countries.ts'
import {
  defaultRank,
  leastPrice,
  nearestOnSale,
  plansOnSale,
  type ShelfRules,
  toTerm,
} from '#lib/catalog/rules/on-sale.ts'
import { betterGeneration, mergeNetworks } from '#lib/catalog/rules/plan.ts'
import { shownLocales } from '#lib/core/i18n/config.ts'
import { continentOf, countryName, destinationName, otherNamesOf } from '#lib/core/i18n/countries.ts'
import { languageAlternates } from '#lib/core/i18n/routing.ts'
import { compare } from '#lib/core/rules/money.ts'
import { timeZoneOf } from '#lib/core/rules/time-zones.ts'
import { findSaleTerms } from '#lib/pricing/repository/sale-terms.ts'
import { readSettings, readShopSettings } from '#lib/settings/repository/settings.ts'
import { type DeviceFamily, parseOwnDevices } from '#lib/settings/rules/own-devices.ts'
import type {
  CoveredCountry,
  Destination,
  DestinationTile,
  RegionalOffer,
  SearchEntry,
  Shelf,
  ShopIndex,
  ShopPlan,
} from '#lib/settings/rules/shop.ts'

// Cities by their country, with the IATA codes of their airports and of the city itself. Source: OurAirports.

/** Returns everything else that a country is searched by: its names in many languages, its cities with their airports. */
export function namesOfCountry(iso2: string): string[] {
  const cities = Object.hasOwn(airports, iso2) ? airports[iso2 as keyof typeof airports].split('|') : []

  return [...otherNamesOf(iso2), ...cities]
}

/** Returns the names of those countries of a group that are not sold by themselves. */
export function namesOfGroup(countries: readonly string[], sold: ReadonlySet<string>, locale: string): string[] {
  const only = countries.filter((iso2) => !sold.has(iso2))

  return [...new Set(only.flatMap((iso2) => [countryName(iso2, locale), countryName(iso2, 'en')]))]
}

/**
 * Returns the parts of the world that a group of countries makes up: the continent that more than half of it lies on, and
 * the areas of which it covers at least half.
 */
export function areasOfGroup(countries: readonly string[]): string[] {
  const areas = AREAS.filter((area) => {
    const inside = area.countries.filter((iso2) => countries.includes(iso2)).length

    return inside >= 2 && inside >= area.countries.length / 2
  })
  const on = countries.map(continentShelf)
  const main = on.find((shelf) => on.filter((one) => one === shelf).length > countries.length / 2)

  return [...((main && CONTINENTS[main]) ?? []), ...areas.flatMap(({ names }) => names)]
}

/** Returns the parts of the world that a country lies in. */
export function areasOf(iso2: string): string[] {
  const areas = AREAS.filter(({ countries }) => countries.includes(iso2))

  return [...areas.flatMap(({ names }) => names), ...(CONTINENTS[continentShelf(iso2)] ?? [])]
}

function continentShelf(iso2: string): Shelf {
  return shelfOf({ regionCode: null, iso2, continent: continentOf(iso2) })
}

const FLAGS = 6
const FEATURED_LEAD = 1_000_000

/** A destination with the plans of it that are on sale, cheapest purchase first. */
type DestinationOnSale = { destination: CatalogDestination; plans: ShopPlan[] }

const priceDestination = (destination: CatalogDestination, rules: ShelfRules): DestinationOnSale => ({
  destination,
  plans: plansOnSale(destination, rules),
})

/** Returns a destination as a row of the board. */
function toTile({ destination, plans }: DestinationOnSale, locale: string): DestinationTile {
  const networks = networksOf({ destination, plans })
  const [cheapest] = plans
  const covered = distinctCountries(destination.coverage ?? [])

  return {
    slug: slugIn(destination, locale),
    name: destinationName(destination, locale),
    iso2: destination.iso2,
    shelf: destination.shelf,
    from: cheapest ? leastPrice(cheapest) : null,
    generation: (networks ?? []).map(({ generation }) => generation).reduce(betterGeneration, null),
    networkCount: networks?.length ?? null,
    countryCount: destination.coverage === null ? null : covered.length,
    flags: destination.iso2 === null ? flagsOf(covered) : [],
  }
}

/** Returns the networks of all plans on sale, `null` when none states any. */
function networksOf({ destination, plans }: DestinationOnSale) {
  const onSale = new Set(plans.map(({ id }) => id))

  return mergeNetworks(destination.plans.filter(({ id }) => onSale.has(id)).map(({ networks }) => networks))
}

/** Returns a group of countries with the plan that is cheapest to buy there. */
function toRegionalOffer(priced: DestinationOnSale, locale: string): RegionalOffer {
  const [best] = priced.plans

  return {
    ...toTile(priced, locale),
    best: best ? { amount: best.amount, term: best.term, canTopUp: best.canTopUp } : null,
  }
}

/** Returns covered countries once each, in the language of the reader, in its alphabetical order. */
function toCoverage(coverage: CoveredCountry[] | null, locale: string): CoveredCountry[] | null {
  if (coverage === null) return null
  const named = distinctCountries(coverage).map(({ iso2, name }) => ({
    iso2,
    name: iso2 === null ? name : countryName(iso2, locale),
  }))

  return named.sort((a, b) => a.name.localeCompare(b.name, locale))
}

/** Returns where a destination stands in the shop: featured ones go before all others, each by its rank. */
function shopRank({ rank, isFeatured }: Pick<CatalogDestination, 'rank' | 'isFeatured'>): number {
  return isFeatured ? rank - FEATURED_LEAD : rank
}

/** Orders destinations as the operator ranks them, then by name in the language of the reader. */
function byRank(locale: string) {
  return (a: { rank: number; tile: DestinationTile }, b: { rank: number; tile: DestinationTile }) =>
    a.rank - b.rank || a.tile.name.localeCompare(b.tile.name, locale)
}

/** Orders offers by their price, those without one last. */
function byFrom(a: DestinationTile, b: DestinationTile): number {
  if (a.from === null || b.from === null) return Number(a.from === null) - Number(b.from === null)

  return compare(a.from, b.from)
}

// One country may come in two spellings; one that nobody could place stands for itself.
function distinctCountries(coverage: CoveredCountry[]): CoveredCountry[] {
  return [...new Map(coverage.map((country) => [country.iso2 ?? country.name, country])).values()]
}

function flagsOf(covered: CoveredCountry[]): string[] {
  const known = covered.flatMap(({ iso2 }) => (iso2 === null ? [] : [iso2]))

  return known.sort((a, b) => defaultRank(a) - defaultRank(b) || a.localeCompare(b)).slice(0, FLAGS)
}

const PICTURES = 'shop.destinations'

const GROUPS_SHOWN = 6

const slugSchema = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .max(80)
const planIdSchema = z.string().regex(/^pln_[0-9A-Z]{26}$/)

const readRules = cache(async (): Promise<ShelfRules> => {
  const [terms, ruleOf] = await Promise.all([findSaleTerms(), listRefundabilityRules()])

  return { terms, ruleOf }
})

// Read once per render, for every list of the page.
export const readShelves = cache(async (): Promise<DestinationOnSale[]> => {
  const [destinations, rules] = await Promise.all([listShownDestinations(), readRules()])

  return destinations.filter(({ plans }) => plans.length > 0).map((destination) => priceDestination(destination, rules))
})

/**
 * Every destination as a row, most sought-after first. `from` is the least that can be spent there.
 *
 * `pricesReadAt` is when the oldest price shown was read from the provider, `null` in an empty shop.
 */
export const getShopIndex = cache(async (locale: string): Promise<ShopIndex> => {
  const priced = await readShelves()
  const rows = priced.map((found) => ({ rank: shopRank(found.destination), tile: toTile(found, locale) }))
  const readAt = priced
    .filter(({ plans }) => plans.length > 0)
    .flatMap(({ destination }) => (destination.plansReadAt === null ? [] : [destination.plansReadAt]))
    .sort((a, b) => a.getTime() - b.getTime())

  return { destinations: rows.sort(byRank(locale)).map(({ tile }) => tile), pricesReadAt: readAt[0] ?? null }
})

/**
 * A destination with its plans on sale, cheapest purchase first, and the groups of countries that cover it too.
 *
 * `null` when there is none. A former address and that of another language answer with the destination as well: its `slug`
 * is then another one, and the page sends the visitor there.
 */
export const getDestination = cache(async (locale: string, slug: string): Promise<Destination | null> => {
  if (!slugSchema.safeParse(slug).success) return null
  const destination = await findDestinationBySlug(slug)

  return destination && toDestination(destination, locale)
})

/** A plan on sale with its destination and the other plans there; `null` when it is not on sale. */
export const getShopPlan = cache(async (locale: string, planId: string) => {
  const found = await findPlan(planId)
  if (!found) return null
  const { plans, ...destination } = await toDestination(found.destination, locale)
  const plan = plans.find(({ id }) => id === planId)
  if (!plan) return null
  const siblings = plans.filter(({ id }) => id !== planId)

  return { plan, destination, siblings }
})

export type GonePlan = { slug: string; name: string; nearest: ShopPlan | null }

/**
 * Where somebody goes who follows a link to a plan that is no longer on sale: its destination, and the plan there that is
 * most like it. `null` when it never was.
 */
export const getGonePlan = cache(async (locale: string, planId: string): Promise<GonePlan | null> => {
  const found = await findPlan(planId)
  if (!found) return null
  const { plan, destination } = found
  const gone = { amount: { value: plan.amountValue, unit: plan.amountUnit }, term: toTerm(plan) }
  const { plans } = priceDestination(destination, await readRules())

  return {
    slug: slugIn(destination, locale),
    name: destinationName(destination, locale),
    nearest: nearestOnSale(gone, plans),
  }
})

/** One entry per destination for the search in the browser, most sought-after first. Names come in many languages. */
export const getSearchIndex = cache(async (locale: string): Promise<SearchEntry[]> => {
  const destinations = (await readShelves()).map(({ destination }) => destination)
  const sold = new Set(destinations.flatMap(({ iso2 }) => iso2 ?? []))

  return destinations
    .sort((a, b) => shopRank(a) - shopRank(b) || a.providerName.localeCompare(b.providerName))
    .map((destination): SearchEntry => {
      const { iso2, shelf, providerName } = destination
      const slug = slugIn(destination, locale)
      const name = destinationName(destination, locale)
      const countries = (destination.coverage ?? []).flatMap((country) => country.iso2 ?? [])
      const others = iso2 === null ? namesOfGroup(countries, sold, locale) : namesOfCountry(iso2)
      const areas = iso2 === null ? areasOfGroup(countries) : areasOf(iso2)
      const names = [...others, providerName].filter((other) => other !== name)

      return [slug, name, iso2 ?? '', shelf, names.join('|'), areas.join('|')]
    })
})

async function findPlan(planId: string) {
  const found = planIdSchema.safeParse(planId).success ? await findPlanWithDestination(planId) : null
  if (!found) return null
  const { isHidden, vanishedAt, partnerId } = found.destination

  // A plan for physical eSIMs has no page: it is bought for an eSIM, by its number.
  return isHidden || vanishedAt !== null || partnerId !== null ? null : found
}

async function toDestination(destination: CatalogDestination, locale: string): Promise<Destination> {
  const rules = await readRules()
  const priced = priceDestination(destination, rules)
  const own = destination.texts.find((text) => text.locale === locale)

  return {
    ...toTile(priced, locale),
    skuId: destination.id,
    addresses: languageAlternates(
      (one) => `/destinations/${slugIn(destination, one)}`,
      shownLocales((await readShopSettings()).languages),
    ),
    picture: (await readSettings([PICTURES]))[PICTURES]?.[destination.id] ?? null,
    ownText: own?.text ?? null,
    ownPage: { title: own?.pageTitle ?? null, description: own?.pageDescription ?? null },
    coverage: toCoverage(destination.coverage, locale),
    networks: networksOf(priced),
    plans: priced.plans,
    alsoCoveredBy: destination.iso2 === null ? [] : await findGroups(destination.iso2, locale, rules),
    timeZone: timeZoneOf(destination.iso2),
    pricesReadAt: destination.plansReadAt,
  }
}

async function findGroups(iso2: string, locale: string, rules: ShelfRules) {
  const groups = await listGroupsCovering(iso2)
  const offers = groups.map((group) => toRegionalOffer(priceDestination(group, rules), locale))

  return offers
    .filter(({ best }) => best !== null)
    .sort(byFrom)
    .slice(0, GROUPS_SHOWN)
}

const KEY = 'shop.devices'

/** The phones that the store itself adds to the list. They go before those of the file. */
export const getOwnDevices = cache(async (): Promise<DeviceFamily[]> => {
  const stored = await readSettings([KEY])

  return parseOwnDevices(stored[KEY] ?? '') ?? []
})

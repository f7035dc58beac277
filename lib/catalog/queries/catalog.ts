import 'server-only'
import { cache } from 'react'
import { z } from 'zod'
import {
  byFrom,
  byRank,
  networksOf,
  type PricedSku,
  priceSku,
  shopRank,
  toCoverage,
  toRegionalOffer,
  toTile,
} from '#lib/catalog/queries/shop-tiles.ts'
import {
  type CatalogSku,
  findPlanWithSku,
  findSkuBySlug,
  listGroupsCovering,
  listShownSkus,
} from '#lib/catalog/repository/catalog.ts'
import type { SaleTerms } from '#lib/catalog/rules/on-sale.ts'
import { cheaperFixedPlan } from '#lib/catalog/rules/shop-plan.ts'
import { otherNamesOf } from '#lib/core/i18n/countries.ts'
import { destinationName } from '#lib/core/i18n/destination-name.ts'
import { timeZoneOf } from '#lib/core/rules/time-zones.ts'
import { findSaleTerms } from '#lib/pricing/repository/sale-terms.ts'
import { readSettings } from '#lib/settings/repository/settings.ts'
import type { Destination, SearchEntry, ShopIndex, ShopPlanPage } from '#lib/settings/rules/shop.ts'

const PICTURES = 'shop.destinations'

const GROUPS_SHOWN = 6

const slugSchema = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .max(80)
const planIdSchema = z.string().regex(/^pln_[0-9A-Z]{26}$/)

const readTerms = cache(() => findSaleTerms())

// Read once per render, for every list of the page.
export const readShelves = cache(async (): Promise<PricedSku[]> => {
  const [skus, terms] = await Promise.all([listShownSkus(), readTerms()])

  return skus.filter(({ plans }) => plans.length > 0).map((sku) => priceSku(sku, terms))
})

/**
 * Every destination as a row, most sought-after first. `from` is the least that can be spent there.
 *
 * `pricesReadAt` is when the oldest price shown was read from the upstream, `null` in an empty shop.
 */
export const getShopIndex = cache(async (locale: string): Promise<ShopIndex> => {
  const priced = await readShelves()
  const rows = priced.map((found) => ({ rank: shopRank(found.sku), tile: toTile(found, locale) }))
  const readAt = priced
    .filter(({ plans }) => plans.length > 0)
    .flatMap(({ sku }) => (sku.plansReadAt === null ? [] : [sku.plansReadAt]))
    .sort((a, b) => a.getTime() - b.getTime())

  return { destinations: rows.sort(byRank(locale)).map(({ tile }) => tile), pricesReadAt: readAt[0] ?? null }
})

/**
 * A destination with its plans on sale, cheapest purchase first, and the groups of countries that cover it too.
 *
 * `null` when there is none. A former address answers with the destination as well: its `slug` is then another one,
 * and the page sends the visitor there.
 */
export const getDestination = cache(async (locale: string, slug: string): Promise<Destination | null> => {
  if (!slugSchema.safeParse(slug).success) return null
  const sku = await findSkuBySlug(slug)

  return sku && toDestination(sku, locale)
})

/** A plan on sale with its destination and the other plans there; `null` when it is not on sale. */
export const getShopPlan = cache(async (locale: string, planId: string): Promise<ShopPlanPage | null> => {
  const found = await findPlan(planId)
  if (!found) return null
  const { plans, ...destination } = await toDestination(found.sku, locale)
  const plan = plans.find(({ id }) => id === planId)
  if (!plan) return null
  const siblings = plans.filter(({ id }) => id !== planId)

  return { plan, destination, siblings, cheaperFixed: cheaperFixedPlan(plan, siblings) }
})

/** Where somebody goes who follows a link to a plan that is no longer on sale; `null` when it never was. */
export const getGonePlan = cache(
  async (locale: string, planId: string): Promise<{ slug: string; name: string } | null> => {
    const found = await findPlan(planId)

    return found && { slug: found.sku.slug, name: destinationName(found.sku, locale) }
  },
)

/** The address of every destination and every plan on sale, without a language, for the site map. */
export const listPublicPaths = cache(async (): Promise<string[]> => {
  const priced = await readShelves()

  return priced.flatMap(({ sku, plans }) => [`/destinations/${sku.slug}`, ...plans.map(({ id }) => `/plans/${id}`)])
})

/** One entry per destination for the search in the browser, most sought-after first. Names come in many languages. */
export const getSearchIndex = cache(async (locale: string): Promise<SearchEntry[]> => {
  const priced = await readShelves()

  return priced
    .map(({ sku }) => sku)
    .sort((a, b) => shopRank(a) - shopRank(b) || a.upstreamName.localeCompare(b.upstreamName))
    .map((sku): SearchEntry => {
      const name = destinationName(sku, locale)

      return [sku.slug, name, sku.iso2 ?? '', sku.shelf, otherNames(sku.iso2, [name, sku.upstreamName])]
    })
})

async function findPlan(planId: string) {
  const found = planIdSchema.safeParse(planId).success ? await findPlanWithSku(planId) : null
  if (!found) return null
  const { isHidden, vanishedAt, partnerId } = found.sku

  // A plan for physical cards has no page: it is bought for a card, by its number.
  return isHidden || vanishedAt !== null || partnerId !== null ? null : found
}

async function toDestination(sku: CatalogSku, locale: string): Promise<Destination> {
  const terms = await readTerms()
  const priced = priceSku(sku, terms)

  return {
    ...toTile(priced, locale),
    skuId: sku.id,
    picture: (await readSettings([PICTURES]))[PICTURES]?.[sku.id] ?? null,
    ownText: sku.texts.find((text) => text.locale === locale)?.text ?? null,
    coverage: toCoverage(sku.coverage, locale),
    networks: networksOf(priced),
    plans: priced.plans,
    alsoCoveredBy: sku.iso2 === null ? [] : await findGroups(sku.iso2, { locale, terms }),
    timeZone: timeZoneOf(sku.iso2),
    pricesReadAt: sku.plansReadAt,
  }
}

async function findGroups(iso2: string, { locale, terms }: { locale: string; terms: SaleTerms }) {
  const groups = await listGroupsCovering(iso2)
  const offers = groups.map((group) => toRegionalOffer(priceSku(group, terms), locale))

  return offers
    .filter(({ best }) => best !== null)
    .sort(byFrom)
    .slice(0, GROUPS_SHOWN)
}

function otherNames(iso2: string | null, [name, upstreamName]: [name: string, upstreamName: string]): string {
  const own = upstreamName === name ? [] : [upstreamName]

  return [...own, ...(iso2 === null ? [] : [otherNamesOf(iso2)])].join(' ')
}

import 'server-only'
import type { CatalogSku } from '#lib/catalog/repository/catalog.ts'
import { betterGeneration, mergeNetworks } from '#lib/catalog/rules/networks.ts'
import { type SaleTerms, saleAnswer } from '#lib/catalog/rules/on-sale.ts'
import { defaultRank } from '#lib/catalog/rules/popularity.ts'
import { byLeastPrice, leastPrice, toShopPlan } from '#lib/catalog/rules/shop-plan.ts'
import { countryName } from '#lib/core/i18n/countries.ts'
import { destinationName } from '#lib/core/i18n/destination-name.ts'
import { compare } from '#lib/core/rules/money.ts'
import type { CoveredCountry, DestinationTile, RegionalOffer, ShopPlan } from '#lib/settings/rules/shop.ts'

const FLAGS = 6
const FEATURED_LEAD = 1_000_000

/** A destination with the plans of it that are on sale, cheapest purchase first. */
export type PricedSku = { sku: CatalogSku; plans: ShopPlan[] }

/** Prices a destination's plans under the terms of today; what is not on sale is left out. */
export function priceSku(sku: CatalogSku, terms: SaleTerms): PricedSku {
  const plans = sku.plans.flatMap((plan) => {
    const answer = saleAnswer({ plan, destination: sku, terms })

    return answer.isOnSale ? [toShopPlan(plan, answer.unit)] : []
  })

  return { sku, plans: plans.sort(byLeastPrice) }
}

/** Returns a destination as a row of the board. */
export function toTile({ sku, plans }: PricedSku, locale: string): DestinationTile {
  const networks = networksOf({ sku, plans })
  const [cheapest] = plans
  const covered = distinctCountries(sku.coverage ?? [])

  return {
    slug: sku.slug,
    name: destinationName(sku, locale),
    iso2: sku.iso2,
    shelf: sku.shelf,
    from: cheapest ? leastPrice(cheapest) : null,
    generation: (networks ?? []).map(({ generation }) => generation).reduce(betterGeneration, null),
    networkCount: networks?.length ?? null,
    countryCount: sku.coverage === null ? null : covered.length,
    flags: sku.iso2 === null ? flagsOf(covered) : [],
  }
}

/** Returns the networks of all plans on sale, `null` when none states any. */
export function networksOf({ sku, plans }: PricedSku) {
  const onSale = new Set(plans.map(({ id }) => id))

  return mergeNetworks(sku.plans.filter(({ id }) => onSale.has(id)).map(({ networks }) => networks))
}

/** Returns a group of countries with the plan that is cheapest to buy there. */
export function toRegionalOffer(priced: PricedSku, locale: string): RegionalOffer {
  const [best] = priced.plans

  return {
    ...toTile(priced, locale),
    best: best ? { amount: best.amount, term: best.term, canTopUp: best.canTopUp } : null,
  }
}

/** Returns covered countries once each, in the language of the reader, in its alphabetical order. */
export function toCoverage(coverage: CoveredCountry[] | null, locale: string): CoveredCountry[] | null {
  if (coverage === null) return null
  const named = distinctCountries(coverage).map(({ iso2, name }) => ({
    iso2,
    name: iso2 === null ? name : countryName(iso2, locale),
  }))

  return named.sort((a, b) => a.name.localeCompare(b.name, locale))
}

/** Returns where a destination stands in the shop: featured ones go before all others, each by its rank. */
export function shopRank({ rank, isFeatured }: Pick<CatalogSku, 'rank' | 'isFeatured'>): number {
  return isFeatured ? rank - FEATURED_LEAD : rank
}

/** Orders destinations as the operator ranks them, then by name in the language of the reader. */
export function byRank(locale: string) {
  return (a: { rank: number; tile: DestinationTile }, b: { rank: number; tile: DestinationTile }) =>
    a.rank - b.rank || a.tile.name.localeCompare(b.tile.name, locale)
}

/** Orders offers by their price, those without one last. */
export function byFrom(a: DestinationTile, b: DestinationTile): number {
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

import type { GroupedSku, ProviderSku } from '#lib/catalog/rules/plan.ts'
import type { Shelf } from '#lib/settings/rules/shop.ts'

/** A product of a partner, and in which of the provider's two lists it stands. */
export type ListedProduct = {
  skuId: number
  name: string
  regionCode: string | null
  continent: string | null
  searchText: string | null
  isListed: boolean
  isGrouped: boolean
}

/**
 * Joins the plain and the grouped list of a partner's products.
 *
 * The provider keeps two lists; a product that stands in one alone is kept and marked, so that neither list is short
 * without anybody noticing.
 */
export function joinLists(listed: readonly ProviderSku[], grouped: readonly GroupedSku[]): ListedProduct[] {
  const products = new Map<number, ListedProduct>()
  for (const { skuId, name, regionCode } of listed) {
    products.set(skuId, {
      ...{ skuId, name: name ?? String(skuId), regionCode, continent: null, searchText: null },
      ...{ isListed: true, isGrouped: false },
    })
  }
  for (const { skuId, name, regionCode, continent, searchText } of grouped) {
    const known = products.get(skuId)
    products.set(skuId, {
      ...{ skuId, name: known?.name ?? name ?? String(skuId), regionCode: known?.regionCode ?? regionCode },
      ...{ continent, searchText },
      ...{ isListed: known !== undefined, isGrouped: true },
    })
  }

  return [...products.values()]
}

/**
 * Returns the products of the plain list in the groups that were known of them: what stands in for the grouped list
 * while it cannot be read.
 */
export function keepGroups<Known extends Pick<ListedProduct, 'skuId' | 'continent' | 'searchText' | 'isGrouped'>>(
  listed: readonly ProviderSku[],
  known: readonly Known[],
): ListedProduct[] {
  const before = new Map(known.map((product) => [product.skuId, product]))

  return joinLists(listed, []).map((product) => {
    const { continent, searchText, isGrouped } = before.get(product.skuId) ?? product

    return { ...product, continent, searchText, isGrouped }
  })
}

/** Returns the products that stand in one list alone. */
export function listDifferences<Product extends Pick<ListedProduct, 'isListed' | 'isGrouped'>>(
  products: readonly Product[],
): { onlyListed: Product[]; onlyGrouped: Product[] } {
  return {
    onlyListed: products.filter(({ isGrouped }) => !isGrouped),
    onlyGrouped: products.filter(({ isListed }) => !isListed),
  }
}

const SHELF_OF_GROUP: Record<string, Shelf> = {
  Common: 'multi_country',
  Asia: 'asia',
  Europe: 'europe',
  Africa: 'africa',
  'Latin America': 'latin_america',
  'North America': 'north_america',
  Oceania: 'oceania',
}

/** Returns the shelf that a group of the provider's list stands for: `more` for one that nobody has named yet. */
export function shelfOfGroup(continent: string): Shelf {
  return Object.hasOwn(SHELF_OF_GROUP, continent) ? (SHELF_OF_GROUP[continent] ?? 'more') : 'more'
}

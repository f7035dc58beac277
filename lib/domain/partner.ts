import type { GroupedSku, UpstreamSku } from '#lib/domain/plan.ts'

/** A product of a partner, and in which of the upstream's two lists it stands. */
export type ListedProduct = {
  skuId: number
  name: string
  continent: string | null
  searchText: string | null
  isListed: boolean
  isGrouped: boolean
}

/**
 * Joins the plain and the grouped list of a partner's products.
 *
 * The upstream keeps two lists; a product that stands in one alone is kept and marked, so that neither list is short
 * without anybody noticing.
 */
export function joinLists(listed: readonly UpstreamSku[], grouped: readonly GroupedSku[]): ListedProduct[] {
  const products = new Map<number, ListedProduct>()
  for (const { skuId, name } of listed) {
    products.set(skuId, {
      ...{ skuId, name: name ?? String(skuId), continent: null, searchText: null },
      ...{ isListed: true, isGrouped: false },
    })
  }
  for (const { skuId, name, continent, searchText } of grouped) {
    const known = products.get(skuId)
    products.set(skuId, {
      ...{ skuId, name: known?.name ?? name ?? String(skuId), continent, searchText },
      ...{ isListed: known !== undefined, isGrouped: true },
    })
  }

  return [...products.values()]
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

import 'server-only'
import type { CatalogSku } from '#lib/catalog/repository/catalog.ts'
import { saleAnswer } from '#lib/catalog/rules/on-sale.ts'
import { byLeastPrice, toShopPlan } from '#lib/catalog/rules/shop-plan.ts'
import { destinationName } from '#lib/core/i18n/destination-name.ts'
import { takesPlanLater } from '#lib/esims/rules/top-up.ts'
import { findSaleTerms } from '#lib/pricing/repository/sale-terms.ts'
import type { ShopPlan } from '#lib/settings/rules/shop.ts'

/** A destination that an eSIM can carry, with the plans for it. Whether the eSIM takes one is asked once more. */
export type Place = {
  slug: string
  name: string
  iso2: string | null
  countryCount: number | null
  plans: ShopPlan[]
}

/** Prices what can be put on an eSIM, destination by destination, the cheapest first. */
export async function pricePlaces(skus: CatalogSku[], locale: string): Promise<(Place & { skuId: number })[]> {
  const terms = await findSaleTerms()

  return skus.map((sku) => ({
    skuId: sku.id,
    slug: sku.slug,
    name: destinationName(sku, locale),
    iso2: sku.iso2,
    countryCount: sku.coverage?.length ?? null,
    plans: sku.plans
      .filter(takesPlanLater)
      .flatMap((plan) => {
        // The contract has the days of a top-up, so that the switch for orders says nothing about it.
        const answer = saleAnswer({ plan, destination: sku, terms: { ...terms, canSendDays: true } })

        return answer.isOnSale ? [toShopPlan(plan, answer.unit)] : []
      })
      .sort(byLeastPrice),
  }))
}

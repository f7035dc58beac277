import 'server-only'
import { listShownSkus } from '#lib/db/catalog.ts'
import { findSaleTerms } from '#lib/db/sale-terms.ts'
import { AppError } from '#lib/domain/app-error.ts'
import type { Caller } from '#lib/domain/caller.ts'
import { saleAnswer } from '#lib/domain/on-sale.ts'
import type { ShopPlan } from '#lib/domain/shop.ts'
import { byLeastPrice, toShopPlan } from '#lib/domain/shop-plan.ts'
import { takesPlanLater } from '#lib/domain/top-up.ts'
import { iccidSchema } from '#lib/domain/upstream-ids.ts'
import { destinationName } from '#lib/i18n/destination-name.ts'
import { asking } from '#lib/services/asking.ts'
import { refusalOf } from '#lib/services/top-up/read-accepted.ts'
import { requireSeenCard } from '#lib/services/top-up/top-up-card.ts'
import { currentUpstream } from '#lib/services/upstream.ts'
import { listCardSkus } from '#lib/upstream/index.ts'

/** A destination that a card can go to again, with the plans for it. Whether the card takes one is asked once more. */
export type TopUpDestination = {
  slug: string
  name: string
  iso2: string | null
  countryCount: number | null
  isOwn: boolean
  plans: ShopPlan[]
}

/**
 * Asks the network which destinations a card can carry, the one it was bought for first.
 *
 * Only destinations in its answer, with plans that can be put on a card. Throws `not_found` for somebody else's card,
 * `not_on_sale` with the reason for one that takes nothing, `upstream_unavailable`.
 */
export async function topUpDestinations(
  caller: Caller,
  { cardId, locale }: { cardId: string; locale: string },
): Promise<TopUpDestination[]> {
  const card = await requireSeenCard(caller, cardId)
  const reason = refusalOf(card)
  if (reason) throw new AppError('not_on_sale', 'This card cannot be topped up.', { reason })
  const accepted = await asking(() => currentUpstream().call(listCardSkus, { iccid: iccidSchema.parse(card.iccid) }))
  const ids = new Set<number>(accepted.map(({ skuId }) => skuId))
  const [skus, terms] = await Promise.all([listShownSkus(), findSaleTerms()])

  return skus
    .filter(({ id }) => ids.has(id))
    .map((sku) => ({
      slug: sku.slug,
      name: destinationName(sku, locale),
      iso2: sku.iso2,
      countryCount: sku.coverage?.length ?? null,
      isOwn: sku.id === card.line.quote.skuId,
      plans: sku.plans
        .filter(takesPlanLater)
        .flatMap((plan) => {
          const answer = saleAnswer({ plan, destination: sku, terms: { ...terms, canSendDays: true } })

          return answer.isOnSale ? [toShopPlan(plan, answer.unit)] : []
        })
        .sort(byLeastPrice),
    }))
    .filter(({ plans }) => plans.length > 0)
    .sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || a.name.localeCompare(b.name, locale))
}

import 'server-only'
import { listSellableSkus } from '#lib/catalog/repository/catalog.ts'
import type { UpstreamPlan } from '#lib/catalog/rules/plan.ts'
import { parseQuoteSnapshot } from '#lib/checkout/rules/quote-snapshot.ts'
import type { CardToTopUp } from '#lib/esims/repository/top-ups.ts'
import { ownRefusal, type TopUpRefusal, takesPlanLater } from '#lib/esims/rules/top-up.ts'
import { currentUpstream } from '#lib/provider/commands/upstream.ts'
import { listCardSkus, listCards, listPlans, listTopUpPlans } from '#lib/provider/index.ts'
import { iccidSchema, type SkuId, skuIdSchema } from '#lib/provider/rules/upstream-ids.ts'

/** The plans that a card takes at this moment, or why it takes none. */
export type Accepted = { refusal: TopUpRefusal | null; plans: UpstreamPlan[] }

/** What our own rows say against a top-up of this card. `null` when only the network can tell. */
export function refusalOf({ line, cancelState }: CardToTopUp): TopUpRefusal | null {
  if (line === null) return null
  const { canTopUp } = parseQuoteSnapshot(line.quote.snapshot)

  return ownRefusal({ state: line.state, cancelState, canTopUp })
}

/**
 * Asks the upstream which plans of one destination a card takes now. Rejects with `UpstreamError`.
 *
 * Of the destination that the card was sold for, only what the card's own list names. Of another one, its plans that
 * allow it, where the upstream names that destination for this card.
 */
export async function readAccepted(card: CardToTopUp, skuId: number): Promise<Accepted> {
  const own = refusalOf(card)
  if (own) return { refusal: own, plans: [] }
  const iccid = iccidSchema.parse(card.iccid)
  const upstream = currentUpstream()
  const [states, list] = await Promise.all([
    upstream.call(listCards, { iccids: [iccid] }),
    upstream.call(listTopUpPlans, { iccid }),
  ])
  if (states.some((state) => state.iccid === card.iccid && state.canTopUp === false)) {
    return { refusal: 'card_refuses', plans: [] }
  }
  const wanted = skuIdSchema.parse(skuId)
  const isOwnList = list.skuId === wanted || list.plans.some((plan) => plan.skuId === wanted)
  const isOwnSku = wanted === card.line?.quote.skuId
  const plans = isOwnList || isOwnSku ? list.plans : await readElsewhere(card, wanted)
  const fitting = plans.filter((plan) => plan.skuId === wanted && isSaleable(plan))

  return { refusal: fitting.length === 0 ? 'nothing_fits' : null, plans: fitting }
}

async function readElsewhere(card: CardToTopUp, skuId: SkuId): Promise<UpstreamPlan[]> {
  const upstream = currentUpstream()
  const skus = await upstream.call(listCardSkus, { iccid: iccidSchema.parse(card.iccid) })
  if (!skus.some((sku) => sku.skuId === skuId)) return []
  // What a partner's cards can carry is listed for one card only, not by destination.
  if ((await listSellableSkus([skuId])).some(({ partnerId }) => partnerId !== null)) return []

  return (await upstream.call(listPlans, { skuId })).plans
}

/** A top-up has no parameter for a first day, and its plan must allow it. */
function isSaleable(plan: UpstreamPlan): boolean {
  return takesPlanLater(plan) && plan.kind.kind !== 'unsold'
}

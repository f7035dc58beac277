import 'server-only'
import { listSellableSkus } from '#lib/catalog/repository/catalog.ts'
import type { ProviderPlan } from '#lib/catalog/rules/plan.ts'
import { parseQuoteSnapshot } from '#lib/checkout/rules/quote-snapshot.ts'
import type { EsimToTopUp } from '#lib/esims/repository/top-ups.ts'
import { ownRefusal, type TopUpRefusal, takesPlanLater } from '#lib/esims/rules/top-up.ts'
import { currentProvider } from '#lib/provider/commands/current-provider.ts'
import { listCardSkus, listCards, listPlans, listTopUpPlans } from '#lib/provider/index.ts'
import { iccidSchema, type SkuId, skuIdSchema } from '#lib/provider/rules/provider-ids.ts'

/** The plans that an eSIM takes at this moment, or why it takes none. */
export type Accepted = { refusal: TopUpRefusal | null; plans: ProviderPlan[] }

/** What our own rows say against a top-up of this eSIM. `null` when only the network can tell. */
export function refusalOf({ item, cancelState }: EsimToTopUp): TopUpRefusal | null {
  if (item === null) return null
  const { canTopUp } = parseQuoteSnapshot(item.quote.snapshot)

  return ownRefusal({ state: item.state, cancelState, canTopUp })
}

/**
 * Asks the provider which plans of one destination an eSIM takes now. Rejects with `ProviderError`.
 *
 * Of the destination that the eSIM was sold for, only what the eSIM's own list names. Of another one, its plans that
 * allow it, where the provider names that destination for this eSIM.
 */
export async function readAccepted(esim: EsimToTopUp, skuId: number): Promise<Accepted> {
  const own = refusalOf(esim)
  if (own) return { refusal: own, plans: [] }
  const iccid = iccidSchema.parse(esim.iccid)
  const provider = currentProvider()
  const [states, list] = await Promise.all([
    provider.call(listCards, { iccids: [iccid] }),
    provider.call(listTopUpPlans, { iccid }),
  ])
  if (states.some((state) => state.iccid === esim.iccid && state.canTopUp === false)) {
    return { refusal: 'card_refuses', plans: [] }
  }
  const wanted = skuIdSchema.parse(skuId)
  const isOwnList = list.skuId === wanted || list.plans.some((plan) => plan.skuId === wanted)
  const isOwnSku = wanted === esim.item?.quote.skuId
  const plans = isOwnList || isOwnSku ? list.plans : await readElsewhere(esim, wanted)
  const fitting = plans.filter((plan) => plan.skuId === wanted && isSaleable(plan))

  return { refusal: fitting.length === 0 ? 'nothing_fits' : null, plans: fitting }
}

async function readElsewhere(esim: EsimToTopUp, skuId: SkuId): Promise<ProviderPlan[]> {
  const provider = currentProvider()
  const skus = await provider.call(listCardSkus, { iccid: iccidSchema.parse(esim.iccid) })
  if (!skus.some((sku) => sku.skuId === skuId)) return []
  // What a partner's eSIMs can carry is listed for one eSIM only, not by destination.
  if ((await listSellableSkus([skuId])).some(({ partnerId }) => partnerId !== null)) return []

  return (await provider.call(listPlans, { skuId })).plans
}

/** A top-up has no parameter for a first day, and its plan must allow it. */
function isSaleable(plan: ProviderPlan): boolean {
  return takesPlanLater(plan) && plan.kind.kind !== 'unsold'
}

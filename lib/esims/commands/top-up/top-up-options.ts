import 'server-only'
import { byLeastPrice, toShopPlan } from '#lib/catalog/rules/shop-plan.ts'
import type { Caller } from '#lib/core/rules/caller.ts'
import { offerPlans } from '#lib/esims/commands/top-up/offered-plans.ts'
import { readAccepted, refusalOf } from '#lib/esims/commands/top-up/read-accepted.ts'
import { readTimeline, type Timeline } from '#lib/esims/commands/top-up/read-timeline.ts'
import { requireSeenCard } from '#lib/esims/commands/top-up/top-up-card.ts'
import { startOfTopUp, type TopUpRefusal, type TopUpStart } from '#lib/esims/rules/top-up.ts'
import { isUpstreamFailure } from '#lib/provider/rules/upstream-failure.ts'
import type { ShopPlan } from '#lib/settings/rules/shop.ts'

/** What can be put on a card: `no_answer` when the network could not be asked, which is no refusal. */
export type TopUpOptions = {
  refusal: TopUpRefusal | 'no_answer' | null
  timeline: Timeline | null
  start: TopUpStart
  plans: ShopPlan[]
}

/**
 * Asks the network what runs and waits on a card, and which plans it takes, the cheapest first.
 *
 * Throws `not_found` for somebody else's card.
 */
export async function topUpOptions(caller: Caller, cardId: string): Promise<TopUpOptions> {
  const card = await requireSeenCard(caller, cardId)
  const own = refusalOf(card)
  if (own === 'not_ready' || own === 'gone_back') return { ...NOTHING, refusal: own }
  const { skuId } = card.line.quote
  const [timeline, accepted] = await Promise.all([readTimeline(card), tolerate(() => readAccepted(card, skuId))])
  const offered = accepted ? await offerPlans(skuId, accepted.plans) : []
  const plans = offered.map(({ plan, answer }) => toShopPlan(plan, answer.unit)).sort(byLeastPrice)
  const refusal = accepted ? (accepted.refusal ?? (plans.length === 0 ? 'nothing_fits' : null)) : 'no_answer'

  return { refusal, timeline, start: startOfTopUp(timeline?.plans ?? null), plans }
}

const NOTHING: Omit<TopUpOptions, 'refusal'> = { timeline: null, start: startOfTopUp(null), plans: [] }

async function tolerate<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask()
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error

    return null
  }
}

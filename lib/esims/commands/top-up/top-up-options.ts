import 'server-only'
import { byLeastPrice, toShopPlan } from '#lib/catalog/rules/shop-plan.ts'
import type { Caller } from '#lib/core/rules/caller.ts'
import { offerPlans } from '#lib/esims/commands/top-up/offered-plans.ts'
import { readAccepted, refusalOf } from '#lib/esims/commands/top-up/read-accepted.ts'
import { requireSeenEsim } from '#lib/esims/commands/top-up/top-up-esim.ts'
import type { EsimToTopUp } from '#lib/esims/repository/top-ups.ts'
import {
  type EsimPlanView,
  startOfTopUp,
  type TopUpRefusal,
  type TopUpStart,
  toTimeline,
} from '#lib/esims/rules/top-up.ts'
import { currentProvider } from '#lib/provider/commands/current-provider.ts'
import { searchOrders } from '#lib/provider/index.ts'
import { isProviderFailure } from '#lib/provider/rules/provider-failure.ts'
import { iccidSchema } from '#lib/provider/rules/provider-ids.ts'
import type { ShopPlan } from '#lib/settings/rules/shop.ts'

/** What can be put on an eSIM: `no_answer` when the network could not be asked, which is no refusal. */
export type TopUpOptions = {
  refusal: TopUpRefusal | 'no_answer' | null
  timeline: Timeline | null
  start: TopUpStart
  plans: ShopPlan[]
}

/**
 * Asks the network what runs and waits on an eSIM, and which plans it takes, the cheapest first.
 *
 * Throws `not_found` for somebody else's card.
 */
export async function topUpOptions(caller: Caller, esimId: string): Promise<TopUpOptions> {
  const esim = await requireSeenEsim(caller, esimId)
  const own = refusalOf(esim)
  if (own === 'not_ready' || own === 'gone_back') return { ...NOTHING, refusal: own }
  const { skuId } = esim.item.quote
  const [timeline, accepted] = await Promise.all([readTimeline(esim), tolerate(() => readAccepted(esim, skuId))])
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
    if (!isProviderFailure(error)) throw error

    return null
  }
}

const PAGE_SIZE = 100

/** The plans on an eSIM as the network lists them, with when it was asked. */
type Timeline = { plans: EsimPlanView[]; readAt: Date }

/** Asks the provider which plans are on an eSIM. `null` when it gave no answer, or none that shows the eSIM. */
async function readTimeline(esim: Pick<EsimToTopUp, 'iccid'>): Promise<Timeline | null> {
  try {
    const { rows } = await currentProvider().call(searchOrders, {
      iccid: iccidSchema.parse(esim.iccid),
      pageSize: PAGE_SIZE,
    })
    const readAt = new Date()
    const plans = toTimeline(rows, esim.iccid, readAt)

    // An eSIM that was sold has a plan: an empty list says nothing about it.
    return plans.length === 0 ? null : { plans, readAt }
  } catch (error) {
    if (!isProviderFailure(error)) throw error

    return null
  }
}

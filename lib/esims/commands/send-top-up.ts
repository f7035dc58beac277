import 'server-only'
import { listSellableDestinations } from '#lib/catalog/repository/catalog.ts'
import {
  findQuotedPlan,
  isHollow,
  mayListUnread,
  type PlanList,
  type ProviderPlan,
  takesDays,
} from '#lib/catalog/rules/plan.ts'
import { parseQuoteSnapshot } from '#lib/checkout/rules/quote.ts'
import { db, type Tx, transaction } from '#lib/core/repository/client.ts'
import { decimal } from '#lib/core/rules/decimal.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { listFormerOrders, requireTopUpEsim } from '#lib/esims/commands/top-up-esim.ts'
import { type EsimToTopUp, isEsimBusy, isPlaceTaken, lockCancelState } from '#lib/esims/repository/top-ups.ts'
import { ownRefusal, type TopUpRefusal, takesPlanLater } from '#lib/esims/rules/top-up.ts'
import type { Preflight } from '#lib/fulfilment/commands/fulfil-item/preflight.ts'
import type { Sending } from '#lib/fulfilment/commands/fulfil-item/sending.ts'
import type { WorkItem } from '#lib/orders/repository/items.ts'
import { hasDrifted } from '#lib/pricing/rules/pricing.ts'
import { currentProvider } from '#lib/provider/commands/current-provider.ts'
import { scaled } from '#lib/provider/commands/throttle.ts'
import {
  listCardSkus,
  listCards,
  listPlans,
  listTopUpPlans,
  ProviderError,
  topUp,
  topUpByPlanCode,
} from '#lib/provider/index.ts'
import { iccidSchema, type SkuId, skuIdSchema } from '#lib/provider/rules/provider-ids.ts'
import type { ProviderOrder } from '#lib/provider/rules/provider-order.ts'

const WITH_ITS_BUYER = ['NONE', 'REFUSED']

/** Runs the transaction that prepares a call. `busy` when the eSIM of a top-up has another call out, or an unknown one. */
export async function oneCallPerEsim<Result>(item: WorkItem, work: (tx: Tx) => Promise<Result>) {
  if (item.kind === 'PURCHASE') return transaction(work)
  const { id, esimId } = item
  try {
    return await transaction(async (tx) =>
      esimId && (await isEsimBusy({ id, esimId }, tx)) ? ('busy' as const) : work(tx),
    )
  } catch (error) {
    // Two that looked at the same moment: the index lets one pass.
    if (isPlaceTaken(error)) return 'busy' as const
    throw error
  }
}

/** Tells whether the eSIM of a top-up is still with its buyer, and keeps that answer true until the transaction ends. */
export async function isEsimStillThere({ kind, esimId }: WorkItem, tx: Tx): Promise<boolean> {
  if (kind === 'PURCHASE') return true

  return esimId !== null && WITH_ITS_BUYER.includes((await lockCancelState(esimId, tx)) ?? '')
}

/**
 * Returns the one call that puts the plan on the eSIM: by its code where it has one, which outlives a price id; a day
 * pass, and a plan without a code, by product and price. Our references always go along.
 */
export async function topUpCall({ item, attempt, priceId }: Sending) {
  const { quote } = item
  const { iccid } = await requireTopUpEsim(item)
  const target = { iccid: iccidSchema.parse(iccid), otherOrderId: item.itemRef, otherItemId: attempt.attemptRef }
  // Sold for days, whatever the catalogue says of the plan now.
  if (quote.planCode !== null && quote.days === null) {
    const params = { ...target, planCode: quote.planCode }

    return (sendBefore: number): Promise<ProviderOrder> =>
      currentProvider().call(topUpByPlanCode, params, { sendBefore })
  }
  const params = {
    ...target,
    skuId: skuIdSchema.parse(quote.skuId),
    priceId,
    daypassDays: quote.days,
  }

  return (sendBefore: number): Promise<ProviderOrder> => currentProvider().call(topUp, params, { sendBefore })
}

/** The plans that an eSIM takes at this moment, or why it takes none; `unreadable` is what else its list names. */
type Accepted = { refusal: TopUpRefusal | null; plans: ProviderPlan[]; unreadable: PlanList['unreadable'] }

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
  if (own) return { refusal: own, ...NO_PLANS }
  const iccid = iccidSchema.parse(esim.iccid)
  const provider = currentProvider()
  const [states, list] = await Promise.all([
    provider.call(listCards, { iccids: [iccid] }),
    provider.call(listTopUpPlans, { iccid }),
  ])
  if (states.some((state) => state.iccid === esim.iccid && state.canTopUp === false)) {
    return { refusal: 'card_refuses', ...NO_PLANS }
  }
  requireList(listTopUpPlans.name, list)
  const wanted = skuIdSchema.parse(skuId)
  const isOwnList = list.skuId === wanted || list.plans.some((plan) => plan.skuId === wanted)
  const isOwnSku = wanted === esim.item?.quote.skuId
  const { plans, unreadable } = isOwnList || isOwnSku ? list : await readElsewhere(esim, wanted)
  const fitting = plans.filter((plan) => plan.skuId === wanted && isSaleable(plan))

  return { refusal: fitting.length === 0 ? 'nothing_fits' : null, plans: fitting, unreadable }
}

const NO_PLANS = { plans: [], unreadable: [] }

async function readElsewhere(esim: EsimToTopUp, skuId: SkuId): Promise<Pick<PlanList, 'plans' | 'unreadable'>> {
  const provider = currentProvider()
  const destinations = await provider.call(listCardSkus, { iccid: iccidSchema.parse(esim.iccid) })
  if (!destinations.some((destination) => destination.skuId === skuId)) return NO_PLANS
  // What a partner's eSIMs can carry is listed for one eSIM only, not by destination.
  if ((await listSellableDestinations([skuId])).some(({ partnerId }) => partnerId !== null)) return NO_PLANS

  const list = await provider.call(listPlans, { skuId })
  requireList(listPlans.name, list)

  return list
}

// Taken as "none", it would tell a buyer that nothing fits, and give the money of a paid top-up back.
function requireList(endpoint: string, list: PlanList): void {
  if (isHollow(list)) throw new ProviderError({ endpoint, kind: 'bad_response' })
}

/** A top-up has no parameter for a first day, and its plan must allow it. */
function isSaleable(plan: ProviderPlan): boolean {
  return takesPlanLater(plan) && plan.kind.kind !== 'unsold'
}

/** Lets a paid top-up wait while another one of the same eSIM has no clear end. `null` when it is its turn. */
export async function awaitTurn({ id, esimId }: WorkItem): Promise<Preflight | null> {
  const isBusy = esimId !== null && (await isEsimBusy({ id, esimId }, db()))

  return isBusy ? { go: 'wait', ms: scaled(TIMERS.placementRetry) } : null
}

/** Asks once more whether the eSIM takes the plan, however young the offer is: nothing has been taken yet. */
export async function checkTopUp(item: WorkItem): Promise<Preflight> {
  const { quote } = item
  const esim = await requireTopUpEsim(item)
  const { refusal, plans, unreadable } = await readAccepted(esim, quote.skuId)
  if (refusal === 'going_back' || refusal === 'gone_back') return { go: 'back', reason: 'card_returned' }
  const plan = findQuotedPlan(item.quote, plans)
  if (!plan && mayListUnread(quote, { unreadable })) return { go: 'wait', ms: scaled(TIMERS.placementRetry) }
  if (!plan) return { go: 'back', reason: 'top_up_gone' }
  if (hasDrifted(decimal(quote.cost.toString()), plan.cost)) {
    return { go: 'back', reason: 'cost_drift' }
  }

  if (!takesDays(plan, quote.days)) return { go: 'back', reason: 'days_changed' }

  return { go: 'order', priceId: plan.priceId, listed: await listFormerOrders(esim) }
}

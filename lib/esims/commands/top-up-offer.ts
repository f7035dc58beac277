import 'server-only'
import {
  type CatalogDestination,
  listSellableDestinations,
  listShownDestinations,
} from '#lib/catalog/repository/catalog.ts'
import { byLeastPrice, saleAnswer, toShopPlan } from '#lib/catalog/rules/on-sale.ts'
import { type ProviderPlan, toMirroredPlans } from '#lib/catalog/rules/plan.ts'
import type { PricedPlan } from '#lib/checkout/commands/make-quote.ts'
import { destinationName } from '#lib/core/i18n/countries.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import type { Caller } from '#lib/core/rules/caller.ts'
import { withProviderErrors } from '#lib/esims/commands/check-esims.ts'
import { readAccepted, refusalOf } from '#lib/esims/commands/send-top-up.ts'
import { requireSeenEsim } from '#lib/esims/commands/top-up-esim.ts'
import type { EsimToTopUp } from '#lib/esims/repository/top-ups.ts'
import {
  type EsimPlanView,
  startOfTopUp,
  type TopUpRefusal,
  type TopUpStart,
  takesPlanLater,
  toTimeline,
} from '#lib/esims/rules/top-up.ts'
import { findSaleTerms } from '#lib/pricing/repository/sale-terms.ts'
import { currentProvider } from '#lib/provider/commands/current-provider.ts'
import { listCardSkus, searchOrders } from '#lib/provider/index.ts'
import { answerOrNull, isProviderFailure } from '#lib/provider/rules/provider-failure.ts'
import { iccidSchema } from '#lib/provider/rules/provider-ids.ts'
import type { ShopPlan } from '#lib/settings/rules/shop.ts'

/** Prices the plans of one destination as they were just read; those the shop does not sell are left out. */
export async function offerPlans(skuId: number, plans: ProviderPlan[]): Promise<PricedPlan[]> {
  const [[destination], terms] = await Promise.all([listSellableDestinations([skuId]), findSaleTerms()])
  if (!destination) return []

  return toMirroredPlans(plans).flatMap((facts) => {
    const known = destination.plans.find(({ planKey }) => planKey === facts.planKey)
    if (!known) return []
    const plan = { ...known, ...facts, vanishedAt: null }
    // The contract has the days of a top-up, so that the switch for orders says nothing about it.
    const answer = saleAnswer({ plan, destination, terms: { ...terms, canSendDays: true } })

    return answer.isOnSale ? [{ plan, destination, answer, terms }] : []
  })
}

/** A destination that an eSIM can carry, with the plans for it. Whether the eSIM takes one is asked once more. */
type Place = {
  slug: string
  name: string
  iso2: string | null
  countryCount: number | null
  plans: ShopPlan[]
}

/** Prices what can be put on an eSIM, destination by destination, the cheapest first. */
export async function pricePlaces(
  destinations: CatalogDestination[],
  locale: string,
): Promise<(Place & { skuId: number })[]> {
  const terms = await findSaleTerms()

  return destinations.map((destination) => ({
    skuId: destination.id,
    slug: destination.slug,
    name: destinationName(destination, locale),
    iso2: destination.iso2,
    countryCount: destination.coverage?.length ?? null,
    plans: destination.plans
      .filter(takesPlanLater)
      .flatMap((plan) => {
        // The contract has the days of a top-up, so that the switch for orders says nothing about it.
        const answer = saleAnswer({ plan, destination, terms: { ...terms, canSendDays: true } })

        return answer.isOnSale ? [toShopPlan(plan, answer.unit)] : []
      })
      .sort(byLeastPrice),
  }))
}

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
  const [timeline, accepted] = await Promise.all([readTimeline(esim), answerOrNull(() => readAccepted(esim, skuId))])
  const offered = accepted ? await offerPlans(skuId, accepted.plans) : []
  const plans = offered.map(({ plan, answer }) => toShopPlan(plan, answer.unit)).sort(byLeastPrice)
  const refusal = accepted ? (accepted.refusal ?? (plans.length === 0 ? 'nothing_fits' : null)) : 'no_answer'

  return { refusal, timeline, start: startOfTopUp(timeline?.plans ?? null), plans }
}

const NOTHING: Omit<TopUpOptions, 'refusal'> = { timeline: null, start: startOfTopUp(null), plans: [] }

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

/**
 * Asks the network which destinations an eSIM can carry, the one it was bought for first.
 *
 * Only destinations in its answer, with plans that can be put on an eSIM. Throws `not_found` for somebody else's eSIM,
 * `not_on_sale` with the reason for one that takes nothing, `upstream_unavailable`.
 */
export async function topUpDestinations(
  caller: Caller,
  { esimId, locale }: { esimId: string; locale: string },
): Promise<(Place & { isOwn: boolean })[]> {
  const esim = await requireSeenEsim(caller, esimId)
  const reason = refusalOf(esim)
  if (reason) throw new AppError('not_on_sale', 'This card cannot be topped up.', { reason })
  const accepted = await withProviderErrors(() =>
    currentProvider().call(listCardSkus, { iccid: iccidSchema.parse(esim.iccid) }),
  )
  const ids = new Set<number>(accepted.map(({ skuId }) => skuId))
  const destinations = (await listShownDestinations()).filter(({ id }) => ids.has(id))

  return (await pricePlaces(destinations, locale))
    .map(({ skuId, ...place }) => ({ ...place, isOwn: skuId === esim.item.quote.skuId }))
    .filter(({ plans }) => plans.length > 0)
    .sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || a.name.localeCompare(b.name, locale))
}

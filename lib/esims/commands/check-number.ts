import 'server-only'
import { toFreshDestination } from '#lib/catalog/commands/live-plan.ts'
import { type CatalogDestination, listSellableDestinations } from '#lib/catalog/repository/catalog.ts'
import { listCountryAliases, savePartnerPlans } from '#lib/catalog/repository/catalog-mirror.ts'
import { byLeastPrice, toShopPlan } from '#lib/catalog/rules/on-sale.ts'
import { isHollow, type PlanList, type ProviderSku, toMirroredPlans } from '#lib/catalog/rules/plan.ts'
import { plainText } from '#lib/catalog/rules/refundability.ts'
import { destinationName, iso2OfRegionCode } from '#lib/core/i18n/countries.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { plainCode } from '#lib/core/rules/typed-text.ts'
import { withProviderErrors } from '#lib/esims/commands/check-esims.ts'
import { refusalOf } from '#lib/esims/commands/send-top-up.ts'
import { offerPlans, pricePlaces } from '#lib/esims/commands/top-up-offer.ts'
import { findBehind, isBrandHidden, savePhysicalSim } from '#lib/esims/repository/top-ups.ts'
import type { PhysicalSimAnswer, PhysicalSimPlace } from '#lib/esims/rules/physical-sim.ts'
import { takesPlanLater } from '#lib/esims/rules/top-up.ts'
import { currentProvider } from '#lib/provider/commands/current-provider.ts'
import { listCardSkus, listCards, listTopUpPlans } from '#lib/provider/index.ts'
import { type Iccid, type PartnerId, parseIccid, toPartnerId } from '#lib/provider/rules/provider-ids.ts'
import type { ShopPlan } from '#lib/settings/rules/shop.ts'

const BRAND_LENGTH = 80
const UNKNOWN: PhysicalSimAnswer = { answer: 'unknown', esimId: null, last4: null, brandName: null, places: [] }

/**
 * Asks the network what can be put on the eSIM with a number, whoever holds it.
 *
 * The answer has one shape for every eSIM, ours, a stranger's or nobody's, and says nothing of what was on it. Throws
 * `bad_input` for what is no card number, and `upstream_unavailable`.
 */
export async function checkNumber({ number, locale }: { number: string; locale: string }): Promise<PhysicalSimAnswer> {
  const iccid = parseIccid(plainCode(number).replaceAll('-', ''))
  if (!iccid) throw new AppError('bad_input', 'This is no card number.', { reason: 'no_card_number' })
  const states = await withProviderErrors(() => currentProvider().call(listCards, { iccids: [iccid] }))
  const state = states.find((one) => one.iccid === iccid)
  if (!state?.isKnown) return UNKNOWN
  const partnerId = toPartnerId(Number(state.partnerId))
  const brandName = plainText(state.brandName, BRAND_LENGTH)
  const esim = await savePhysicalSim({ iccid, brandName, partnerId })
  const isRefused = state.canTopUp === false || refusalOf(await findBehind(esim)) !== null
  const places = isRefused || (await isBrandHidden(partnerId)) ? [] : await readPlaces(iccid, { partnerId, locale })
  const takes = places.some(({ plans }) => plans.length > 0)

  return {
    answer: takes ? 'takes' : 'takes_nothing',
    ...{ esimId: esim.id, last4: iccid.slice(-4), brandName },
    places: takes ? places : [],
  }
}

const NAME_LENGTH = 120

type Asked = { partnerId: PartnerId | null; locale: string }

/**
 * Asks the network where an eSIM can go and which plans it takes, what it is made for first.
 *
 * A place whose plans nobody lists for the eSIM has none. Throws `upstream_unavailable`.
 */
async function readPlaces(iccid: Iccid, { partnerId, locale }: Asked): Promise<PhysicalSimPlace[]> {
  const provider = currentProvider()
  const [accepted, list] = await withProviderErrors(() =>
    Promise.all([provider.call(listCardSkus, { iccid }), provider.call(listTopUpPlans, { iccid })]),
  )
  if (isHollow(list)) throw new AppError('upstream_unavailable', 'The upstream answers without a list of plans.')
  await mirrorPlans(list, partnerId)
  const destinations = await listSellableDestinations(accepted.map(({ skuId }) => skuId))
  const plansOf = await pricePlans(list, { destinations, locale })
  const places = accepted.map((destination) => ({
    isOwn: destination.skuId === list.skuId,
    place: { ...nameOf(destination, destinations, locale), plans: plansOf.get(destination.skuId) ?? [] },
  }))

  return places
    .sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || byPlans(a.place, b.place, locale))
    .map(({ place }) => place)
}

/** A plan needs a row to be priced by rules and named by an offer; the shelf of eSIMs has its own passes. */
async function mirrorPlans(list: PlanList, partnerId: PartnerId | null): Promise<void> {
  const { skuId, name, regionCode } = list
  if (skuId === null || partnerId === null) return
  const destination = toFreshDestination({ skuId, name, regionCode }, list, await listCountryAliases())
  await savePartnerPlans({ ...destination, partnerId }, toMirroredPlans(list.plans))
}

/** The eSIM's own list names the plans of its product; for others the shelf does, as far as they stand on it. */
async function pricePlans(
  list: PlanList,
  { destinations, locale }: { destinations: CatalogDestination[]; locale: string },
): Promise<Map<number, ShopPlan[]>> {
  const onShelf = destinations.filter(({ id, partnerId }) => partnerId === null && id !== list.skuId)
  const priced = new Map((await pricePlaces(onShelf, locale)).map(({ skuId, plans }) => [skuId, plans]))
  if (list.skuId === null) return priced
  const own = await offerPlans(list.skuId, list.plans.filter(takesPlanLater))

  return priced.set(list.skuId, own.map(({ plan, answer }) => toShopPlan(plan, answer.unit)).sort(byLeastPrice))
}

function nameOf({ skuId, name, regionCode }: ProviderSku, destinations: CatalogDestination[], locale: string) {
  const known = destinations.find(({ id }) => id === skuId)
  const providerName = plainText(name, NAME_LENGTH) ?? String(skuId)
  const said = known ?? { ownName: null, iso2: iso2OfRegionCode(regionCode), providerName }

  return { name: destinationName(said, locale), iso2: said.iso2, countryCount: known?.coverage?.length ?? null }
}

function byPlans(a: PhysicalSimPlace, b: PhysicalSimPlace, locale: string): number {
  return Number(b.plans.length > 0) - Number(a.plans.length > 0) || a.name.localeCompare(b.name, locale)
}

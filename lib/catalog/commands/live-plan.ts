import 'server-only'
import { type CatalogDestination, findPlanWithDestination } from '#lib/catalog/repository/catalog.ts'
import { type FreshDestination, noteStock, savePlansReading } from '#lib/catalog/repository/catalog-mirror.ts'
import { aliasKey, parseRegionCode, shelfOf, tidyName } from '#lib/catalog/rules/countries.ts'
import { defaultRank } from '#lib/catalog/rules/on-sale.ts'
import {
  type CatalogPlan,
  diffPlans,
  isHollow,
  type PlanList,
  type ProviderSku,
  toMirroredPlans,
  unreadableCodes,
} from '#lib/catalog/rules/plan.ts'
import { plainText } from '#lib/catalog/rules/refundability.ts'
import { continentOf, iso2OfName, iso2OfRegionCode } from '#lib/core/i18n/countries.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { withProviderErrors } from '#lib/esims/commands/check-esims.ts'
import { currentProvider } from '#lib/provider/commands/current-provider.ts'
import { scaled } from '#lib/provider/commands/throttle.ts'
import { checkStock, listPlans } from '#lib/provider/index.ts'
import { findBreakers } from '#lib/provider/repository/breakers.ts'
import { priceIdSchema, skuIdSchema } from '#lib/provider/rules/provider-ids.ts'

/** A plan as the provider lists it at this moment, under its destination of the mirror. */
export type LivePlan = { plan: CatalogPlan; destination: CatalogDestination }

/** Reads a plan of the mirror. Throws `not_found` when there never was one. */
export async function requirePlan(planId: string): Promise<LivePlan> {
  const found = await findPlanWithDestination(planId)
  if (!found) throw new AppError('not_found', 'There is no such plan.')

  return found
}

/**
 * Asks the provider for a plan now. What has changed goes into the mirror, so that pages tell the same.
 *
 * Throws `not_on_sale` when the plan is no longer listed, `upstream_unavailable` when nothing can be known.
 */
export async function fetchLivePlan({ plan, destination }: LivePlan): Promise<LivePlan> {
  const list = await withProviderErrors(() =>
    currentProvider().call(listPlans, { skuId: skuIdSchema.parse(destination.id) }),
  )
  if (isHollow(list)) throw new AppError('upstream_unavailable', 'The upstream answers without a list of plans.')
  const reading = { plans: toMirroredPlans(list.plans), unreadable: unreadableCodes(list) }
  const hasNews = reading.plans.length > 0 && diffPlans(destination.plans, reading).length > 0
  if (hasNews) await savePlansReading({ skuId: destination.id, ...reading })
  // By plan code where there is one: a price id may change from one day to the next.
  const now = reading.plans.find(({ planKey }) => planKey === plan.planKey)
  if (!now && reading.unreadable.includes(plan.planKey)) {
    throw new AppError('upstream_unavailable', 'The upstream lists this plan in a form that cannot be read.')
  }
  if (!now) throw new AppError('not_on_sale', 'The upstream lists this plan no longer.', { reason: 'plan_gone' })

  return { plan: { ...plan, ...now, vanishedAt: null }, destination }
}

/** Asks whether a number of eSIMs can be had now. Throws `sold_out`, and `upstream_unavailable` when nobody says. */
export async function requireStock({ plan, destination }: LivePlan, count: number): Promise<void> {
  const skuId = skuIdSchema.parse(destination.id)
  const priceId = priceIdSchema.parse(plan.priceId)
  const stock = await withProviderErrors(() => currentProvider().call(checkStock, { skuId, priceId, count }))
  await noteStock({ planId: plan.id, count }, stock)
  if (stock === 'sold_out') throw new AppError('sold_out', 'The upstream has not enough cards.')
  if (stock === 'unknown') throw new AppError('upstream_unavailable', 'The upstream does not say whether it has cards.')
}

// Two passes over the catalogue: what is older may have lost its price.
const FRESH_MS = 12 * 3_600_000

/**
 * Asks the network, and answers from the mirror instead while it is known to be silent: for a quarter of an hour, and for
 * plans that were read not long ago. Whatever is sold like this is asked about again before it is ordered.
 *
 * Throws like `ask`, and `till_closed` when the silence has lasted too long.
 */
export async function liveOrMirrored<Answer>(
  { destination }: Pick<LivePlan, 'destination'>,
  { ask, mirrored }: { ask: () => Promise<Answer>; mirrored: (readAt: Date) => Promise<Answer> | Answer },
): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'upstream_unavailable') throw error
    const { openForMs } = (await findBreakers()).reads
    if (openForMs === null) throw error
    if (openForMs > scaled(TIMERS.breakerPatience)) {
      throw new AppError('till_closed', 'The till is closed: network_down.', { reason: 'network_down' })
    }
    const readAt = destination.plansReadAt
    if (!readAt || Date.now() - readAt.getTime() > FRESH_MS) throw error

    return mirrored(readAt)
  }
}

const NAME_LENGTH = 120
// Behind every country that stands under its own name.
const SECOND_PRODUCT = 2_000

/**
 * Returns a destination as the mirror keeps it.
 *
 * `list` is null when its plans could not be read; then only the product list speaks. `aliases` holds the spellings
 * and region codes that people mapped, and goes before every table.
 */
export function toFreshDestination(
  destination: ProviderSku,
  list: PlanList | null,
  aliases: Map<string, string>,
): FreshDestination {
  const regionCode = destination.regionCode ?? list?.regionCode ?? ''
  const name = plainText(list?.name ?? destination.name, NAME_LENGTH) ?? `${destination.skuId}`
  const code = plainText(regionCode, 20) ?? ''
  const isGroup = parseRegionCode(regionCode).kind === 'group'
  const iso2 = isGroup ? null : (aliases.get(aliasKey(code, name)) ?? iso2OfRegionCode(regionCode))
  const continent = iso2 === null ? null : continentOf(iso2)

  return {
    id: destination.skuId,
    name,
    regionCode: code,
    iso2,
    shelf: shelfOf({ regionCode, iso2, continent }),
    rank: defaultRank(iso2) + (isSecondProduct(name, iso2) ? SECOND_PRODUCT : 0),
    countries: list?.countries ? toCountries(list.countries, aliases) : null,
  }
}

function isSecondProduct(name: string, iso2: string | null): boolean {
  return iso2 !== null && iso2OfName(name) !== iso2
}

function toCountries(names: string[], aliases: Map<string, string>): { name: string; iso2: string | null }[] {
  const tidy = new Set(names.map((name) => tidyName(name).slice(0, NAME_LENGTH)).filter((name) => name !== ''))

  return [...tidy].map((name) => ({ name, iso2: aliases.get(name) ?? iso2OfName(name) }))
}

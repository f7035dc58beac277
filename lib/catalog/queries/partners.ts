import 'server-only'
import { cache } from 'react'
import { listAllPlans } from '#lib/catalog/repository/admin-catalog.ts'
import { listSellableDestinations } from '#lib/catalog/repository/catalog.ts'
import { listPartnerRows, type StoredPartner } from '#lib/catalog/repository/partners.ts'
import { byLeastPrice, type SaleDestination, saleAnswer, toShopPlan } from '#lib/catalog/rules/on-sale.ts'
import { listDifferences, shelfOfGroup } from '#lib/catalog/rules/partner.ts'
import type { CatalogPlan } from '#lib/catalog/rules/plan.ts'
import { destinationName, otherNamesOf } from '#lib/core/i18n/countries.ts'
import { type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { hasPart } from '#lib/core/rules/search-names.ts'
import { takesPlanLater } from '#lib/esims/rules/top-up.ts'
import { saleView } from '#lib/pricing/queries/admin-pricing-names.ts'
import { type CurrentTerms, findSaleTerms } from '#lib/pricing/repository/sale-terms.ts'
import type { PriceView } from '#lib/pricing/rules/admin-pricing.ts'
import { planPrice } from '#lib/pricing/rules/pricing-preview.ts'
import { SHELVES, type Shelf, type ShopPlan } from '#lib/settings/rules/shop.ts'

/** A brand of physical eSIMs, as pages show it. */
export type PartnerTile = { slug: string; name: string; destinations: number }

/** Where eSIMs of a brand work. `iso2` is `null` for a group of countries. */
export type PartnerPlace = { skuId: number; name: string; iso2: string | null; searchText: string }

/** A plan that eSIMs of a brand can take, with where it works. */
export type PartnerPlan = { skuId: number; name: string; iso2: string | null; plan: ShopPlan }

/** A brand with where its eSIMs work, by shelf; one list under `null` where the network did not group them. */
export type PartnerPage = PartnerTile & {
  groups: { shelf: Shelf | null; places: PartnerPlace[] }[]
  plans: PartnerPlan[]
}

/** The brands of physical eSIMs that the shop may show, `[]` when there is none. */
export const listPartnerTiles = cache(async (): Promise<PartnerTile[]> => {
  return (await shownPartners()).map(toTile)
})

/** One brand by its address, `null` when there is none that may be shown. */
export const getPartnerPage = cache(async (locale: string, slug: string): Promise<PartnerPage | null> => {
  const partner = (await shownPartners()).find((one) => one.slug === slug)
  if (!partner) return null

  return { ...toTile(partner), groups: groupsOf(partner.destinations, locale), plans: await plansOf(partner, locale) }
})

/**
 * Reads every partner for staff, with the check of its two lists, or those that have a text in them: all of a partner with it
 * in its name or the check, else the plans to destinations with it. Throws `forbidden`.
 */
export async function getAdminPartners(caller: Caller, q = '') {
  requirePermission(caller, 'catalog.see')
  const seesCosts = can(caller, 'costs.see')
  const [partners, terms, mirrored] = await Promise.all([listPartnerRows(), findSaleTerms(), listAllPlans()])
  const { currency, costCurrency } = terms
  const sight = {
    terms,
    seesCosts,
    destinations: new Map(mirrored.map((destination) => [destination.id, destination])),
  }

  return {
    ...{ currency, costCurrency },
    partners: partners.flatMap((partner) => fitting(toAdminPartner(partner, sight), q)),
  }
}

function fitting(partner: AdminPartner, q: string): AdminPartner[] {
  const { name, slug, onlyListed, onlyGrouped } = partner
  if (hasPart([name, slug, ...onlyListed, ...onlyGrouped], q)) return [partner]
  const plans = partner.plans.filter(({ destination, label }) => hasPart([destination, label], q))

  return plans.length === 0 ? [] : [{ ...partner, plans }]
}

type MirroredDestination = SaleDestination & { id: number; plans: CatalogPlan[] }
type Sight = { terms: CurrentTerms; seesCosts: boolean; destinations: Map<number, MirroredDestination> }

/** A partner with what stands in one of the provider's two lists alone, and its plans with their price. Costs may be left out. */
function toAdminPartner(partner: StoredPartner, sight: Sight) {
  const { id, slug, providerName, isHidden, readAt, lastReadError, groupedError, vanishedAt, destinations, plans } =
    partner
  const { onlyListed, onlyGrouped } = listDifferences(destinations)
  const names = new Map(destinations.map(({ skuId, name }) => [skuId, name]))

  return {
    ...{ id, slug, name: providerName, isHidden, readAt, lastReadError, groupedError, vanishedAt },
    listed: destinations.filter(({ isListed }) => isListed).length,
    grouped: destinations.filter(({ isGrouped }) => isGrouped).length,
    onlyListed: onlyListed.map(({ name }) => name),
    onlyGrouped: onlyGrouped.map(({ name }) => name),
    plans: plans.map((plan) => ({
      key: `${plan.skuId}/${plan.planKey}`,
      // Without a page of its destination, none.
      skuId: sight.destinations.has(plan.skuId) ? plan.skuId : null,
      destination: names.get(plan.skuId) ?? String(plan.skuId),
      amount: `${plan.amountValue} ${plan.amountUnit}`,
      days: plan.validityDays,
      label: plan.label,
      cost: sight.seesCosts ? plan.cost : null,
      // What can be put on no eSIM in hand takes nothing later.
      ...saleOf(plan, sight),
    })),
  }
}

// What the network names with a brand alone is listed under no destination: nothing of it can be ordered.
const UNLISTED: PriceView = {
  price: null,
  reason: 'plan_gone',
  wouldBeMinor: null,
  marginMinor: null,
  marginShare: null,
}

function saleOf(plan: StoredPartner['plans'][number], { terms, seesCosts, destinations }: Sight) {
  const destination = destinations.get(plan.skuId)
  const known = destination?.plans.find(({ planKey }) => planKey === plan.planKey)
  if (!destination || !known) return { takesLater: true, sale: UNLISTED }
  const answer = planPrice({ plan: asNamed(known, plan), destination }, topUpTerms(terms))

  const sale = saleView(answer, seesCosts)

  return takesPlanLater(known) ? { takesLater: true, sale } : { takesLater: false, sale: { ...sale, price: null } }
}

// A brand names costs and networks of its own.
function asNamed<Plan extends CatalogPlan>(known: Plan, { cost, networks }: StoredPartner['plans'][number]): Plan {
  return { ...known, cost, networks }
}

// The contract has the days of a top-up, so that the switch for orders says nothing about it.
function topUpTerms(terms: CurrentTerms): CurrentTerms {
  return { ...terms, canSendDays: true }
}

const shownPartners = cache(() => listPartnerRows({ onlyShown: true }))

function toTile({ slug, providerName, destinations }: StoredPartner): PartnerTile {
  return { slug, name: providerName, destinations: destinations.length }
}

function groupsOf(products: StoredPartner['destinations'], locale: string): PartnerPage['groups'] {
  const isFlat = products.every(({ continent }) => continent === null)
  const groups = new Map<Shelf | null, PartnerPlace[]>()
  for (const product of products) {
    const shelf = isFlat ? null : shelfOfGroup(product.continent ?? '')
    groups.set(shelf, [...(groups.get(shelf) ?? []), toPlace(product, locale)])
  }
  const order: (Shelf | null)[] = [null, ...SHELVES]

  return [...groups]
    .map(([shelf, places]) => ({ shelf, places: places.sort((a, b) => a.name.localeCompare(b.name, locale)) }))
    .sort((a, b) => order.indexOf(a.shelf) - order.indexOf(b.shelf))
}

function toPlace(
  { skuId, name, iso2, searchText }: StoredPartner['destinations'][number],
  locale: string,
): PartnerPlace {
  const others = iso2 === null ? [] : otherNamesOf(iso2)

  return { skuId, iso2, name: nameOf({ name, iso2 }, locale), searchText: [name, searchText, ...others].join(' ') }
}

function nameOf({ name, iso2 }: { name: string; iso2: string | null }, locale: string): string {
  return destinationName({ ownName: null, iso2, providerName: name }, locale)
}

/** The plans of a brand that can be put on an eSIM, at their prices, as they were read with the brand. */
async function plansOf({ destinations, plans }: StoredPartner, locale: string): Promise<PartnerPlan[]> {
  const [mirrored, terms] = await Promise.all([
    listSellableDestinations([...new Set(plans.map(({ skuId }) => skuId))]),
    findSaleTerms(),
  ])
  const priced = plans.flatMap((named): PartnerPlan[] => {
    const { planKey, skuId } = named
    const destination = mirrored.find(({ id }) => id === skuId)
    const known = destination?.plans.find((plan) => plan.planKey === planKey)
    if (!destination || !known || !takesPlanLater(known)) return []
    const plan = asNamed(known, named)
    const answer = saleAnswer({ plan, destination, terms: topUpTerms(terms) })
    const { name, iso2 } = destinations.find((product) => product.skuId === skuId) ?? {
      name: destination.providerName,
      iso2: destination.iso2,
    }

    return answer.isOnSale
      ? [{ skuId, iso2, name: nameOf({ name, iso2 }, locale), plan: toShopPlan(plan, answer.unit) }]
      : []
  })

  return priced.sort((a, b) => byLeastPrice(a.plan, b.plan))
}

export type AdminPartner = ReturnType<typeof toAdminPartner>

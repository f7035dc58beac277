import 'server-only'
import {
  findAdminDestination,
  listAdminDestinations,
  listMapped,
  listUnmappedDestinations,
  listUnmappedNames,
} from '#lib/catalog/repository/admin-catalog.ts'
import { findRefundabilityAnswers } from '#lib/catalog/repository/refundability-rules.ts'
import { addressesOf } from '#lib/catalog/rules/address.ts'
import type { DestinationFilter } from '#lib/catalog/rules/admin-catalog.ts'
import { commonAnswer } from '#lib/catalog/rules/admin-destination.ts'
import { aliasKey } from '#lib/catalog/rules/countries.ts'
import { leastPrice, type SaleDestination, toTerm } from '#lib/catalog/rules/on-sale.ts'
import type { CatalogPlan } from '#lib/catalog/rules/plan.ts'
import { refundabilityRuleLines, ruleText } from '#lib/catalog/rules/refundability.ts'
import { destinationName, iso2OfName } from '#lib/core/i18n/countries.ts'
import { type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { staffId } from '#lib/orders/queries/admin-history.ts'
import { listStaffNames } from '#lib/orders/repository/admin-order.ts'
import { type Names, namesOf, planLabelOf, saleView } from '#lib/pricing/queries/admin-pricing-names.ts'
import { type CurrentTerms, findSaleTerms } from '#lib/pricing/repository/sale-terms.ts'
import { planPrice } from '#lib/pricing/rules/pricing-preview.ts'
import { readSettings } from '#lib/settings/repository/settings.ts'

const PICTURES = 'shop.destinations'

/** Reads the destinations of the catalogue in the order of the shop. Throws `forbidden`. */
export async function getAdminDestinations(caller: Caller, locale: string, filter: DestinationFilter) {
  requirePermission(caller, 'catalog.see')
  const [destinations, terms] = await Promise.all([listAdminDestinations(), findSaleTerms()])
  const wanted = filter.q.trim().toLocaleLowerCase(locale)

  const rows = destinations
    .map((destination) => toRow(destination, { terms, locale }))
    .filter((row) => fits(row, wanted, filter))
    .sort(
      (a, b) => Number(b.isFeatured) - Number(a.isFeatured) || a.rank - b.rank || a.name.localeCompare(b.name, locale),
    )

  return { rows, currency: terms.currency }
}

type ListedDestination = Awaited<ReturnType<typeof listAdminDestinations>>[number]

function toRow(destination: ListedDestination, { terms, locale }: { terms: CurrentTerms; locale: string }) {
  const { id, providerName, iso2, shelf, rank, isHidden, isFeatured } = destination
  const listed = destination.plans.filter(({ vanishedAt }) => vanishedAt === null)
  // As the shop counts: a day pass costs its shortest stay.
  const prices = listed.flatMap((plan) => {
    const { price } = planPrice({ plan, destination }, terms)

    return price ? leastPrice({ price, term: toTerm(plan) }).minor : []
  })

  return {
    ...{ id, providerName, iso2, shelf, rank, isHidden, isFeatured },
    name: destinationName(destination, locale),
    isGone: destination.vanishedAt !== null,
    readAt: destination.plansReadAt,
    error: destination.lastReadError,
    plans: listed.length,
    onSale: prices.length,
    fromMinor: prices.length === 0 ? null : Math.min(...prices),
  }
}

/** Reads one destination with each of its plans: price, margin, deciding rule, raw facts, and why it is not on sale. */
export async function getAdminDestination(caller: Caller, { id, locale }: { id: number; locale: string }) {
  requirePermission(caller, 'catalog.see')
  const [destination, terms, stored] = await Promise.all([
    findAdminDestination(id),
    findSaleTerms(),
    readSettings([PICTURES]),
  ])
  if (!destination) return null
  const world = destination.plans.map((plan) => ({ plan, destination, entry: destination }))
  const names = namesOf({ plans: world }, locale)
  const { plansReadAt, lastReadError, coverageStated, countries, plans, ...kept } = destination

  return {
    ...kept,
    name: destinationName(destination, locale),
    addresses: addressesOf(destination),
    readAt: plansReadAt,
    error: lastReadError,
    countries: coverageStated ? countries.map(({ name }) => name).sort() : null,
    picture: stored[PICTURES]?.[id] ?? null,
    currency: terms.currency,
    costCurrency: terms.costCurrency,
    asOf: new Date(),
    wordings: await wordingsOf(plans),
    plans: plans
      .sort(byKindAndSize)
      .map((plan) => toAdminPlan({ plan, destination }, { terms, names, seesCosts: can(caller, 'costs.see') })),
  }
}

/** The words of the plans that are listed, by what they share: most of them differ in a line about their size alone. */
async function wordingsOf(plans: CatalogPlan[]) {
  const listed = plans
    .filter(({ vanishedAt }) => vanishedAt === null)
    .map(({ id, premark }) => ({ id, items: refundabilityRuleLines(premark) }))
    .filter(({ items }) => items.length > 0)
  const times = new Map<string, number>()
  for (const item of listed.flatMap(({ items }) => [...new Set(items)])) times.set(item, (times.get(item) ?? 0) + 1)
  const isShared = (item: string) => listed.length === 1 || (times.get(item) ?? 0) > 1
  const groups = Map.groupBy(listed, ({ items }) => items.filter(isShared).join('\n'))
  const answerTo = await findRefundabilityAnswers(listed.map(({ items }) => ruleText(items)))

  return [...groups.values()]
    .sort((one, other) => other.length - one.length)
    .map((group) => {
      const sortable = group.filter(({ items }) => ruleText(items) !== null)

      return {
        planIds: sortable.map(({ id }) => id),
        shared: group[0]?.items.filter(isShared) ?? [],
        own: [...new Set(group.flatMap(({ items }) => items.filter((item) => !isShared(item))))],
        answer: commonAnswer(sortable.map(({ items }) => answerTo(ruleText(items)))),
        tooLong: group.length - sortable.length,
      }
    })
}

type StockedPlan = CatalogPlan & { noStock: { at: Date; count: number } | null }
type Sight = { terms: CurrentTerms; names: Names; seesCosts: boolean }

function toAdminPlan(one: { plan: StockedPlan; destination: SaleDestination }, { terms, names, seesCosts }: Sight) {
  const { plan } = one
  const answer = planPrice(one, terms)

  return {
    id: plan.id,
    plan: planLabelOf(plan),
    isDayPass: plan.kind === 'day_pass',
    isHidden: plan.isHidden,
    isGone: plan.vanishedAt !== null,
    cost: seesCosts ? plan.cost : null,
    sale: saleView(answer, seesCosts),
    noStock: plan.noStock,
    rule: seesCosts && answer.rule ? names.rule(answer.rule) : null,
    facts: detailsOf(plan),
  }
}

function detailsOf(plan: CatalogPlan) {
  const facts: Record<string, string | number | boolean | null> = {
    ...{ code: plan.code, priceId: plan.priceId, kind: plan.kind, minDays: plan.minDays, maxDays: plan.maxDays },
    ...{ validityDays: plan.validityDays, canTopUp: plan.canTopUp, needsStartDate: plan.needsStartDate },
    ...{ expireDays: plan.expireDays, openCardFee: plan.openCardFee, label: plan.label },
    networks:
      plan.networks?.map(({ operator, generation }) => `${operator} ${generation ?? ''}`.trim()).join(', ') ?? null,
  }

  return Object.entries(facts).flatMap(([key, value]) => (value === null ? [] : [{ key, value: String(value) }]))
}

function byKindAndSize(a: CatalogPlan, b: CatalogPlan): number {
  const size = ({ amountUnit, amountValue }: CatalogPlan) => (amountUnit === 'GB' ? amountValue * 1024 : amountValue)

  return a.kind.localeCompare(b.kind) * -1 || size(a) - size(b) || a.validityDays - b.validityDays
}

function fits(row: DestinationRow, wanted: string, { shelf, state }: DestinationFilter): boolean {
  const isNamed = `${row.name} ${row.providerName} ${row.id}`.toLowerCase().includes(wanted)
  if (!isNamed || (shelf !== null && row.shelf !== shelf)) return false
  if (state === 'hidden') return row.isHidden
  if (state === 'featured') return row.isFeatured
  if (state === 'gone') return row.isGone
  if (state === 'unread') return row.error !== null && !row.isGone

  return state !== 'unsold' || row.onSale === 0
}

/**
 * Reads the names of countries, and the region codes of destinations, that nobody has mapped, with a proposal where one
 * spelling comes close. Throws `forbidden`.
 */
export async function getUnmappedCountries(caller: Caller) {
  requirePermission(caller, 'catalog.see')
  const [names, destinations] = await Promise.all([listUnmappedNames(), listUnmappedDestinations()])
  const byCode = Map.groupBy(destinations, ({ regionCode, providerName }) => aliasKey(regionCode, providerName))

  return [
    ...[...byCode].map(([name, destinations]) =>
      toUnmapped(
        name,
        destinations.map(({ providerName }) => providerName),
        true,
      ),
    ),
    ...names.map((one) => toUnmapped(one.name, one.destinations, false)),
  ]
}

/** Reads what people have mapped, by whom and when, the newest first. Throws `forbidden`. */
export async function getMappedCountries(caller: Caller) {
  requirePermission(caller, 'catalog.see')
  const rows = await listMapped()
  const people = await listStaffNames(rows.flatMap(({ createdBy }) => staffId(createdBy) ?? []))

  return rows.map(({ name, iso2, createdBy, createdAt }) => ({
    ...{ name, iso2, at: createdAt },
    by: people.get(staffId(createdBy) ?? '') ?? null,
  }))
}

// A code says nothing of itself: what stands under it is what it may mean.
function toUnmapped(name: string, destinations: string[], isCode: boolean) {
  const spelling = isCode ? (destinations[0] ?? '') : name
  const proposal = iso2OfName(spelling.replaceAll(/\(.*?\)|[*,].*$/g, '').trim())

  return { name, isCode, destinations, proposal }
}

/** A destination as its page shows it to staff. */
export type AdminDestination = NonNullable<Awaited<ReturnType<typeof getAdminDestination>>>

/**
 * A plan as staff see it. Cost, margin and rule are null for roles that see no costs. `facts` are as they were read.
 * `noStock` is when the network had not as many eSIMs as were asked for, until it has some again: it stays on sale.
 */
export type AdminPlan = ReturnType<typeof toAdminPlan>

/** A destination in the list of staff. */
export type DestinationRow = ReturnType<typeof toRow>

/** A name of a country, or a region code of destinations, that nobody has told us the country of. */
export type UnmappedCountry = ReturnType<typeof toUnmapped>

/** A name or code that a person has told us the country of. */
export type MappedCountry = Awaited<ReturnType<typeof getMappedCountries>>[number]

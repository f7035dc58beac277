import 'server-only'
import { listPartnerRows, type StoredPartner } from '#lib/db/partners.ts'
import { findSaleTerms } from '#lib/db/sale-terms.ts'
import { type Caller, can, requirePermission } from '#lib/domain/caller.ts'
import { type ListedProduct, listDifferences } from '#lib/domain/partner.ts'

/** A brand of physical cards, as pages show it. */
export type PartnerTile = { slug: string; name: string; iconUrl: string | null; destinations: number }

/** A brand with where its cards work, by continent; products that stand in no group come last, under `null`. */
export type PartnerPage = PartnerTile & {
  id: number
  groups: { continent: string | null; destinations: { skuId: number; name: string; searchText: string | null }[] }[]
  plans: {
    planKey: string
    skuId: number
    amount: { value: number; unit: 'MB' | 'GB' }
    validityDays: number
    label: string | null
  }[]
}

/** A partner as staff see it, with what stands in one of the upstream's two lists alone. Costs may be left out. */
export type AdminPartner = Pick<
  StoredPartner,
  'id' | 'slug' | 'isHidden' | 'readAt' | 'lastReadError' | 'vanishedAt'
> & {
  name: string
  listed: number
  grouped: number
  onlyListed: string[]
  onlyGrouped: string[]
  plans: { key: string; destination: string; amount: string; days: number; label: string | null; cost: string | null }[]
}

/** The brands of physical cards that the shop may show, `[]` when there is none. */
export async function listPartnerTiles(): Promise<PartnerTile[]> {
  return (await shownPartners()).map(toTile)
}

/** One brand by its address, `null` when there is none that may be shown. */
export async function getPartnerPage(slug: string): Promise<PartnerPage | null> {
  const partner = (await shownPartners()).find((one) => one.slug === slug)

  return partner
    ? {
        ...toTile(partner),
        id: partner.id,
        groups: groupsOf(partner.skus),
        plans: partner.plans
          .filter(({ kind }) => kind !== 'unsold')
          .map(({ planKey, skuId, amountValue, amountUnit, validityDays, label }) => ({
            ...{ planKey, skuId, validityDays, label },
            amount: { value: amountValue, unit: amountUnit === 'GB' ? 'GB' : 'MB' },
          })),
      }
    : null
}

/** Reads every partner for staff, with the check of its two lists. Throws `forbidden`. */
export async function getAdminPartners(caller: Caller): Promise<{ partners: AdminPartner[]; costCurrency: string }> {
  requirePermission(caller, 'catalog.see')
  const seesCosts = can(caller, 'costs.see')
  const [partners, { costCurrency }] = await Promise.all([listPartnerRows(), findSaleTerms()])

  return { costCurrency, partners: partners.map((partner) => toAdminPartner(partner, seesCosts)) }
}

function toAdminPartner(partner: StoredPartner, seesCosts: boolean): AdminPartner {
  const { id, slug, upstreamName, isHidden, readAt, lastReadError, vanishedAt, skus, plans } = partner
  const { onlyListed, onlyGrouped } = listDifferences(skus)
  const names = new Map(skus.map(({ skuId, name }) => [skuId, name]))

  return {
    ...{ id, slug, name: upstreamName, isHidden, readAt, lastReadError, vanishedAt },
    listed: skus.filter(({ isListed }) => isListed).length,
    grouped: skus.filter(({ isGrouped }) => isGrouped).length,
    onlyListed: onlyListed.map(({ name }) => name),
    onlyGrouped: onlyGrouped.map(({ name }) => name),
    plans: plans.map((plan) => ({
      key: `${plan.skuId}/${plan.planKey}`,
      destination: names.get(plan.skuId) ?? String(plan.skuId),
      amount: `${plan.amountValue} ${plan.amountUnit}`,
      days: plan.validityDays,
      label: plan.label,
      cost: seesCosts ? plan.cost : null,
    })),
  }
}

async function shownPartners(): Promise<StoredPartner[]> {
  return (await listPartnerRows()).filter(({ isHidden, vanishedAt }) => !isHidden && vanishedAt === null)
}

function toTile({ slug, upstreamName, iconUrl, skus }: StoredPartner): PartnerTile {
  return { slug, name: upstreamName, iconUrl, destinations: skus.length }
}

function groupsOf(products: readonly ListedProduct[]): PartnerPage['groups'] {
  const groups = new Map<string | null, PartnerPage['groups'][number]['destinations']>()
  for (const { continent, skuId, name, searchText } of products) {
    groups.set(continent, [...(groups.get(continent) ?? []), { skuId, name, searchText }])
  }

  return [...groups]
    .map(([continent, destinations]) => ({ continent, destinations }))
    .sort((a, b) => Number(a.continent === null) - Number(b.continent === null))
}

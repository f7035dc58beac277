import 'server-only'
import { networksSchema } from '#lib/catalog/repository/plan-rows.ts'
import type { MirroredPlan } from '#lib/catalog/rules/plan.ts'
import { db, type Tx, transaction } from '#lib/core/repository/client.ts'
import { decimal } from '#lib/core/rules/decimal.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'

/** A product of a partner, and in which of the provider's two lists it stands. */
export type PartnerProduct = {
  skuId: number
  name: string
  iso2: string | null
  continent: string | null
  searchText: string | null
  isListed: boolean
  isGrouped: boolean
}

/** A plan of a partner's eSIM as it was read. */
export type PartnerPlanDetails = MirroredPlan & { skuId: number }

/** What one reading of a partner gave. `groupedError` says why the grouped list is not part of it. */
export type PartnerReading = { products: PartnerProduct[]; plans: PartnerPlanDetails[]; groupedError: string | null }

/** A brand that pages may show: named by the network, not hidden, and good for somewhere. */
const SHOWN_PARTNER = { isHidden: false, vanishedAt: null, destinations: { some: {} } } as const

const DESTINATION_COLUMNS = {
  skuId: true,
  name: true,
  iso2: true,
  continent: true,
  searchText: true,
  isListed: true,
  isGrouped: true,
} as const
const PLAN_COLUMNS = {
  ...{ planKey: true, skuId: true, code: true, priceId: true, kind: true, minDays: true, maxDays: true },
  ...{ amountValue: true, amountUnit: true, validityDays: true, cost: true, label: true, networks: true },
} as const

/** Stores which partners there are. Those that are no longer named stay, marked; `slugOf` names the new ones. */
export async function savePartnerList(
  partners: { id: number; slug: string; name: string; iconUrl: string | null }[],
): Promise<void> {
  await transaction(async (tx) => {
    for (const { id, slug, name, iconUrl } of partners) {
      await tx.partner.upsert({
        where: { id },
        create: { id, slug, providerName: name, iconUrl },
        update: { providerName: name, iconUrl, vanishedAt: null },
        select: { id: true },
      })
    }
    const listed = partners.map(({ id }) => id)
    await tx.partner.updateMany({
      where: { id: { notIn: listed }, vanishedAt: null },
      data: { vanishedAt: new Date() },
    })
  })
}

/** Replaces what is known of one partner by what was read now. */
export async function savePartnerReading(partnerId: number, reading: PartnerReading): Promise<void> {
  const { products, plans, groupedError } = reading
  await transaction(async (tx) => {
    await tx.partnerDestination.deleteMany({ where: { partnerId } })
    await tx.partnerPlan.deleteMany({ where: { partnerId } })
    await tx.partnerDestination.createMany({ data: products.map((product) => ({ partnerId, ...product })) })
    await tx.partnerPlan.createMany({
      data: plans.map(({ planKey, skuId, code, priceId, kind, minDays, maxDays, ...plan }) => ({
        ...{ partnerId, planKey, skuId, code, priceId, kind, minDays, maxDays },
        ...{ amountValue: plan.amountValue, amountUnit: plan.amountUnit, validityDays: plan.validityDays },
        ...{ cost: plan.cost, label: plan.label, networks: plan.networks ?? Prisma.DbNull },
      })),
    })
    await tx.partner.updateMany({
      where: { id: partnerId },
      data: { readAt: new Date(), lastReadError: null, groupedError },
    })
  })
}

/** Notes that a partner could not be read. What was known of it stays. */
export async function savePartnerFailure(partnerId: number, error: string): Promise<void> {
  await db().partner.updateMany({ where: { id: partnerId }, data: { lastReadError: error } })
}

/** Reads every partner with its products and plans, or those alone that pages may show. */
export async function listPartnerRows({ onlyShown = false } = {}) {
  const rows = await db().partner.findMany({
    where: onlyShown ? SHOWN_PARTNER : {},
    orderBy: { providerName: 'asc' },
    include: {
      destinations: { select: DESTINATION_COLUMNS, orderBy: { name: 'asc' } },
      plans: { select: PLAN_COLUMNS, orderBy: [{ skuId: 'asc' }, { amountValue: 'asc' }] },
    },
  })

  return rows.map(({ plans, ...row }) => ({
    ...row,
    plans: plans.map((plan) => ({
      ...plan,
      cost: decimal(plan.cost.toFixed()),
      networks: networksSchema.parse(plan.networks),
    })),
  }))
}

/** Tells whether there is a brand of physical eSIMs that the shop may show. */
export async function hasShownPartner(): Promise<boolean> {
  return (await db().partner.count({ where: SHOWN_PARTNER, take: 1 })) > 0
}

/** Hides a partner, or shows it again. Returns what it was before, `null` when there is no such partner. */
export async function savePartnerHidden(id: number, isHidden: boolean, tx: Tx): Promise<{ isHidden: boolean } | null> {
  const before = await tx.partner.findUnique({ where: { id }, select: { isHidden: true } })
  await tx.partner.updateMany({ where: { id }, data: { isHidden } })

  return before
}

/** A partner of the mirror with its products and plans. */
export type StoredPartner = Awaited<ReturnType<typeof listPartnerRows>>[number]

import 'server-only'
import { PLAN_COLUMNS, toCatalogPlan } from '#lib/catalog/repository/plan-rows.ts'
import type { OwnTexts } from '#lib/catalog/rules/page-text.ts'
import type { CatalogPlan } from '#lib/catalog/rules/plan.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import type { CoveredCountry, Shelf } from '#lib/settings/rules/shop.ts'

/** A destination of the mirror with its plans. `coverage` is null when the provider does not state it. */
export type CatalogSku = {
  id: number
  slug: string
  providerName: string
  ownName: string | null
  iso2: string | null
  shelf: Shelf
  rank: number
  isHidden: boolean
  isFeatured: boolean
  vanishedAt: Date | null
  plansReadAt: Date | null
  /** The partner whose physical eSIMs it is for; `null` on the shelf of eSIMs. */
  partnerId: number | null
  /** The store's own words, by language. */
  texts: OwnTexts[]
  coverage: CoveredCountry[] | null
  plans: CatalogPlan[]
}

export const OWN_TEXTS = { locale: true, name: true, text: true, pageTitle: true, pageDescription: true } as const

const SKU_COLUMNS = {
  id: true,
  slug: true,
  providerName: true,
  ownName: true,
  iso2: true,
  shelf: true,
  rank: true,
  isHidden: true,
  isFeatured: true,
  vanishedAt: true,
  plansReadAt: true,
  partnerId: true,
  texts: { select: OWN_TEXTS },
  coverageStated: true,
  countries: { select: { name: true, iso2: true } },
  plans: { select: PLAN_COLUMNS, where: { vanishedAt: null } },
} as const satisfies Prisma.SkuSelect

type SkuRow = Prisma.SkuGetPayload<{ select: typeof SKU_COLUMNS }>

const SHOWN = { isHidden: false, vanishedAt: null, partnerId: null } as const

/** Reads every destination that the shop may show, with the plans that are still listed. */
export async function listShownSkus(client: Tx = db()): Promise<CatalogSku[]> {
  const rows = await client.sku.findMany({ where: SHOWN, select: SKU_COLUMNS })

  return rows.map(toCatalogSku)
}

/** Reads the groups of countries that cover a country, `[]` when none does. */
export async function listGroupsCovering(iso2: string, client: Tx = db()): Promise<CatalogSku[]> {
  const rows = await client.sku.findMany({
    where: { ...SHOWN, shelf: 'multi_country', countries: { some: { iso2 } } },
    select: SKU_COLUMNS,
  })

  return rows.map(toCatalogSku)
}

/** Reads a destination by its present or a former address, `null` when there is none that may be shown. */
export async function findSkuBySlug(slug: string, client: Tx = db()): Promise<CatalogSku | null> {
  const row = await client.sku.findFirst({ where: { ...SHOWN, slug }, select: SKU_COLUMNS })
  if (row) return toCatalogSku(row)
  const former = await client.skuSlug.findUnique({ where: { slug }, select: { skuId: true } })

  return former && findSkuById(former.skuId, client)
}

/** Reads a destination that may be shown by its provider number. */
export async function findSkuById(id: number, client: Tx = db()): Promise<CatalogSku | null> {
  return (await listSkusById([id], { where: SHOWN, client }))[0] ?? null
}

/** Reads destinations by their provider numbers, those of physical eSIMs too; hidden ones are left out. */
export async function listSellableSkus(ids: number[], client: Tx = db()): Promise<CatalogSku[]> {
  return listSkusById(ids, { where: { isHidden: false, vanishedAt: null }, client })
}

async function listSkusById(
  ids: number[],
  { where, client }: { where: Prisma.SkuWhereInput; client: Tx },
): Promise<CatalogSku[]> {
  const rows = await client.sku.findMany({ where: { ...where, id: { in: ids } }, select: SKU_COLUMNS })

  return rows.map(toCatalogSku)
}

/** Reads one plan with its destination, on sale or not, `null` when the mirror never had it. */
export async function findPlanWithSku(
  planId: string,
  client: Tx = db(),
): Promise<{ plan: CatalogPlan; sku: CatalogSku } | null> {
  const row = await client.plan.findUnique({
    where: { id: planId },
    select: { ...PLAN_COLUMNS, sku: { select: SKU_COLUMNS } },
  })
  if (!row) return null
  const { sku, ...plan } = row

  return { plan: toCatalogPlan(plan), sku: toCatalogSku(sku) }
}

/** Gives a destination another address. The former one keeps leading to it. */
export async function changeSlug({ skuId, slug }: { skuId: number; slug: string }, client: Tx): Promise<void> {
  const { slug: former } = await client.sku.findUniqueOrThrow({ where: { id: skuId }, select: { slug: true } })
  await client.skuSlug.deleteMany({ where: { slug } })
  await client.sku.updateMany({ where: { id: skuId }, data: { slug } })
  await client.skuSlug.createMany({ data: [{ slug: former, skuId }], skipDuplicates: true })
}

/**
 * Raises the number that cached pages were rendered from, and tells every process when the transaction commits.
 *
 * Call it in the transaction that changes what the shop shows. Returns the new number.
 */
export async function raiseCatalogVersion(client: Tx): Promise<number> {
  const state = await client.catalogState.update({
    where: { id: 1 },
    data: { version: { increment: 1 }, updatedAt: new Date() },
    select: { version: true },
  })
  await client.$executeRaw`SELECT pg_notify('catalog', ${String(state.version)})`

  return state.version
}

function toCatalogSku({ coverageStated, countries, plans, ...row }: SkuRow): CatalogSku {
  return { ...row, coverage: coverageStated ? countries : null, plans: plans.map(toCatalogPlan) }
}

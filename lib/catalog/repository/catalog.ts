import 'server-only'
import { PLAN_COLUMNS, toCatalogPlan } from '#lib/catalog/repository/plan-rows.ts'
import type { CatalogPlan } from '#lib/catalog/rules/plan.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'

export const OWN_TEXTS = { locale: true, name: true, text: true, pageTitle: true, pageDescription: true } as const

const DESTINATION_COLUMNS = {
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
  addresses: { select: { locale: true, slug: true } },
  coverageStated: true,
  countries: { select: { name: true, iso2: true } },
  plans: { select: PLAN_COLUMNS, where: { vanishedAt: null } },
} as const satisfies Prisma.DestinationSelect

type StoredDestination = Prisma.DestinationGetPayload<{ select: typeof DESTINATION_COLUMNS }>

const SHOWN = { isHidden: false, vanishedAt: null, partnerId: null } as const

/** Reads every destination that the shop may show, with the plans that are still listed. */
export async function listShownDestinations(client: Tx = db()): Promise<CatalogDestination[]> {
  const rows = await client.destination.findMany({ where: SHOWN, select: DESTINATION_COLUMNS })

  return rows.map(toCatalogDestination)
}

/** Reads the groups of countries that cover a country, `[]` when none does. */
export async function listGroupsCovering(iso2: string, client: Tx = db()): Promise<CatalogDestination[]> {
  const rows = await client.destination.findMany({
    where: { ...SHOWN, shelf: 'multi_country', countries: { some: { iso2 } } },
    select: DESTINATION_COLUMNS,
  })

  return rows.map(toCatalogDestination)
}

/** Reads a destination by its address in any language or a former one, `null` when there is none that may be shown. */
export async function findDestinationBySlug(slug: string, client: Tx = db()): Promise<CatalogDestination | null> {
  const isCalled = { OR: [{ slug }, { addresses: { some: { slug } } }] }
  const row = await client.destination.findFirst({ where: { ...SHOWN, ...isCalled }, select: DESTINATION_COLUMNS })
  if (row) return toCatalogDestination(row)
  const former = await client.destinationSlug.findUnique({ where: { slug }, select: { skuId: true } })

  return former && findDestinationById(former.skuId, client)
}

/** Reads a destination that may be shown by its provider number. */
export async function findDestinationById(id: number, client: Tx = db()): Promise<CatalogDestination | null> {
  return (await listDestinationsById([id], { where: SHOWN, client }))[0] ?? null
}

/** Reads destinations by their provider numbers, those of physical eSIMs too; hidden ones are left out. */
export async function listSellableDestinations(ids: number[], client: Tx = db()): Promise<CatalogDestination[]> {
  return listDestinationsById(ids, { where: { isHidden: false, vanishedAt: null }, client })
}

async function listDestinationsById(
  ids: number[],
  { where, client }: { where: Prisma.DestinationWhereInput; client: Tx },
): Promise<CatalogDestination[]> {
  const rows = await client.destination.findMany({ where: { ...where, id: { in: ids } }, select: DESTINATION_COLUMNS })

  return rows.map(toCatalogDestination)
}

/** Reads one plan with its destination, on sale or not, `null` when the mirror never had it. */
export async function findPlanWithDestination(
  planId: string,
  client: Tx = db(),
): Promise<{ plan: CatalogPlan; destination: CatalogDestination } | null> {
  const row = await client.plan.findUnique({
    where: { id: planId },
    select: { ...PLAN_COLUMNS, destination: { select: DESTINATION_COLUMNS } },
  })
  if (!row) return null
  const { destination, ...plan } = row

  return { plan: toCatalogPlan(plan), destination: toCatalogDestination(destination) }
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

function toCatalogDestination({ coverageStated, countries, plans, ...row }: StoredDestination) {
  return { ...row, coverage: coverageStated ? countries : null, plans: plans.map(toCatalogPlan) }
}

/**
 * A destination of the mirror with its plans. `coverage` is null when the provider does not state it, `partnerId` on the shelf
 * of eSIMs.
 */
export type CatalogDestination = ReturnType<typeof toCatalogDestination>

/** What destinations are called by: the words of the provider, those of the store, and its own in one language. */
export async function listNamedDestinations(ids: number[], locale: string) {
  return db().destination.findMany({
    where: { id: { in: ids } },
    select: {
      id: true,
      providerName: true,
      ownName: true,
      iso2: true,
      texts: { where: { locale }, select: { locale: true, name: true } },
    },
  })
}

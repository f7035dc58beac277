import 'server-only'
import { PLAN_COLUMNS, toCatalogPlan } from '#lib/catalog/repository/plan-rows.ts'
import type { PlanChangeKind } from '#lib/catalog/rules/catalog-diff.ts'
import type { DestinationEdit } from '#lib/catalog/rules/destination-edit.ts'
import { asWritten } from '#lib/core/repository/as-written.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'

const OWN_COLUMNS = {
  id: true,
  slug: true,
  providerName: true,
  ownName: true,
  iso2: true,
  regionCode: true,
  shelf: true,
  rank: true,
  isHidden: true,
  isFeatured: true,
  vanishedAt: true,
  plansReadAt: true,
  lastReadError: true,
  coverageStated: true,
  firstSeenAt: true,
  texts: { select: { locale: true, name: true, text: true } },
} as const

/** Reads a destination with everything that is known of it and every plan, hidden and vanished ones too. */
export async function findAdminSku(id: number, client: Tx = db()) {
  const row = await client.sku.findUnique({
    where: { id },
    select: {
      ...OWN_COLUMNS,
      countries: { select: { name: true, iso2: true } },
      plans: { select: { ...PLAN_COLUMNS, noStockAt: true, noStockCount: true } },
    },
  })

  return (
    row && {
      ...row,
      plans: row.plans.map(({ noStockAt, noStockCount, ...plan }) => ({
        ...toCatalogPlan(plan),
        noStock: noStockAt && { at: noStockAt, count: noStockCount ?? 1 },
      })),
    }
  )
}

/** Reads every destination of the shelf with its plans, as the list of staff needs them. */
export async function listAdminSkus() {
  const rows = await db().sku.findMany({
    where: { partnerId: null },
    orderBy: [{ rank: 'asc' }, { id: 'asc' }],
    select: { ...OWN_COLUMNS, plans: { select: PLAN_COLUMNS } },
  })

  return rows.map((row) => ({ ...row, plans: row.plans.map(toCatalogPlan) }))
}

/** Writes what the store itself says of a destination. What the provider says stays as it is. */
export async function saveDestinationEdit(id: number, edit: DestinationEdit, tx: Tx): Promise<void> {
  const { texts, ...flags } = edit
  await tx.sku.updateMany({ where: { id }, data: flags })
  for (const { locale, name, text } of texts) {
    await tx.skuText.deleteMany({ where: { skuId: id, locale } })
    if (name !== null || text !== null) await tx.skuText.createMany({ data: [{ skuId: id, locale, name, text }] })
  }
}

/** Hides a plan from the shop, or shows it again. Returns its destination, `null` when there is no such plan. */
export async function savePlanHidden(
  { planId, isHidden }: { planId: string; isHidden: boolean },
  tx: Tx,
): Promise<{ skuId: number; wasHidden: boolean } | null> {
  const before = await tx.plan.findUnique({ where: { id: planId }, select: { skuId: true, isHidden: true } })
  if (!before) return null
  await tx.plan.updateMany({ where: { id: planId }, data: { isHidden } })

  return { skuId: before.skuId, wasHidden: before.isHidden }
}

/** Which differences of the catalogue are wanted. `q` is a part of the name of their destination, `before` is the place of the last one that was read. */
export type ChangeFilter = {
  q: string
  kind: PlanChangeKind | null
  skuId: number | null
  runId: string | null
  since: Date | null
  until: Date | null
  before?: { at: Date; id: string } | null
}

/** Reads differences that passes found, the newest first, from a place on. */
export async function listChangesFrom(filter: ChangeFilter, limit: number) {
  const { q, kind, skuId, runId, since, until, before } = filter
  const changes = await db().planChange.findMany({
    where: {
      ...(q === '' ? {} : { AND: { skuId: { in: await listSkusCalled(q) } } }),
      ...(kind ? { kind } : {}),
      ...(skuId === null ? {} : { skuId }),
      ...(runId === null ? {} : { syncRunId: runId }),
      at: { ...(since && { gte: since }), ...(until && { lt: until }), ...(before && { lte: before.at }) },
      ...(before ? { OR: [{ at: { lt: before.at } }, { at: before.at, id: { lt: before.id } }] } : {}),
    },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: limit,
    select: { id: true, at: true, kind: true, skuId: true, planId: true, before: true, after: true },
  })
  const skus = await db().sku.findMany({
    where: { id: { in: [...new Set(changes.map(({ skuId: id }) => id))] } },
    select: { id: true, providerName: true, ownName: true, iso2: true },
  })
  const byId = new Map(skus.map((sku) => [sku.id, sku]))

  return changes.map((change) => ({ ...change, sku: byId.get(change.skuId) ?? null }))
}

async function listSkusCalled(q: string): Promise<number[]> {
  const part = asWritten(q)
  const rows = await db().sku.findMany({
    where: { OR: [{ providerName: part }, { ownName: part }, { texts: { some: { name: part } } }] },
    select: { id: true },
  })

  return rows.map(({ id }) => id)
}

/** Counts the differences that passes found, by pass and kind. */
export async function countChangesOfRuns(
  runIds: string[],
): Promise<{ runId: string; kind: PlanChangeKind; count: number }[]> {
  const rows = await db().planChange.groupBy({
    by: ['syncRunId', 'kind'],
    where: { syncRunId: { in: runIds } },
    _count: true,
  })

  return rows.map(({ syncRunId, kind, _count }) => ({ runId: syncRunId, kind, count: _count }))
}

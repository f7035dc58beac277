import 'server-only'
import { OWN_TEXTS } from '#lib/catalog/repository/catalog.ts'
import { PLAN_COLUMNS, toCatalogPlan } from '#lib/catalog/repository/plan-rows.ts'
import { type DestinationEdit, hasLabel } from '#lib/catalog/rules/admin-catalog.ts'
import type { PlanChangeKind } from '#lib/catalog/rules/plan.ts'
import { asWritten, db, type Tx } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import type { Shelf } from '#lib/settings/rules/shop.ts'

const RUN_COLUMNS = {
  id: true,
  trigger: true,
  state: true,
  total: true,
  done: true,
  failed: true,
  calls: true,
  error: true,
  startedAt: true,
  finishedAt: true,
  heartbeatAt: true,
} as const

/** Reads the last passes over the catalogue, the newest first. */
export async function listRuns(limit: number) {
  return db().syncRun.findMany({ orderBy: { startedAt: 'desc' }, take: limit, select: RUN_COLUMNS })
}

/** Reads passes over the catalogue behind a place, the newest first. */
export async function listRunsBehind(after: { startedAt: Date; id: string } | null, limit: number) {
  const { startedAt = new Date(), id = '' } = after ?? {}

  return db().syncRun.findMany({
    ...(after ? { where: { startedAt: { lte: startedAt }, NOT: { startedAt, id: { gte: id } } } } : {}),
    orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
    take: limit,
    select: RUN_COLUMNS,
  })
}

/** Reads the last pass that has ended, `null` before the first one. */
export async function findLastEndedRun() {
  return db().syncRun.findFirst({
    where: { state: { not: 'running' } },
    orderBy: { startedAt: 'desc' },
    select: RUN_COLUMNS,
  })
}

/** Counts listed destinations and those whose last reading failed, and when the last good one was. */
export async function findCoverageMetrics(): Promise<{ readAt: Date | null; listed: number; failed: number }> {
  const [row] = await db().$queryRaw<{ readAt: Date | null; listed: number; failed: number }[]>`
    SELECT max("plansReadAt") AS "readAt", count(*)::int AS "listed",
      count(*) FILTER (WHERE "lastReadError" IS NOT NULL)::int AS "failed"
    FROM "Sku" WHERE "vanishedAt" IS NULL AND "partnerId" IS NULL`

  return row ?? { readAt: null, listed: 0, failed: 0 }
}

/** Reads how much of the catalogue is mirrored, and how old the readings are. */
export async function readCoverage() {
  const [row] = await db().$queryRaw<
    {
      listed: number
      read: number
      failures: number
      vanished: number
      plans: number
      oldestReadAt: Date | null
      newestReadAt: Date | null
    }[]
  >`
    SELECT count(*) FILTER (WHERE "vanishedAt" IS NULL)::int AS "listed",
      count(*) FILTER (WHERE "vanishedAt" IS NULL AND "plansReadAt" IS NOT NULL AND "lastReadError" IS NULL)::int
        AS "read",
      count(*) FILTER (WHERE "vanishedAt" IS NULL AND "lastReadError" IS NOT NULL)::int AS "failures",
      count(*) FILTER (WHERE "vanishedAt" IS NOT NULL)::int AS "vanished",
      (SELECT count(*)::int FROM "Plan" p JOIN "Sku" s ON s."id" = p."skuId"
        WHERE p."vanishedAt" IS NULL AND s."partnerId" IS NULL) AS "plans",
      min("plansReadAt") FILTER (WHERE "vanishedAt" IS NULL) AS "oldestReadAt", max("plansReadAt") AS "newestReadAt"
    FROM "Sku" WHERE "partnerId" IS NULL`

  return row ?? { listed: 0, read: 0, failures: 0, vanished: 0, plans: 0, oldestReadAt: null, newestReadAt: null }
}

/** Reads the destinations whose last reading failed. */
export async function listFailedDestinations(limit: number) {
  return db().destination.findMany({
    where: { vanishedAt: null, partnerId: null, lastReadError: { not: null } },
    orderBy: { id: 'asc' },
    take: limit,
    select: { id: true, providerName: true, lastReadError: true, plansReadAt: true },
  })
}

/** Reads every plan with its destination, hidden and vanished ones too. */
export async function listAllPlans(client: Tx = db()) {
  const rows = await client.destination.findMany({
    orderBy: { id: 'asc' },
    select: {
      id: true,
      providerName: true,
      ownName: true,
      iso2: true,
      shelf: true,
      isHidden: true,
      vanishedAt: true,
      partnerId: true,
      plans: { select: PLAN_COLUMNS },
    },
  })

  return rows.map(({ plans, ...destination }) => ({ ...destination, plans: plans.map(toCatalogPlan) }))
}

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
  texts: { select: OWN_TEXTS },
  addresses: { select: { locale: true, slug: true } },
} as const

/** Reads a destination with everything that is known of it and every plan, hidden and vanished ones too. */
export async function findAdminDestination(id: number, client: Tx = db()) {
  const row = await client.destination.findUnique({
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
export async function listAdminDestinations() {
  const rows = await db().destination.findMany({
    where: { partnerId: null },
    orderBy: [{ rank: 'asc' }, { id: 'asc' }],
    select: { ...OWN_COLUMNS, plans: { select: PLAN_COLUMNS } },
  })

  return rows.map((row) => ({ ...row, plans: row.plans.map(toCatalogPlan) }))
}

/** Writes what the store itself says of a destination. What the provider says stays as it is. */
export async function saveDestinationEdit(id: number, edit: DestinationEdit, tx: Tx): Promise<void> {
  const { texts, addresses: _, ...flags } = edit
  await tx.destination.updateMany({ where: { id }, data: flags })
  for (const { locale, ...words } of texts) {
    await tx.destinationText.deleteMany({ where: { skuId: id, locale } })
    if (hasLabel(words)) await tx.destinationText.createMany({ data: [{ skuId: id, locale, ...words }] })
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
  const destinations = await db().destination.findMany({
    where: { id: { in: [...new Set(changes.map(({ skuId: id }) => id))] } },
    select: { id: true, providerName: true, ownName: true, iso2: true },
  })
  const byId = new Map(destinations.map((destination) => [destination.id, destination]))

  return changes.map((change) => ({ ...change, destination: byId.get(change.skuId) ?? null }))
}

async function listSkusCalled(q: string): Promise<number[]> {
  const part = asWritten(q)
  const rows = await db().destination.findMany({
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

const RESUMABLE_MS = 24 * 3_600_000

const COLUMNS = { id: true, state: true, total: true, done: true, failed: true, calls: true, startedAt: true } as const

/** Opens a pass: the last one again when it was cut off less than a day ago, else a new one. Hold the lock. */
export async function openRun(trigger: string) {
  const last = await db().syncRun.findFirst({ orderBy: { startedAt: 'desc' }, select: COLUMNS })
  const isRecent = last !== null && Date.now() - last.startedAt.getTime() < RESUMABLE_MS
  if (isRecent && last.state !== 'finished' && last.done < last.total) {
    const run = await db().syncRun.update({
      where: { id: last.id },
      data: { state: 'running', failed: 0, error: null, heartbeatAt: new Date(), finishedAt: null },
      select: COLUMNS,
    })

    return { ...run, isResumed: true }
  }
  // A pass that died before it knew how much there is has nothing to go on with.
  await db().syncRun.updateMany({ where: { state: 'running' }, data: { state: 'failed', error: 'cut_off' } })

  const run = await db().syncRun.create({ data: { id: newId('run'), trigger }, select: COLUMNS })

  return { ...run, isResumed: last !== null && last.state !== 'finished' }
}

/** A pass over the catalogue, with how far it came. `isResumed`: the one before it, or this one before, broke off. */
export type SyncRun = Awaited<ReturnType<typeof openRun>>

/** Stores the progress of a pass, as a sign of life too. */
export async function saveProgress(
  runId: string,
  progress: { total?: number; done?: number; failed?: number; calls?: number },
): Promise<void> {
  await db().syncRun.updateMany({ where: { id: runId }, data: { ...progress, heartbeatAt: new Date() } })
}

/** Ends a pass. `error` is null when every destination was reached. */
export async function endRun(runId: string, error: string | null, client: Tx = db()): Promise<void> {
  await client.syncRun.updateMany({
    where: { id: runId },
    data: { state: error === null ? 'finished' : 'failed', error, finishedAt: new Date(), heartbeatAt: new Date() },
  })
}

/** Reads the names of countries that nobody has mapped, with the destinations that use them. */
export async function listUnmappedNames() {
  const rows = await db().destinationCountry.findMany({
    where: { iso2: null, destination: { vanishedAt: null } },
    select: { name: true, destination: { select: { providerName: true } } },
    orderBy: { name: 'asc' },
  })
  const byName = new Map<string, string[]>()
  for (const { name, destination } of rows) byName.set(name, [...(byName.get(name) ?? []), destination.providerName])

  return [...byName].map(([name, destinations]) => ({ name, destinations }))
}

/** Reads the destinations that stand under "More", because no table knows their region code. */
export async function listUnmappedDestinations() {
  return db().destination.findMany({
    where: { iso2: null, shelf: 'more', vanishedAt: null },
    orderBy: { id: 'asc' },
    select: { regionCode: true, providerName: true },
  })
}

/** Reads what people have mapped, the newest first. */
export async function listMapped() {
  return db().countryAlias.findMany({
    orderBy: [{ createdAt: 'desc' }, { name: 'asc' }],
    select: { name: true, iso2: true, createdBy: true, createdAt: true },
  })
}

type Alias = { name: string; iso2: string; shelf: Shelf; createdBy: string }

/**
 * Maps a name, or a region code, to a country wherever it stands, and for every later reading: where nothing is known, and
 * where it was mapped to another one before. Returns how many destinations use it, and what it meant before.
 */
export async function saveCountryAlias(
  { name, iso2, shelf, createdBy }: Alias,
  tx: Tx,
): Promise<{ destinations: number; before: string | null }> {
  const known = await tx.countryAlias.findUnique({ where: { name }, select: { iso2: true } })
  const before = known?.iso2 ?? null
  const now = { iso2, createdBy, createdAt: new Date() }
  await tx.countryAlias.upsert({ where: { name }, create: { name, ...now }, update: now, select: { name: true } })
  const was = before === null ? [{ iso2: null }] : [{ iso2: null }, { iso2: before }]
  const names = await tx.destinationCountry.updateMany({ where: { name, OR: was }, data: { iso2 } })
  const ofCode = { OR: [{ regionCode: name }, { regionCode: '', providerName: name }] }
  const codes = await tx.destination.updateMany({
    where: { AND: [ofCode, { OR: was }], shelf: { not: 'multi_country' } },
    data: { iso2, shelf },
  })

  return { destinations: names.count + codes.count, before }
}

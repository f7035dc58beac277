import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { PLAN_COLUMNS, toCatalogPlan } from './plan-rows.ts'

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
export async function findCoverageFigures(): Promise<{ readAt: Date | null; listed: number; failed: number }> {
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
export async function listFailedSkus(limit: number) {
  return db().sku.findMany({
    where: { vanishedAt: null, partnerId: null, lastReadError: { not: null } },
    orderBy: { id: 'asc' },
    take: limit,
    select: { id: true, providerName: true, lastReadError: true, plansReadAt: true },
  })
}

/** Reads every plan with its destination, hidden and vanished ones too. */
export async function listAllPlans(client: Tx = db()) {
  const rows = await client.sku.findMany({
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

  return rows.map(({ plans, ...sku }) => ({ ...sku, plans: plans.map(toCatalogPlan) }))
}

import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { toUsedForm, type UsageReading } from '#lib/esims/rules/usage.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'

const DETAILS = {
  orderNum: true,
  usedMb: true,
  usedForm: true,
  totalMb: true,
  isDayPass: true,
  beginsAt: true,
  endsAt: true,
  readAt: true,
} as const

/** A reading as it was stored, with the provider order whose plan it is about. */
export type StoredUsage = UsageReading & { orderNum: string }

// What the look through everything reads at once: on a cold disk a slice stays far below the limit of a statement.
const SLICE = 20_000

// A plan on a card in somebody's hand has no eSIM here whose use could be kept.
const ON_AN_ESIM = Prisma.sql`(l."kind" = 'PURCHASE' OR l."cardId" IS NOT NULL)`

type Slice = { last: string | null; watched: number }

/** Begins to watch orders delivered behind `since` that are not watched yet, due at once. Returns how many there were. */
export async function watchDelivered(now: Date, since: Date): Promise<number> {
  return db().$executeRaw`
    INSERT INTO "UsageWatch" ("orderNum", "dueAt")
    SELECT o."orderNum", ${now} FROM "UpstreamOrder" o JOIN "Line" l ON l."id" = o."lineId"
    WHERE l."state" = 'DELIVERED' AND l."deliveredAt" > ${since} AND ${ON_AN_ESIM}
      AND NOT EXISTS (SELECT 1 FROM "UsageWatch" w WHERE w."orderNum" = o."orderNum")
    ON CONFLICT DO NOTHING`
}

/**
 * Begins to watch whatever was ever delivered and is not watched yet, due at once, in slices of the orders by number.
 * Returns how many there were.
 */
export async function watchAllDelivered(now: Date, size = SLICE): Promise<number> {
  let after: string | null = ''
  let watched = 0
  while (after !== null) {
    const [slice]: Slice[] = await db().$queryRaw<Slice[]>`
      WITH slice AS MATERIALIZED (
        SELECT "orderNum", "lineId" FROM "UpstreamOrder" WHERE "orderNum" > ${after} ORDER BY "orderNum" LIMIT ${size}
      ), watched AS (
        INSERT INTO "UsageWatch" ("orderNum", "dueAt")
        SELECT s."orderNum", ${now} FROM slice s JOIN "Line" l ON l."id" = s."lineId"
        WHERE l."state" = 'DELIVERED' AND ${ON_AN_ESIM}
          AND NOT EXISTS (SELECT 1 FROM "UsageWatch" w WHERE w."orderNum" = s."orderNum")
        ON CONFLICT DO NOTHING RETURNING 1
      )
      SELECT max("orderNum") AS "last", (SELECT count(*) FROM watched)::int AS "watched" FROM slice`
    watched += slice?.watched ?? 0
    after = slice?.last ?? null
  }

  return watched
}

/**
 * Takes orders that are due, the longest waiting first, and puts them off by `leaseMs`, so that no other process takes
 * them too and a failure costs one turn. Returns each with its item; `isHere` is
 * false once that went back.
 */
export async function claimDueUsage(input: { now: Date; max: number; leaseMs: number }) {
  const until = new Date(input.now.getTime() + input.leaseMs)

  return db().$queryRaw<{ orderNum: string; itemId: string; isHere: boolean }[]>`
    WITH due AS (
      SELECT "orderNum" FROM "UsageWatch" WHERE "dueAt" <= ${input.now} ORDER BY "dueAt" LIMIT ${input.max}
      FOR UPDATE SKIP LOCKED
    )
    UPDATE "UsageWatch" w SET "dueAt" = ${until}, "askedAt" = ${input.now}
    FROM due, "UpstreamOrder" o, "Line" l
    WHERE w."orderNum" = due."orderNum" AND o."orderNum" = due."orderNum" AND l."id" = o."lineId"
    RETURNING w."orderNum", o."lineId" AS "itemId", l."state" = 'DELIVERED' AS "isHere"`
}

/** Notes that a person asks about an order now. `false` when it was asked less than `everyMs` ago. */
export async function claimRequest(
  orderNum: string,
  { now, everyMs }: { now: Date; everyMs: number },
): Promise<boolean> {
  const changed = await db().$executeRaw`
    INSERT INTO "UsageWatch" ("orderNum", "dueAt", "askedAt") VALUES (${orderNum}, ${now}, ${now})
    ON CONFLICT ("orderNum") DO UPDATE SET "askedAt" = ${now}
    WHERE "UsageWatch"."askedAt" IS NULL OR "UsageWatch"."askedAt" <= ${new Date(now.getTime() - everyMs)}`

  return changed === 1
}

/** Sets when an order is asked next; `null` for never again. */
export async function setUsageDue(orderNum: string, dueAt: Date | null): Promise<void> {
  await db().usageWatch.updateMany({ where: { orderNum }, data: { dueAt } })
}

/** Keeps a reading. The same words as the last time only get a newer date, so that rows tell changes. */
export async function addReading(esimId: string, reading: StoredUsage, source: string): Promise<void> {
  const { orderNum, readAt, ...said } = reading
  const last = await db().usageReading.findFirst({
    where: { esimId, orderNum },
    orderBy: [{ readAt: 'desc' }, { id: 'desc' }],
  })
  const isSame =
    last !== null &&
    last.source === source &&
    last.usedForm === said.usedForm &&
    last.usedMb === said.usedMb &&
    last.totalMb === said.totalMb &&
    last.isDayPass === said.isDayPass &&
    last.beginsAt?.getTime() === said.beginsAt?.getTime() &&
    last.endsAt?.getTime() === said.endsAt?.getTime()
  if (isSame) await db().usageReading.update({ where: { id: last.id }, data: { readAt } })
  else await db().usageReading.create({ data: { esimId, orderNum, source, ...said, firstReadAt: readAt, readAt } })
}

/** The eSIMs with these numbers. */
export async function findEsimsByIccid(iccids: string[]): Promise<{ id: string; iccid: string; orderNum: string }[]> {
  return db().esim.findMany({
    where: { iccid: { in: iccids } },
    select: { id: true, iccid: true, orderNum: true },
  })
}

/** Every provider order that has a plan on an eSIM: the one it came with, and its top-ups. */
export async function listEsimOrders(esimId: string): Promise<{ orderNum: string; itemId: string }[]> {
  return db().providerOrder.findMany({
    where: { OR: [{ esims: { some: { id: esimId } } }, { item: { esimId, state: 'DELIVERED' } }] },
    orderBy: { createdAt: 'asc' },
    select: { orderNum: true, itemId: true },
  })
}

/** What was read last about each plan of these eSIMs, with the stored facts and the last time somebody asked. */
export async function listUsage(esimIds: string[], client: Tx = db()) {
  const esims = await client.esim.findMany({
    where: { id: { in: esimIds } },
    select: {
      id: true,
      facts: true,
      readings: { distinct: ['orderNum'], orderBy: [{ readAt: 'desc' }, { id: 'desc' }], select: DETAILS },
      providerOrder: { select: { watch: { select: { askedAt: true } } } },
    },
  })

  return esims.map(({ id, facts, readings, providerOrder }) => ({
    id,
    facts,
    askedAt: providerOrder.watch?.askedAt ?? null,
    readings: readings.map((row): StoredUsage => ({ ...row, usedForm: toUsedForm(row.usedForm) })),
  }))
}

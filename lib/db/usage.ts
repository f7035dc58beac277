import 'server-only'
import type { UsageFacts } from '#lib/domain/usage.ts'
import { toUsedForm } from '#lib/domain/usage.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import { db, type Tx } from './client.ts'

const FACTS = {
  orderNum: true,
  usedMb: true,
  usedForm: true,
  totalMb: true,
  isDayPass: true,
  beginsAt: true,
  endsAt: true,
  readAt: true,
} as const

/** A reading as it was stored, with the upstream order whose plan it is about. */
export type StoredUsage = UsageFacts & { orderNum: string }

/**
 * Begins to watch orders that were delivered and are not watched yet, due at once: those delivered behind `since`, or all
 * of them, which reads every delivered line. Returns how many there were.
 */
export async function watchDelivered(now: Date, since: Date | null): Promise<number> {
  const lately = since ? Prisma.sql`AND l."deliveredAt" > ${since}` : Prisma.empty

  return db().$executeRaw`
    INSERT INTO "UsageWatch" ("orderNum", "dueAt")
    SELECT o."orderNum", ${now} FROM "UpstreamOrder" o JOIN "Line" l ON l."id" = o."lineId"
    WHERE l."state" = 'DELIVERED' ${lately}
      AND NOT EXISTS (SELECT 1 FROM "UsageWatch" w WHERE w."orderNum" = o."orderNum")
    ON CONFLICT DO NOTHING`
}

/**
 * Takes orders that are due, the longest waiting first, and puts them off by `leaseMs`, so that no other process takes
 * them too and a failure costs one turn. Returns each with its line; `isHere` is
 * false once that went back.
 */
export async function claimDueUsage(wish: { now: Date; most: number; leaseMs: number }) {
  const until = new Date(wish.now.getTime() + wish.leaseMs)

  return db().$queryRaw<{ orderNum: string; lineId: string; isHere: boolean }[]>`
    WITH due AS (
      SELECT "orderNum" FROM "UsageWatch" WHERE "dueAt" <= ${wish.now} ORDER BY "dueAt" LIMIT ${wish.most}
      FOR UPDATE SKIP LOCKED
    )
    UPDATE "UsageWatch" w SET "dueAt" = ${until}, "askedAt" = ${wish.now}
    FROM due, "UpstreamOrder" o, "Line" l
    WHERE w."orderNum" = due."orderNum" AND o."orderNum" = due."orderNum" AND l."id" = o."lineId"
    RETURNING w."orderNum", o."lineId", l."state" = 'DELIVERED' AS "isHere"`
}

/** Notes that a person asks about an order now. `false` when it was asked less than `everyMs` ago. */
export async function claimAsk(orderNum: string, { now, everyMs }: { now: Date; everyMs: number }): Promise<boolean> {
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
export async function addReading(cardId: string, reading: StoredUsage, source: string): Promise<void> {
  const { orderNum, readAt, ...said } = reading
  const last = await db().usageReading.findFirst({
    where: { cardId, orderNum },
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
  else await db().usageReading.create({ data: { cardId, orderNum, source, ...said, firstReadAt: readAt, readAt } })
}

/** The cards with these numbers, by number. */
export async function findCardIds(iccids: string[]): Promise<Map<string, string>> {
  const rows = await db().card.findMany({ where: { iccid: { in: iccids } }, select: { id: true, iccid: true } })

  return new Map(rows.map(({ id, iccid }) => [iccid, id]))
}

/** Every upstream order that has a plan on a card: the one it came with, and its top-ups. */
export async function listCardOrders(cardId: string): Promise<{ orderNum: string; lineId: string }[]> {
  return db().upstreamOrder.findMany({
    where: { OR: [{ cards: { some: { id: cardId } } }, { line: { cardId, state: 'DELIVERED' } }] },
    orderBy: { createdAt: 'asc' },
    select: { orderNum: true, lineId: true },
  })
}

/** What was read last about each plan of these cards, with the stored facts and the last time somebody asked. */
export async function listUsage(cardIds: string[], client: Tx = db()) {
  const cards = await client.card.findMany({
    where: { id: { in: cardIds } },
    select: {
      id: true,
      facts: true,
      readings: { distinct: ['orderNum'], orderBy: [{ readAt: 'desc' }, { id: 'desc' }], select: FACTS },
      upstreamOrder: { select: { watch: { select: { askedAt: true } } } },
    },
  })

  return cards.map(({ id, facts, readings, upstreamOrder }) => ({
    id,
    facts,
    askedAt: upstreamOrder.watch?.askedAt ?? null,
    readings: readings.map((row): StoredUsage => ({ ...row, usedForm: toUsedForm(row.usedForm) })),
  }))
}

/** What was read about the profile of a card, as stored. */
export async function findCardFacts(cardId: string): Promise<unknown> {
  const card = await db().card.findUnique({ where: { id: cardId }, select: { facts: true } })

  return card?.facts ?? null
}

import 'server-only'
import { asWritten } from '#lib/core/repository/as-written.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import type { PromotionState } from '#lib/pricing/rules/admin-promotions.ts'
import type { PromotionTerms } from '#lib/pricing/rules/promotion-edit.ts'
import { PROMOTION_TERMS } from './promotions.ts'

const COLUMNS = {
  ...PROMOTION_TERMS,
  title: true,
  kind: true,
  timeZone: true,
} as const satisfies Prisma.PromotionSelect

/** A promotion as it is kept. */
export type PromotionData = Prisma.PromotionGetPayload<{ select: typeof COLUMNS }>

/**
 * Reads a page of promotions, newest first, those behind the one with this id; `q` is a part of their codes or titles, and
 * `state` is as `promotionState` tells it.
 */
export async function listPromotions(filter: {
  q: string
  state: PromotionState | null
  after: string | null
  limit: number
}): Promise<PromotionData[]> {
  return db().promotion.findMany({
    where: {
      credit: null,
      ...called(filter.q),
      ...(filter.state ? { AND: await whereState(filter.state, new Date()) } : {}),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: filter.limit,
    ...(filter.after === null ? {} : { cursor: { id: filter.after }, skip: 1 }),
    select: COLUMNS,
  })
}

function called(q: string): Prisma.PromotionWhereInput {
  const part = asWritten(q)

  return q === '' ? {} : { OR: [{ code: part }, { title: part }] }
}

async function whereState(state: PromotionState, now: Date): Promise<Prisma.PromotionWhereInput[]> {
  if (state === 'ended') return [{ endedAt: { not: null } }]
  if (state === 'expired') return [{ endedAt: null, endsAt: { lte: now } }]
  const usedUp = { id: { in: await listUsedUp() } }
  const open = { endedAt: null, OR: [{ endsAt: null }, { endsAt: { gt: now } }] }
  if (state === 'used_up') return [open, usedUp]

  return [open, { NOT: usedUp }, { startsAt: state === 'scheduled' ? { gt: now } : { lte: now } }]
}

async function listUsedUp(): Promise<string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT p."id" FROM "Promotion" p WHERE p."totalLimit" <=
      (SELECT count(*) FROM "PromotionUse" u WHERE u."promotionId" = p."id" AND u."releasedAt" IS NULL)
      AND NOT EXISTS (SELECT 1 FROM "Credit" c WHERE c."id" = p."id")`

  return rows.map(({ id }) => id)
}

/** Reads one promotion, `null` when there is none, or it is somebody's credit. */
export async function findPromotion(id: string, client: Tx = db()): Promise<PromotionData | null> {
  return client.promotion.findUnique({ where: { id, credit: null }, select: COLUMNS })
}

/** Counts the orders that hold each of these promotions now, and adds up what it took off them. */
export async function sumUses(ids: string[]): Promise<Map<string, { used: number; givenMinor: number }>> {
  const rows = await db().promotionUse.groupBy({
    by: ['promotionId'],
    where: { promotionId: { in: ids }, releasedAt: null },
    _count: true,
    _sum: { discountMinor: true },
  })

  return new Map(rows.map((row) => [row.promotionId, { used: row._count, givenMinor: row._sum.discountMinor ?? 0 }]))
}

/** Keeps a new promotion. Returns its id, `null` when its code is taken. */
export async function insertPromotion(
  promotion: PromotionTerms & { currency: string; createdBy: string },
  tx: Tx,
): Promise<string | null> {
  const id = newId('prm')
  const { count } = await tx.promotion.createMany({ data: [{ id, ...promotion }], skipDuplicates: true })

  return count === 1 ? id : null
}

/** Changes a promotion that nobody has changed since `turn` and that has not been ended. `false` otherwise. */
export async function updatePromotion(
  { id, turn }: { id: string; turn: number },
  changes: Omit<PromotionTerms, 'code'> | { endedAt: Date },
  tx: Tx,
): Promise<boolean> {
  const { count } = await tx.promotion.updateMany({
    where: { id, turn, endedAt: null, credit: null },
    data: { ...changes, turn: { increment: 1 }, updatedAt: new Date() },
  })

  return count === 1
}

/** Reads what names every destination there is. */
export async function listDestinationNames() {
  return db().sku.findMany({
    select: {
      id: true,
      ownName: true,
      providerName: true,
      iso2: true,
      texts: { select: { locale: true, name: true } },
    },
  })
}
